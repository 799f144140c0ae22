import Dispatch
import Foundation

/// A program that measures sections of rows and prints their ratios.
public struct RatioProgram: Sendable {
    /// Rows about one product.
    public typealias Section = (name: String, rows: @Sendable () -> [Comparison])

    private let name: String
    private let sections: [Section]

    /// Creates a program called `name`, which measures all `sections` or those that its arguments
    /// name.
    public init(_ name: String, sections: [Section]) {
        self.name = name
        self.sections = sections
    }

    private var usage: String {
        """
        usage: \(name) [TARGET ...] [--runs N] [--smoke]

          TARGET    one or more of: \(sections.map(\.name).joined(separator: " "))
          --runs N  measure each row N times; it is ok when it is in most of them
          --smoke   a moment a row, to see that all of them run
        """
    }

    /// Measures the rows that the command line asks for, and ends the process.
    ///
    /// The exit status is 0 if all rows ran, however slow they were, 1 if one failed, and 64 if an
    /// argument is unknown.
    public func run() -> Never {
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
                exit(0)
            default:
                guard sections.contains(where: { $0.name == argument }) else {
                    fail("no rows for “\(argument)”")
                }
                names.append(argument)
            }
        }
        let chosen = sections.filter { names.isEmpty || names.contains($0.name) }
        let report = Report(runs: runs, effort: effort)
        // On a thread like a server's: Dispatch treats the main thread in a way of its own.
        Thread.detachNewThread {
            exit(report.print(chosen.map { ($0.name, $0.rows()) }) ? 0 : 1)
        }
        // Serves the main queue, on the main thread.
        while true { RunLoop.main.run() }
    }

    private func fail(_ message: String) -> Never {
        FileHandle.standardError.write(Data("\(name): \(message)\n\(usage)\n".utf8))
        exit(64)
    }
}
