import CAllocations
import FootingExtendedAttributes
import Foundation
import Harness

/// How often each call may ask for memory of the heap.
struct AllocationTable {
    struct Case {
        let title: String
        let promised: Int
        let body: () throws -> Void
    }

    private var cases: [Case]

    init(file: URL) throws {
        let attributes = file.extendedAttributes
        let handle = try FileHandle(forReadingFrom: file)
        let open = ExtendedAttributes(of: handle)
        let short: ExtendedAttributeName = "user.footing.14"
        let line: ExtendedAttributeName = "user.footing.18"
        let page: ExtendedAttributeName = "user.footing.3000"
        let absent: ExtendedAttributeName = "user.footing.absent"
        let scratch: ExtendedAttributeName = "user.footing.scratch"
        let array = [UInt8](repeating: 0x61, count: 18)
        let data = Data(array)
        let text = String(decoding: array, as: UTF8.self)
        try attributes.set(array.prefix(14), for: short)
        try attributes.set(array, for: line)
        try attributes.set([UInt8](repeating: 0x61, count: 3_000), for: page)

        func reading(
            _ title: String,
            _ promised: Int,
            _ view: ExtendedAttributes,
            _ name: ExtendedAttributeName
        ) -> Case {
            Case(title: title, promised: promised) {
                blackHole(try view.withBytes(of: name) { $0.byteCount })
            }
        }
        func copying(_ title: String, _ promised: Int, _ name: ExtendedAttributeName) -> Case {
            Case(title: title, promised: promised) { blackHole(try attributes.data(for: name)) }
        }
        func decoding<Value>(
            _ title: String,
            _ promised: Int,
            _ key: ExtendedAttributeKey<Value>
        ) -> Case {
            Case(title: title, promised: promised) { blackHole(try attributes.value(for: key)) }
        }
        func typed<Value>(
            _ value: Value,
            _ key: ExtendedAttributeKey<Value>,
            _ how: String = ""
        ) throws -> Case {
            try attributes.set(value, for: key)
            return decoding("value, \(Value.self)\(how)", 1, key)
        }
        func setting(_ title: String, _ bytes: some Collection<UInt8>) -> Case {
            Case(title: title, promised: 0) { try attributes.set(bytes, for: scratch) }
        }
        func encoding<Value>(_ value: Value, _ key: ExtendedAttributeKey<Value>) -> Case {
            Case(title: "set by a key for \(Value.self)", promised: 0) {
                try attributes.set(value, for: key)
            }
        }
        cases = [
            reading("withBytes, 18 B", 0, attributes, line),
            reading("withBytes, 3 000 B", 0, attributes, page),
            reading("withBytes of an open file, 3 000 B", 0, open, page),
            reading("withBytes, missing", 0, attributes, absent),
            copying("data, missing", 0, absent),
            copying("data, 14 B", 0, short),
            // The bytes, and the object that owns them.
            copying("data, 18 B", 2, line),
            copying("data, 3 000 B", 2, page),
            decoding("value, String, missing", 0, ExtendedAttributeKey<String>(absent)),
            decoding("value, String, 14 B", 0, ExtendedAttributeKey<String>(short)),
            decoding("value, String, 18 B", 1, ExtendedAttributeKey<String>(line)),
            try typed(7_000_000_000, .init("user.footing.integer")),
            try typed(UInt64.max, .init("user.footing.word", as: .bigEndian), " of 8 bytes"),
            try typed(true, .init("user.footing.bool")),
            try typed(Date(timeIntervalSince1970: 1_700_000_000.5), .init("user.footing.date")),
            try typed(UUID(), .init("user.footing.uuid")),
            setting("set, Data", data),
            setting("set, [UInt8]", array),
            setting("set, a string's utf8", text.utf8),
            encoding(data, ExtendedAttributeKey<Data>(scratch)),
            encoding(text, ExtendedAttributeKey<String>(scratch)),
            Case(title: "remove, missing", promised: 0) { try attributes.remove(absent) },
            Case(title: "set and remove", promised: 0) {
                try attributes.set(array, for: scratch, mode: .createOrReplace)
                try attributes.remove(scratch)
            },
        ]
        cases += try Self.mappingCases() + Self.localizationCases() + Self.collectionsCases()
    }

    /// Prints a line for each case; false if one makes more than is promised.
    func print() throws -> Bool {
        guard footing_allocation_count() >= 0 else {
            Swift.print("skipped: allocations can be counted with glibc only")
            return true
        }
        // The controls are known to allocate once, and show that this counts as one.
        var kept: Box?
        let controls = [
            Case(title: "control: an object", promised: 1) { kept = Box() },
            Case(title: "control: memory", promised: 1) {
                let memory = UnsafeMutableRawPointer.allocate(byteCount: 100, alignment: 64)
                blackHole(memory)
                memory.deallocate()
            },
        ]
        defer { blackHole(kept) }
        var isOK = true
        Swift.print(Self.line("case", "allocations each", "promised", ""))
        for control in controls {
            let each = try allocations(of: control)
            let isSeen = each == Double(control.promised)
            Swift.print(
                Self.line(control.title, "\(each)", "exactly 1", isSeen ? "ok" : "not seen")
            )
            if !isSeen { isOK = false }
        }
        for row in cases {
            let each = try allocations(of: row)
            let isKept = each <= Double(row.promised)
            Swift.print(Self.line(row.title, "\(each)", "\(row.promised)", isKept ? "ok" : "over"))
            if !isKept { isOK = false }
        }
        return isOK
    }

    private func allocations(of row: Case) throws -> Double {
        let rounds = 1_000
        // Allocations that a process makes once don't count.
        for _ in 0..<10 { try row.body() }
        let before = footing_allocation_count()
        for _ in 0..<rounds { try row.body() }
        return Double(footing_allocation_count() - before) / Double(rounds)
    }

    private static func line(_ cells: String...) -> String {
        zip(cells, [38, 18, 11, 8]).map { cell, width in
            cell + String(repeating: " ", count: max(0, width - cell.count))
        }.joined()
    }
}

private final class Box {}
