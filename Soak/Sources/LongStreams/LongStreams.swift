import Foundation

/// Sends 4 GiB and a byte through each streaming call of `FootingArchives`, and measures the peak
/// of memory over that at the start.
///
/// Each case runs in a process of its own, which this program starts. The exit status is 0 if each
/// case returned the bytes that it was given within 4 MiB, 1 if not, 64 for wrong arguments, and 69
/// without `/proc` or room on the volume.
@main
struct LongStreams {
    private static let limit = 4_096
    private static let usage = "usage: LongStreams [--bytes N] [CASE]"

    @MainActor static func main() async {
        var count = 1 << 32 + 1
        var chosen: StreamCase?
        var rest = CommandLine.arguments.dropFirst()
        while let argument = rest.popFirst() {
            if argument == "--bytes", let number = rest.popFirst().flatMap({ Int($0) }), number >= 0
            {
                count = number
            } else if let found = StreamCase.all.first(where: { $0.name == argument }) {
                chosen = found
            } else {
                let names = StreamCase.all.map { "“\($0.name)”" }.joined(separator: ", ")
                fail(64, "\(usage)\n\nThe cases are \(names).")
            }
        }
        guard let chosen else { exit(runAll(count) ? 0 : 1) }
        exit(await run(chosen, count) ? 0 : 1)
    }

    /// Runs each case in a process of its own.
    private static func runAll(_ count: Int) -> Bool {
        print("\(count) bytes a case; memory over the start, at most \(limit) KiB")
        var isGood = true
        for each in StreamCase.all {
            // A child would print the buffered output, too.
            fflush(nil)
            let process = Process()
            process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
            process.arguments = ["--bytes", "\(count)", each.name]
            do {
                try process.run()
            } catch {
                fail(69, "the program can't be started again: \(error)")
            }
            process.waitUntilExit()
            if process.terminationStatus == 69 { exit(69) }
            isGood = isGood && process.terminationStatus == 0
        }
        print(isGood ? "no fault in \(StreamCase.all.count) cases" : "FAILED")
        return isGood
    }

    private static func run(_ chosen: StreamCase, _ count: Int) async -> Bool {
        let folder = URL.temporaryDirectory.appending(path: "footing-streams-\(getpid())")
        defer { try? FileManager.default.removeItem(at: folder) }
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let volume = try FileManager.default.attributesOfFileSystem(forPath: folder.path)
            let free = (volume[.systemFreeSize] as? NSNumber)?.intValue ?? .max
            guard free / 2 > count else {
                try? FileManager.default.removeItem(at: folder)
                fail(69, "\(folder.path) has no room for two files of \(count) bytes")
            }
            // The contents exist before the memory is measured.
            _ = Pattern.shared
            guard let before = PeakMemory.reset() else {
                try? FileManager.default.removeItem(at: folder)
                fail(69, "the peak of memory can't be reset here")
            }
            let clock = ContinuousClock()
            var fault: (any Error)?
            let time = await clock.measure {
                do {
                    try await chosen.run(count, folder)
                } catch {
                    fault = error
                }
            }
            let peak = (PeakMemory.kibibytes() ?? .max) - before
            let isGood = fault == nil && peak <= limit
            let name = chosen.name.padding(toLength: 16, withPad: " ", startingAt: 0)
            let numbers = String(format: "%7.1f s %6d KiB", time / .seconds(1), peak)
            print("\(name) \(numbers)  \(isGood ? "ok" : "FAILED")")
            if let fault { print("  \(fault)") }
            return isGood
        } catch {
            print("\(chosen.name): \(error)")
            return false
        }
    }

    private static func fail(_ status: Int32, _ sentence: String) -> Never {
        FileHandle.standardError.write(Data("streams: \(sentence)\n".utf8))
        exit(status)
    }
}
