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

    private func facts(_ mode: String) throws -> [String] {
        let process = Process()
        let output = Pipe()
        process.executableURL = products.appending(path: "ProxiesProbe")
        process.arguments = [mode]
        process.standardOutput = output
        try process.run()
        let overdue = DispatchWorkItem { process.terminate() }
        DispatchQueue.global().asyncAfter(deadline: .now() + ample, execute: overdue)
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        overdue.cancel()
        XCTAssertEqual(process.terminationStatus, 0, mode)
        return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    // Programs are built beside the tests.
    private var products: URL {
        for bundle in Bundle.allBundles where bundle.bundlePath.hasSuffix(".xctest") {
            return bundle.bundleURL.deletingLastPathComponent()
        }
        return Bundle.main.bundleURL
    }
}
