import Foundation
import XCTest

/// Runs a program and returns what it printed on both its outputs.
func runProgram(_ command: [String], environment: [String: String] = [:]) throws -> (
    status: Int32, output: String
) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
}

/// Skips the test if `program` can't be started or does not work here.
func require(_ command: [String]) throws {
    let (status, output) = try runProgram(command)
    guard status == 0 else {
        throw XCTSkip("“\(command.joined(separator: " "))” does not work here: \(output)")
    }
}

extension XCTestCase {
    /// The file that the parent prepared, in a child process that runs this test again.
    static var preparedFile: URL? {
        ProcessInfo.processInfo.environment["FOOTING_PREPARED_FILE"].map { URL(filePath: $0) }
    }

    /// Runs this one test again in a child process, under another program.
    func rerun(under program: [String], on file: URL) throws {
        let parts = name.split(separator: ".")
        let test = "FootingExtendedAttributesTests.\(parts.joined(separator: "/"))"
        let (status, output) = try runProgram(
            program + [CommandLine.arguments[0], test],
            environment: ["FOOTING_PREPARED_FILE": file.path]
        )
        XCTAssertEqual(status, 0, "In the child process: \(output)")
        XCTAssert(output.contains("Executed 1 test"), "No test ran in the child: \(output)")
    }
}
