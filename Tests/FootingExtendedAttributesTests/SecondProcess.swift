import Foundation
import TestSupport
import XCTest

/// A test again in a process of its own, which runs beside this one until it is stopped.
///
/// There, `XCTestCase.secondProcessFile` is the file, and the test calls `untilStopped`.
final class SecondProcess {
    private let process: Process
    private let input = Pipe()
    private let end = Shared<Result<EndedProgram, any Error>?>()
    private let done: Gate

    init(of test: XCTestCase, on file: URL) {
        let environment = ["FOOTING_SECOND_PROCESS_FILE": file.path]
        let process = Process(test.command, environment: environment)
        process.standardInput = input
        done = startThread { [end] in end.value = Result { try process.runToEnd() } }
        self.process = process
    }

    var isRunning: Bool { !done.isOpen }

    /// Stops the process, fails the test if the process failed, and returns the number of its
    /// changes.
    func stop(line: UInt = #line) throws -> Int {
        // The process waits for the end of its input, which also comes if this process dies.
        try input.fileHandleForWriting.close()
        done.pass(line: line)
        guard let end = try end.value?.get() else {
            process.terminate()
            return 0
        }
        XCTAssertEqual(end.status, 0, end.output, line: line)
        let rounds = end.output.split(separator: "\n").compactMap { line in
            line.hasPrefix(Self.report) ? Int(line.dropFirst(Self.report.count)) : nil
        }
        return rounds.first ?? 0
    }

    fileprivate static let report = "Changes made: "
}

extension XCTestCase {
    /// The file to change, in a process that `SecondProcess` has started.
    static var secondProcessFile: URL? {
        ProcessInfo.processInfo.environment["FOOTING_SECOND_PROCESS_FILE"].map {
            URL(filePath: $0)
        }
    }

    /// Calls `change` until the first process stops this one.
    func untilStopped(_ change: () throws -> Void) throws {
        var input = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
        var rounds = 0
        // `input` is one entry, as the call is told.
        while unsafe poll(&input, 1, 0) == 0 {
            for _ in 0..<16 { try change() }
            rounds += 16
        }
        print(SecondProcess.report + "\(rounds)")
    }
}
