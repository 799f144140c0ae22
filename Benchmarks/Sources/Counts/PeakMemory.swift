import Foundation
import Records

/// How much more memory a process has in use, at most, while it reads a document, than before.
enum PeakMemory {
    /// Prints a line for each way to read 4.4 MB; false if ours takes more than is promised.
    static func print(in folder: URL) throws -> Bool {
        let small = folder.appending(path: "small.json")
        let large = folder.appending(path: "large.json")
        try RecordDocument(10).data.write(to: small)
        try RecordDocument().data.write(to: large)
        func peak(_ way: RecordReading) throws -> Double? {
            let arguments = ["peak", way.rawValue, small.path, large.path]
            return Double(try output(of: arguments)).map { $0 / 1_024 }
        }
        guard let peer = try peak(.decoder), peer > 0 else {
            Swift.print("skipped: the peak of a process's memory can be read on Linux only")
            return true
        }
        let promised = 0.6
        var isOK = true
        Swift.print(line("4.4 MB of JSON to", "peak, MiB", "to JSONDecoder", "promised"))
        for way in [RecordReading.structs, .objects, .decoder, .serialization] {
            guard let own = try peak(way) else { return false }
            let isPromised = way == .structs
            let isKept = own / peer <= promised
            if isPromised, !isKept { isOK = false }
            Swift.print(
                line(
                    way.rawValue,
                    String(format: "%.1f", own),
                    String(format: "%.2f", own / peer),
                    isPromised ? "\(promised) \(isKept ? "ok" : "over")" : ""
                )
            )
        }
        return isOK
    }

    /// Reads a document in a process that does nothing else, and prints the growth in KiB.
    static func measure(_ way: RecordReading, small: URL, large: URL) throws {
        // What is loaded once in a process is not what a document needs.
        _ = try way.count(try Data(contentsOf: small))
        let data = try Data(contentsOf: large)
        // Resets the peak to what is in use now (proc_pid_clear_refs(5)).
        try? Data("5".utf8).write(to: URL(filePath: "/proc/self/clear_refs"))
        let before = kibibytes("VmHWM")
        _ = try way.count(data)
        guard let before, let after = kibibytes("VmHWM") else { return }
        Swift.print(after - before)
    }

    private static func kibibytes(_ field: String) -> Int? {
        guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else {
            return nil
        }
        let line = status.split(separator: "\n").first { $0.hasPrefix("\(field):") }
        return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }
    }

    private static func output(of arguments: [String]) throws -> String {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(filePath: CommandLine.arguments[0])
        process.arguments = arguments
        process.standardOutput = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: output, as: UTF8.self).trimmingCharacters(
            in: .whitespacesAndNewlines
        )
    }

    private static func line(_ cells: String...) -> String {
        zip(cells, [38, 18, 18, 12]).map { cell, width in
            cell + String(repeating: " ", count: max(0, width - cell.count))
        }.joined()
    }
}
