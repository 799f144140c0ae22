import Foundation
import TestSupport
import XCTest

/// A test again in a process of its own, which runs beside this one until it is stopped.
///
/// There, `XCTestCase.secondProcessFile` is the file, and the test calls `untilStopped`.
final class SecondProcess {
    private let process: Process
    private let input = Pipe()
    private let output = Pipe()
    private let ended = DispatchSemaphore(value: 0)

    init(of test: XCTestCase, on file: URL) throws {
        let environment = ["FOOTING_SECOND_PROCESS_FILE": file.path]
        process = Process(test.command, environment: environment)
        process.standardInput = input
        process.standardOutput = output
        process.standardError = output
        let ended = ended
        process.terminationHandler = { _ in ended.signal() }
        try process.run()
    }

    var isRunning: Bool { process.isRunning }

    /// Stops the process, fails the test if the process failed, and returns the number of its
    /// changes.
    func stop(line: UInt = #line) throws -> Int {
        // The process waits for the end of its input, which also comes if this process dies.
        try input.fileHandleForWriting.close()
        let printed = String(
            decoding: try output.fileHandleForReading.readToEnd() ?? Data(),
            as: UTF8.self
        )
        guard ended.wait(timeout: .now() + 60) == .success else {
            process.terminate()
            XCTFail("The second process hangs: \(printed)", line: line)
            return 0
        }
        XCTAssertEqual(process.terminationStatus, 0, printed, line: line)
        let rounds = printed.split(separator: "\n").compactMap { line in
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
