import CAccessChecks
import Harness
import Records

/// Counts the run-time checks for overlapping accesses in reading a record: a mapping makes none.
///
/// These checks slow a scanner down without showing in its source: a captured variable is enough.
enum AccessChecks {
    /// Prints a line for each way to read records; false if one makes a check.
    static func print() throws -> Bool {
        guard footing_access_check_count() >= 0 else {
            Swift.print("skipped: access checks can be counted with glibc only")
            return true
        }
        var isOK = true
        func row(_ title: String, promised: Int64, _ count: Int64) {
            let isKept = count == promised
            if !isKept { isOK = false }
            Swift.print(line(title, "\(count)", "\(promised)", isKept ? "ok" : "broken"))
        }
        Swift.print(line("1,000 times", "access checks", "promised", ""))
        // The control is known to make checks, and shows that they are counted.
        let counter = Counter()
        let controls = count { for _ in 0..<1_000 { counter.increment() } }
        row("control: a variable that is captured", promised: 1_000, controls)

        let forms: [(String, RecordDocument.Form)] = [
            ("a record of JSON to a struct", .clean), ("a messy one", .messy),
            ("a failing one", .failing),
        ]
        for (title, form) in forms {
            let documents = (RecordDocument(1_000, form).data, RecordDocument(2_000, form).data)
            let less = try count { blackHole(try RecordReading.structs.count(documents.0)) }
            let more = try count { blackHole(try RecordReading.structs.count(documents.1)) }
            row(title, promised: 0, more - less)
        }
        let documents = (RecordDocument(1_000).data, RecordDocument(2_000).data)
        let less = try count { blackHole(try RecordReading.lenientDecoder.count(documents.0)) }
        let more = try count { blackHole(try RecordReading.lenientDecoder.count(documents.1)) }
        // A decoder is an object: two for each of the two in a record, and none for a member.
        row("a record of JSON by LenientDecoder", promised: 4_000, more - less)
        let dictionaries = try RecordDictionaries(RecordDocument(1_000).data)
        row("a dictionary to a struct", promised: 0, count { blackHole(dictionaries.structs()) })
        return isOK
    }

    /// The first time is not counted.
    private static func count(_ body: () throws -> Void) rethrows -> Int64 {
        try body()
        let before = footing_access_check_count()
        try body()
        return footing_access_check_count() - before
    }

    private struct Counter {
        let increment: () -> Void

        @_optimize(none)
        init() {
            var count = 0
            increment = { count += 1 }
        }
    }

    private static func line(_ cells: String...) -> String {
        zip(cells, [38, 18, 11, 8]).map { cell, width in
            cell + String(repeating: " ", count: max(0, width - cell.count))
        }.joined()
    }
}
