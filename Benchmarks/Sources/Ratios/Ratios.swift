import Dispatch
import Foundation
import Harness

/// Prints how long our work takes, as a ratio to a peer's in the same run.
@main
enum Ratios {
    static let usage = """
        usage: Ratios [TARGET ...] [--runs N] [--smoke]

          TARGET    one or more of: \(sections.map(\.name).joined(separator: " "))
          --runs N  measure each row N times; it is ok when it is in most of them
          --smoke   a moment a row, to see that all of them run
        """

    static let sections: [(name: String, rows: @Sendable () -> [Comparison])] = [
        ("ExtendedAttributes", Comparison.extendedAttributes),
        ("Localization", Comparison.localization),
        ("Mapping", Comparison.mapping),
        ("Observation", Comparison.observation),
        ("Operations", Comparison.operations),
        ("Proxies", Comparison.proxies),
    ]

    static func main() {
        var runs = 1
        var effort = Effort.full
        var names: [String] = []
        var arguments = CommandLine.arguments.dropFirst()
        while let argument = arguments.popFirst() {
            switch argument {
            case "--runs":
                guard let count = arguments.popFirst().flatMap({ Int($0) }), count > 0 else {
                    fail("--runs takes a number from 1 on")
                }
                runs = count
            case "--smoke": effort = .smoke
            case "--help", "-h":
                print(usage)
                return
            default:
                guard sections.contains(where: { $0.name == argument }) else {
                    fail("no rows for “\(argument)”")
                }
                names.append(argument)
            }
        }
        let chosen = sections.filter { names.isEmpty || names.contains($0.name) }
        let report = Report(runs: runs, effort: effort)
        let isSmoke = effort.isSmoke
        // On a thread like a server's: for Dispatch the main thread is a special one.
        Thread.detachNewThread {
            let counts = report.print(chosen.map { ($0.name, $0.rows()) })
            // A smoke run proves that the rows run, not how fast they are.
            exit(counts.failed == 0 && (counts.short == 0 || isSmoke) ? 0 : 1)
        }
        dispatchMain()
    }

    private static func fail(_ message: String) -> Never {
        FileHandle.standardError.write(Data("Ratios: \(message)\n\(usage)\n".utf8))
        exit(64)
    }
}
