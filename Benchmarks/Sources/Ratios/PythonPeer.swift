import Foundation
import Harness

extension ChildPeer {
    /// Starts a peer in Python.
    ///
    /// - Parameters:
    ///   - program: The name or path of the interpreter.
    ///   - modules: The modules to import, separated by commas.
    ///   - setup: Lines that run once before. Their error tells why the peer is unavailable.
    ///   - work: The measured lines, which run repeatedly in a function of their own.
    ///   - arguments: The value of `arguments` in these lines.
    /// - Returns: The peer, ready to work.
    /// - Throws: `Comparison.Unavailable` if the interpreter or a module is missing.
    static func python(
        _ program: String = "python3",
        importing modules: String,
        setup: String = "pass",
        work: String,
        with arguments: [String]
    ) throws -> ChildPeer {
        func indented(_ lines: String, by columns: Int) -> String {
            let space = String(repeating: " ", count: columns)
            return lines.split(separator: "\n").map { space + $0 }.joined(separator: "\n")
        }
        let script = """
            import gc, os, sys, time
            try:
                import \(modules)
                arguments = sys.argv[1:]
            \(indented(setup, by: 4))
            except Exception as error:
                print(error, flush=True)
                sys.exit()

            def work(count, arguments):
                for _ in range(count):
            \(indented(work, by: 8))

            # As timeit does it: what collecting cycles takes depends on all that was made before.
            gc.disable()
            print("ready", flush=True)
            for line in sys.stdin:
                start = time.perf_counter_ns()
                work(int(line), arguments)
                print(time.perf_counter_ns() - start, flush=True)
            """
        return try ChildPeer(program, ["-c", script] + arguments)
    }
}

/// The Python with the packages of `Peers/requirements.txt`, if it has been set up.
var peersPython: String? { peer(at: "peers/bin/python3") }

/// The program at a path in `.build`, if `Peers/install` has made it.
func peer(at path: String) -> String? {
    let package = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
    let program = package.appending(path: ".build/\(path)").path
    return FileManager.default.isExecutableFile(atPath: program) ? program : nil
}
