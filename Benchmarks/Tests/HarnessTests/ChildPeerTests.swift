import Foundation
import XCTest

import Harness

final class ChildPeerTests: XCTestCase {
    func testAnswersAreThePeersOwnTimes() throws {
        let peer = try ChildPeer(
            "sh",
            ["-c", "echo ready; while read n; do echo $((n * 7)); done"]
        )

        XCTAssertEqual(try peer.nanoseconds(1), 7)
        XCTAssertEqual(try peer.nanoseconds(1_000_000), 7_000_000)
        peer.end()
        peer.end()
    }

    func testManyAnswersInARowAreKeptApart() throws {
        let peer = try ChildPeer("sh", ["-c", "echo ready; exec cat"])
        defer { peer.end() }

        for count in 1...2_000 { XCTAssertEqual(try peer.nanoseconds(count), Double(count)) }
    }

    func testAReasonInPlaceOfTheGreetingIsTold() {
        XCTAssertThrowsError(try ChildPeer("sh", ["-c", "echo no such module; cat"])) { error in
            XCTAssertEqual("\(error)", "no such module")
            XCTAssertTrue(error is Comparison.Unavailable)
        }
    }

    func testAMissingProgramIsAReason() {
        XCTAssertThrowsError(try ChildPeer("footing-no-such-program", [])) { error in
            XCTAssertTrue(error is Comparison.Unavailable)
            XCTAssertTrue("\(error)".contains("footing-no-such-program"), "\(error)")
        }
    }

    func testAPeerThatEndsIsAFailureNotAReason() throws {
        let peer = try ChildPeer("sh", ["-c", "echo ready; read n; exit 1"])
        defer { peer.end() }

        XCTAssertThrowsError(try peer.nanoseconds(1)) { error in
            XCTAssertTrue(error is ChildPeer.Ended)
        }
        XCTAssertThrowsError(try peer.nanoseconds(1))
    }

    func testRatioIsTakenToThePeersOwnTimes() throws {
        let row = Comparison("row", to: "sh", goal: 1) { _ in
            Comparison.Sides(
                ours: { count in usleep(UInt32(count) * 1_000) },
                // Says that each piece of work took a tenth of a second.
                peer: try ChildPeer(
                    "sh",
                    ["-c", "echo ready; while read n; do echo $((n * 100000000)); done"]
                )
            )
        }

        let measurement = try row.measure(.smoke)

        XCTAssertEqual(measurement.peer, 100_000_000)
        XCTAssertLessThan(measurement.ratio, 0.5)
    }
}
