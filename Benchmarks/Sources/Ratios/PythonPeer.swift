import Foundation
import Harness

extension ChildPeer {
    /// Starts a peer in Python.
    ///
    /// - Parameters:
    ///   - program: Which Python.
    ///   - modules: What to import, separated by commas.
    ///   - work: Lines that are done as often as told, in a function of their own.
    ///   - arguments: What the lines find in `arguments`.
    /// - Returns: The peer, ready to work.
    /// - Throws: `Comparison.Unavailable` if there is no such Python, or a module is missing.
    static func python(
        _ program: String = "python3",
        importing modules: String,
        work: String,
        with arguments: [String]
    ) throws -> ChildPeer {
        let indented = work.split(separator: "\n").map { "        " + $0 }.joined(separator: "\n")
        let script = """
            import os, sys, time
            try:
                import \(modules)
            except ImportError as error:
                print(error, flush=True)
                sys.exit()

            def work(count, arguments):
                for _ in range(count):
            \(indented)

            print("ready", flush=True)
            for line in sys.stdin:
                start = time.perf_counter_ns()
                work(int(line), sys.argv[1:])
                print(time.perf_counter_ns() - start, flush=True)
            """
        return try ChildPeer(program, ["-c", script] + arguments)
    }
}
