import Foundation
import XCTest

import Harness

final class MeasurementTests: XCTestCase {
    func testRatioIsOursToThePeersAndNoiseIsThePeerAgainstItself() {
        let round = Measurement.Round(peer: (100, 110), ours: (50, 55))

        let measurement = Measurement(rounds: [round])

        XCTAssertEqual(measurement.ratio, 0.5, accuracy: 1e-9)
        XCTAssertEqual(measurement.noise, 0.1, accuracy: 1e-9)
        XCTAssertEqual(measurement.ours, 52.5)
        XCTAssertEqual(measurement.peer, 105)
    }

    func testOneRoundThatWasDisturbedDoesNotCount() {
        let calm = Measurement.Round(peer: (100, 100), ours: (50, 50))
        let disturbed = Measurement.Round(peer: (100, 100), ours: (5_000, 5_000))

        let measurement = Measurement(rounds: [calm, disturbed, calm])

        XCTAssertEqual(measurement.ratio, 0.5)
    }

    func testARowIsShortOnlyBeyondTheNoise() {
        let measurement = Measurement(rounds: [.init(peer: (100, 110), ours: (110, 110))])

        XCTAssertTrue(measurement.reaches(1.0))
        XCTAssertFalse(measurement.reaches(0.9))
    }

    func testWorkThatTakesTwiceAsLongHasTwiceTheRatio() throws {
        // Both sides say how long they took, so that a busy machine can't change the ratio.
        let row = Comparison("row", to: "peer", goal: 1) { _ in
            Comparison.Sides(
                timingOurs: { count in 200 * Double(count) },
                timingPeer: { count in 100 * Double(count) }
            )
        }

        let measurement = try row.measure(.smoke)

        XCTAssertEqual(measurement.ratio, 2, accuracy: 1e-9)
    }

    func testWorkIsTimedInNanoseconds() {
        // Sleeping takes at least as long as asked, however busy the machine is.
        let elapsed = nanoseconds(of: { count in usleep(1_000 * UInt32(count)) }, 2)

        XCTAssertGreaterThanOrEqual(elapsed, 2e6)
    }

    func testRatioIsTakenToTheLimitHoweverOftenTheWorkIsDone() throws {
        let row = Comparison("row", to: "limit", goal: 1, in: .bytes) { _ in
            Comparison.Sides(timingOurs: { count in 50 * Double(count) }, limit: 200)
        }

        let measurement = try row.measure(.smoke)

        XCTAssertEqual(measurement.ratio, 0.25, accuracy: 1e-9)
        XCTAssertEqual(measurement.noise, 0)
    }

    func testWorkThatKeepsNothingCanBeMeasured() throws {
        let row = Comparison("row", to: "limit", goal: 0.05, in: .bytes) { _ in
            Comparison.Sides(timingOurs: { _ in 0 }, limit: 200)
        }

        XCTAssertTrue(try row.measure(.smoke).reaches(0.05))
    }

    func testAnUnavailablePeerIsSaid() {
        let row = Comparison("row", to: "peer", goal: 1, unavailable: "python3 is missing")

        XCTAssertThrowsError(try row.measure(.smoke)) { error in
            XCTAssertEqual("\(error)", "python3 is missing")
        }
    }

    func testARowIsPreparedOnceForAllItsRunsAndCleanedUpAfterThem() throws {
        var events: [String] = []
        let row = Comparison("row", to: "peer", goal: 1) { effort in
            events.append("prepared \(effort.isSmoke)")
            return Comparison.Sides(
                ours: { _ in usleep(100) },
                peer: { _ in usleep(100) },
                cleanUp: { events.append("cleaned up") }
            )
        }

        try row.measure(.smoke, runs: 3) { _ in events.append("measured") }

        XCTAssertEqual(
            events,
            ["prepared true", "measured", "measured", "measured", "cleaned up"]
        )
    }

    func testWorkThatFailsIsCleanedUp() {
        struct Failure: Error {}
        var isClean = false
        let row = Comparison("row", to: "peer", goal: 1) { _ in
            Comparison.Sides(ours: { _ in throw Failure() }, peer: { _ in }) { isClean = true }
        }

        XCTAssertThrowsError(try row.measure(.smoke)) { XCTAssertTrue($0 is Failure) }
        XCTAssertTrue(isClean)
    }
}
