import Foundation
import TestSupport
import XCTest

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
        // Before `file()`, which may need the same privileges as the program.
        try require(program + ["test", "-x", command[0]])
        let (status, output) = try runProgram(
            program + command,
            environment: ["FOOTING_CHILD_FILE": file().path]
        )
        XCTAssertEqual(status, 0, "In the child process: \(output)")
        for line in output.split(separator: "\n") where line.hasPrefix(seenPrefix) { print(line) }
        if status == 0, !output.contains(finished) { throw XCTSkip("In the child: \(output)") }
    }
}
