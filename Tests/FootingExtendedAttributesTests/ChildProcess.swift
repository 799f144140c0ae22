import Foundation
import XCTest

/// Runs a program and returns what it printed on both its outputs.
func runProgram(_ command: [String], environment: [String: String] = [:]) throws -> (
    status: Int32, output: String
) {
    let (status, output) = try runForBytes(command, environment: environment)
    return (status, String(decoding: output, as: UTF8.self))
}

/// Runs a program that has to succeed and returns the bytes that it printed.
func bytesPrinted(
    by command: [String],
    file: StaticString = #filePath,
    line: UInt = #line
) throws -> Data {
    let (status, output) = try runForBytes(command, environment: ["LC_ALL": "C"])
    let words = { String(decoding: output, as: UTF8.self) }
    XCTAssertEqual(status, 0, "\(command): \(words())", file: file, line: line)
    return output
}

private func runForBytes(
    _ command: [String],
    environment: [String: String]
) throws -> (status: Int32, output: Data) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    process.standardInput = FileHandle.nullDevice
    // On Linux, waitUntilExit looks only every 50 milliseconds.
    let ended = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in ended.signal() }
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    ended.wait()
    return (process.terminationStatus, output)
}

/// Skips the test if `program` can't be started or does not work here.
func require(_ command: [String]) throws {
    let (status, output) = try runProgram(command)
    guard status == 0 else {
        throw XCTSkip("“\(command.joined(separator: " "))” does not work here: \(output)")
    }
}

/// Prints what a test has seen, also from a child process.
func printSeen(_ text: String) { print(seenPrefix + text) }

private let seenPrefix = "Seen: "

extension XCTestCase {
    /// The file to work on, in a child process that `inChild` has started.
    static var childFile: URL? {
        ProcessInfo.processInfo.environment["FOOTING_CHILD_FILE"].map { URL(filePath: $0) }
    }

    /// Runs `body` on `file` in a child process: this one test again, under another program.
    ///
    /// In that child, this runs `body` and ends the test. The test is skipped if the program can't
    /// be used here.
    func inChild(
        under program: [String],
        on file: @autoclosure () throws -> URL,
        _ body: (URL) throws -> Void
    ) throws {
        let finished = "The body has run in the child process."
        if let file = Self.childFile {
            try body(file)
            throw XCTSkip(finished)
        }
        let bundle = CommandLine.arguments[0]
        let test = name.split(separator: ".").joined(separator: "/")
        // Before `file()`, which may need the same privileges as the program.
        try require(program + ["test", "-x", bundle])
        let (status, output) = try runProgram(
            program + [bundle, "FootingExtendedAttributesTests.\(test)"],
            environment: ["FOOTING_CHILD_FILE": file().path]
        )
        XCTAssertEqual(status, 0, "In the child process: \(output)")
        for line in output.split(separator: "\n") where line.hasPrefix(seenPrefix) { print(line) }
        if status == 0, !output.contains(finished) { throw XCTSkip("In the child: \(output)") }
    }
}
