package import Foundation
package import XCTest

/// The end of a program that a test has run, with all that it printed on both its outputs.
package struct EndedProgram {
    package let status: Int32
    package let reason: Process.TerminationReason
    package let bytes: Data

    package var output: String { String(decoding: bytes, as: UTF8.self) }
}

extension Process {
    /// Makes a process, not started yet, with this process's environment and some variables; those
    /// that are `nil` are not set in it.
    package convenience init(_ command: [String], environment: [String: String?] = [:]) {
        self.init()
        executableURL = URL(filePath: "/usr/bin/env")
        arguments = command
        standardInput = FileHandle.nullDevice
        self.environment = environment.reduce(into: ProcessInfo.processInfo.environment) {
            $0[$1.key] = $1.value
        }
    }

    /// Runs the process to its end.
    package func runToEnd() throws -> EndedProgram {
        let pipe = Pipe()
        standardOutput = pipe
        standardError = pipe
        // On Linux, waitUntilExit looks only every 50 milliseconds.
        let ended = DispatchSemaphore(value: 0)
        terminationHandler = { _ in ended.signal() }
        try run()
        let bytes = try pipe.fileHandleForReading.readToEnd() ?? Data()
        ended.wait()
        return EndedProgram(status: terminationStatus, reason: terminationReason, bytes: bytes)
    }
}

/// Runs a program and returns what it printed on both its outputs.
package func runProgram(
    _ command: [String],
    environment: [String: String?] = [:]
) throws -> (status: Int32, output: String) {
    let end = try Process(command, environment: environment).runToEnd()
    return (end.status, end.output)
}

/// Runs a program that has to succeed and returns the bytes that it printed.
package func bytesPrinted(
    by command: [String],
    file: StaticString = #filePath,
    line: UInt = #line
) throws -> Data {
    let end = try Process(command, environment: ["LC_ALL": "C"]).runToEnd()
    XCTAssertEqual(end.status, 0, "\(command): \(end.output)", file: file, line: line)
    return end.bytes
}

/// Skips the test if `program` can't be started or does not work here.
package func require(_ command: [String]) throws {
    let (status, output) = try runProgram(command)
    guard status == 0 else {
        throw XCTSkip("“\(command.joined(separator: " "))” does not work here: \(output)")
    }
}

extension XCTestCase {
    /// The command that runs this test alone.
    package var command: [String] {
        let module = String(reflecting: type(of: self)).prefix { $0 != "." }
        let test = name.split(separator: ".").joined(separator: "/")
        return [CommandLine.arguments[0], "\(module).\(test)"]
    }
}
