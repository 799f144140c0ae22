import Foundation
import XCTest

/// What main is in whole programs, each served in its own way.
final class ProbeTests: XCTestCase {
    func testProgramWithARunLoop() throws {
        XCTAssertEqual(
            try facts("runLoop"),
            ["before true", "plain false", "served true", "waited true", "hopped true"]
        )
    }

    func testProgramThatEndsInDispatchMain() throws {
        XCTAssertEqual(
            try facts("dispatchMain"),
            ["before true", "plain false", "served true", "waited true", "hopped true"]
        )
    }

    func testProgramThatBlocksItsMainThread() throws {
        XCTAssertEqual(try facts("blocked"), ["before true", "plain false", "served false"])
    }

    func testProgramWithAnAsynchronousMain() throws {
        XCTAssertEqual(
            try facts("async"),
            [
                "before true", "after true", "plain false", "served true", "waited true",
                "hopped true",
            ]
        )
    }

    func testCycleOfWaitsWithoutTimeoutsStopsTheProgramWithASentenceThatNamesIt() throws {
        let (process, errors) = (Process(), Pipe())
        process.standardError = errors
        process.environment = ["SWIFT_BACKTRACE": "enable=no"]
        let sentence = try output(of: "cycle", process, readingFrom: errors)
        XCTAssertEqual(process.terminationReason, .uncaughtSignal)
        XCTAssertTrue(
            sentence.contains(
                "Could not call an object on the main queue: the wait would never end, since these "
                    + "wait for each other: files → main → files"
            ),
            sentence
        )
    }

    private func facts(_ mode: String) throws -> [String] {
        let (process, facts) = (Process(), Pipe())
        process.standardOutput = facts
        let lines = try output(of: mode, process, readingFrom: facts).split(separator: "\n")
        XCTAssertEqual(process.terminationStatus, 0, mode)
        return lines.map(String.init)
    }

    private func output(
        of mode: String,
        _ process: Process,
        readingFrom output: Pipe
    ) throws -> String {
        process.executableURL = products.appending(path: "ProxiesProbe")
        process.arguments = [mode]
        try process.run()
        let overdue = DispatchWorkItem { process.terminate() }
        DispatchQueue.global().asyncAfter(deadline: .now() + ample, execute: overdue)
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        overdue.cancel()
        return String(decoding: data, as: UTF8.self)
    }

    // Programs are built beside the tests.
    private var products: URL {
        for bundle in Bundle.allBundles where bundle.bundlePath.hasSuffix(".xctest") {
            return bundle.bundleURL.deletingLastPathComponent()
        }
        return Bundle.main.bundleURL
    }
}
