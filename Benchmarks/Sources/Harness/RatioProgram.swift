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
        usage: \(name) [TARGET ...] [--row N] [--runs N] [--smoke]

          TARGET    one or more of: \(sections.map(\.name).joined(separator: " "))
          --row N   the row with this number alone, without the heading
          --runs N  measure each row N times; it is ok when it is in most of them
          --smoke   a moment a row, to see that all of them run
        """
    }

    /// Measures the rows that the command line names, each in a process of its own, and exits.
    ///
    /// The exit status is 0 if all rows ran, however slow they were, 1 if one failed, and 64 if an
    /// argument is unknown. With `--row` it is that of ``Report/Verdict``.
    public func run() -> Never {
        var runs = 1
        var row: Int?
        var effort = Effort.full
        var names: [String] = []
        var arguments = CommandLine.arguments.dropFirst()
        func number(after option: String) -> Int {
            guard let number = arguments.popFirst().flatMap({ Int($0) }), number > 0 else {
                fail("\(option) takes a number from 1 on")
            }
            return number
        }
        while let argument = arguments.popFirst() {
            switch argument {
            case "--row": row = number(after: argument)
            case "--runs": runs = number(after: argument)
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
        guard let row else {
            let options = ["--runs", "\(runs)"] + (effort.isSmoke ? ["--smoke"] : [])
            let succeeded = report.print(chosen.map { ($0.name, $0.rows().count) }) { name, row in
                status(of: [name, "--row", "\(row)"] + options)
            }
            exit(succeeded ? 0 : 1)
        }
        // On a thread like a server's: Dispatch treats the main thread in a way of its own.
        Thread.detachNewThread {
            let rows = chosen.flatMap { $0.rows() }
            guard row <= rows.count else { fail("there are \(rows.count) rows") }
            exit(report.print(rows[row - 1]).rawValue)
        }
        // Serves the main queue, on the main thread.
        while true { RunLoop.main.run() }
    }

    /// Runs this program once more and returns its exit status, or -1 if a signal ended it.
    ///
    /// Not Foundation's `Process`: its children outlive a terminal's interrupt.
    private func status(of arguments: [String]) -> Int32 {
        let path = Bundle.main.executablePath ?? CommandLine.arguments[0]
        var values: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
        defer { for value in values { free(value) } }
        var process: pid_t = 0
        guard posix_spawn(&process, path, nil, nil, &values, environ) == 0 else {
            fail("\(path) can't be started")
        }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return status & 0x7f == 0 ? status >> 8 & 0xff : -1
    }

    private func fail(_ message: String) -> Never {
        FileHandle.standardError.write(Data("\(name): \(message)\n\(usage)\n".utf8))
        exit(64)
    }
}
