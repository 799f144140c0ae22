import Foundation
import XCTest

extension XCTestCase {
    /// Asserts that `lines` are the same in twenty processes, each with its own hash seed.
    ///
    /// Each process runs this one test again, where this only prints the lines that it makes from
    /// the same argument.
    func assertSameInTwentyProcesses(
        _ argument: @autoclosure () throws -> String = "",
        _ lines: (String) throws -> [String]
    ) throws {
        let key = "FOOTING_LINES_OF"
        var environment = ProcessInfo.processInfo.environment
        let mark = "Line: "
        if let argument = environment[key] {
            for line in try lines(argument) { print(mark + line.debugDescription) }
            return
        }
        environment[key] = try argument()
        // With it, every process would have the same hash seed.
        environment["SWIFT_DETERMINISTIC_HASHING"] = nil
        var first: [Substring]?
        for _ in 0..<20 {
            let process = Process()
            process.executableURL = URL(filePath: CommandLine.arguments[0])
            let test = name.split(separator: ".").joined(separator: "/")
            let module = String(reflecting: type(of: self)).prefix { $0 != "." }
            process.arguments = ["\(module).\(test)"]
            process.environment = environment
            process.standardInput = FileHandle.nullDevice
            let pipe = Pipe()
            process.standardOutput = pipe
            process.standardError = pipe
            // On Linux, waitUntilExit looks only every 50 milliseconds.
            let ended = DispatchSemaphore(value: 0)
            process.terminationHandler = { _ in ended.signal() }
            try process.run()
            let output = String(
                decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(),
                as: UTF8.self
            )
            ended.wait()
            XCTAssertEqual(process.terminationStatus, 0, output)
            let printed = output.split(separator: "\n").filter { $0.hasPrefix(mark) }
            XCTAssertFalse(printed.isEmpty, output)
            guard let expected = first else {
                first = printed
                continue
            }
            guard printed != expected else { continue }
            let difference = zip(printed, expected).first { $0 != $1 }
            return XCTFail("\(String(describing: difference)) in two processes")
        }
    }
}
