import Foundation
import Records

/// Counts what is promised as a number, and so is no question of speed.
///
/// Without arguments: the allocations of single calls, the access checks of many, and the peak of
/// memory while a document is read, one line a case; the exit status is 1 if one is more than is
/// promised. With `reads` or `refusals`: only makes calls, which a tracer counts (see
/// `.ci/syscalls`). The program itself starts a copy with `peak`. With any other arguments the exit
/// status is 64.
@main
struct Counts {
    static func main() {
        let arguments = CommandLine.arguments.dropFirst()
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "footing-\(UUID().uuidString)")
        var status: Int32 = 1
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
            status = try run(Array(arguments), on: folder.appending(path: "file"))
        } catch {
            print(error)
        }
        try? FileManager.default.removeItem(at: folder)
        exit(status)
    }

    /// Returns the exit status.
    private static func run(_ arguments: [String], on file: URL) throws -> Int32 {
        try Data().write(to: file)
        switch arguments.first {
        case nil:
            let hasFewAllocations = try AllocationTable(file: file).print()
            let hasNoChecks = try AccessChecks.print()
            let hasLowPeak = try PeakMemory.print(in: file.deletingLastPathComponent())
            return hasFewAllocations && hasNoChecks && hasLowPeak ? 0 : 1
        case "reads" where arguments.count == 4:
            guard let way = Reading(rawValue: arguments[1]), let size = Int(arguments[2]),
                let count = Int(arguments[3])
            else { break }
            try way.read(file, size: size, times: count)
            return 0
        case "refusals" where arguments.count == 2:
            guard let count = Int(arguments[1]) else { break }
            refuse(file, times: count)
            return 0
        case "peak" where arguments.count == 4:
            guard let way = PeakMemory.Way(rawValue: arguments[1]) else { break }
            try PeakMemory.measure(
                way,
                small: URL(filePath: arguments[2]),
                large: URL(filePath: arguments[3])
            )
            return 0
        default:
            break
        }
        let ways = Reading.allCases.map(\.rawValue).joined(separator: "|")
        let wrong = arguments.joined(separator: " ")
        let sentence =
            "Counts: there is nothing to do for “\(wrong)”; "
            + "usage: Counts [reads \(ways) SIZE TIMES | refusals TIMES]\n"
        FileHandle.standardError.write(Data(sentence.utf8))
        return 64
    }
}
