import Foundation
import Records

/// How much more memory a process has in use, at most, while it reads a document, than before.
enum PeakMemory {
    /// The reader of a document.
    enum Way: String {
        case structs, objects, decoder, serialization
        /// Ours, with the limits for input that is not trusted.
        case untrusted

        fileprivate func read(_ data: Data) throws {
            switch self {
            case .structs: _ = try RecordReading.structs.count(data)
            case .objects: _ = try RecordReading.objects.count(data)
            case .decoder: _ = try RecordReading.decoder.count(data)
            case .serialization: _ = try RecordReading.serialization.count(data)
            case .untrusted:
                guard try Hostile.issueCountOfList(data) == 1 else { throw Difference() }
            }
        }
    }

    /// Prints a line for each way to read 4.4 MB, and one for a list with too many elements.
    ///
    /// - Returns: Whether ours takes no more than is promised.
    static func print(in folder: URL) throws -> Bool {
        let small = folder.appending(path: "small.json")
        let large = folder.appending(path: "large.json")
        try RecordDocument(10).data.write(to: small)
        try RecordDocument().data.write(to: large)
        func peak(_ way: Way) throws -> Double? {
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
        for way in [Way.structs, .objects, .decoder, .serialization] {
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
        // Fourteen million elements, and a limit of a million.
        try Hostile.list(ofBytes: 3 << 20).write(to: small)
        try Hostile.list(ofBytes: 28 << 20).write(to: large)
        guard let own = try peak(.untrusted) else { return false }
        let limit = 0.35
        let isKept = own / 28 <= limit
        Swift.print(line("28 MiB of “0,”, .untrusted", "peak, MiB", "to its size", "promised"))
        Swift.print(
            line(
                "a list",
                String(format: "%.1f", own),
                String(format: "%.2f", own / 28),
                "\(limit) \(isKept ? "ok" : "over")"
            )
        )
        return isOK && isKept
    }

    /// Reads a document in a process that does nothing else, and prints the growth in KiB.
    static func measure(_ way: Way, small: URL, large: URL) throws {
        // Memory that a process loads once doesn't count.
        try way.read(try Data(contentsOf: small))
        let data = try Data(contentsOf: large)
        // Resets the peak to what is in use now (proc_pid_clear_refs(5)).
        try? Data("5".utf8).write(to: URL(filePath: "/proc/self/clear_refs"))
        let before = kibibytes("VmHWM")
        try way.read(data)
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
