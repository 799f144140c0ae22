import Foundation
import XCTest

/// The main destination in whole programs, each served in its own way.
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

    func testMainCodeThatWaitsForTheOperationQueueOfMainDoesNotHang() throws {
        let fact = try facts("operations").first ?? ""
        XCTAssertTrue(["operations ran", "operations wouldDeadlock"].contains(fact), fact)
    }

    func testRunLoopThatAnOperationNamesFirstLivesOn() throws {
        XCTAssertEqual(try facts("loopInOperation"), ["loop ran"])
    }

    // MARK: Stops

    func testCycleOfWaitsWithoutTimeoutsStopsTheProgramWithASentenceThatNamesIt() throws {
        try expectStop(
            "cycle",
            "on the main queue: the wait would never end, because these wait for each other: "
                + "files → main → files"
        )
    }

    func testCrossingWaitsWithoutTimeoutsStopTheProgramWithASentenceThatNamesBoth() throws {
        try expectStop(
            "crossing",
            "the wait would never end, because these wait for each other: ",
            "files → scanner",
            "scanner → files"
        )
    }

    func testForgottenCallStopsTheProgram() throws {
        for mode in ["forgotten", "forgottenRun"] {
            try expectStop(
                mode,
                "Could not call an object on Forgetful:",
                "the destination refused or dropped the call"
            )
        }
    }

    func testCallOnARunLoopWhoseThreadEndedStopsTheProgram() throws {
        for mode in ["endedLoop", "endedLoopRun"] {
            try expectStop(
                mode,
                "Could not call an object on a run loop:",
                "the destination refused or dropped the call"
            )
        }
    }

    func testConfinedObjectThatIsUsedWithinItsOwnCallStopsTheProgram() throws {
        try expectStop(
            "confined",
            "An object confined to the queue “tally” was used within its own call."
        )
        try expectStop(
            "confinedOnWorker",
            "An object confined to the worker thread “counter” was used within its own call."
        )
    }

    func testCheckOfIsolationStopsTheProgramElsewhere() throws {
        try expectStop(
            "isolation",
            "This code runs on a thread other than the worker thread “scanner”."
        )
    }

    func testCallOfAnObjectThatIsBeingDeallocatedStopsTheProgram() throws {
        try expectStop("deinit", "deallocated with non-zero retain count")
    }

    func testRefusedCallIsWrittenToStandardError() throws {
        let (process, errors) = (Process(), Pipe())
        process.standardError = errors
        let sentence = try output(of: "refused", process, readingFrom: errors)
        XCTAssertEqual(process.terminationStatus, 0)
        XCTAssertTrue(
            sentence.hasPrefix("Could not call an object on the worker thread “scanner”: "),
            sentence
        )
        XCTAssertEqual(sentence.split(separator: "\n", omittingEmptySubsequences: false).count, 2)
    }

    func testRefusedCallSurvivesAClosedStandardError() throws {
        XCTAssertEqual(try facts("unheard"), ["survived true"])
    }

    /// Expects that the program dies of a sentence with these parts.
    private func expectStop(_ mode: String, _ parts: String...) throws {
        let (process, errors) = (Process(), Pipe())
        process.standardError = errors
        process.environment = ["SWIFT_BACKTRACE": "enable=no"]
        let output = try output(of: mode, process, readingFrom: errors)
        XCTAssertEqual(process.terminationReason, .uncaughtSignal, mode)
        XCTAssertNotEqual(process.terminationStatus, SIGTERM, mode)
        for part in parts { XCTAssertTrue(output.contains(part), "\(mode): \(output)") }
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
        // On Linux, waitUntilExit looks only every 50 milliseconds.
        let ended = DispatchSemaphore(value: 0)
        process.terminationHandler = { _ in ended.signal() }
        try process.run()
        let overdue = DispatchWorkItem { process.terminate() }
        DispatchQueue.global().asyncAfter(deadline: .now() + ample, execute: overdue)
        let data = output.fileHandleForReading.readDataToEndOfFile()
        ended.wait()
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
