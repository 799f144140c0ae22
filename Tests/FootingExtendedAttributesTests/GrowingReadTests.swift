import Foundation
import XCTest

// The invariants of the read loop under answers that no file system here returns.
@testable import FootingExtendedAttributes

final class GrowingReadTests: XCTestCase {
    func testShortValueTakesOneCall() {
        assertRead(of: 4_096, asks: [4_096])
    }

    func testValueOfUpTo8KiBTakesTwoCalls() {
        assertRead(of: 4_097, asks: [4_096, 8_192])
        assertRead(of: 8_192, asks: [4_096, 8_192])
    }

    func testLargerValueIsMeasuredAndReadWithHeadroom() {
        assertRead(of: 8_193, asks: [4_096, 8_192, 0, 16_384])
        assertRead(of: 60_000, asks: [4_096, 8_192, 0, 75_064])
    }

    func testGrowsWhenTheMeasureIsTooSmall() {
        // A file system that always returns the size 0: the capacity doubles up to the limit.
        assertRead(
            of: 60_000,
            measured: { 0 },
            asks: [4_096, 8_192, 0, 16_384, 0, 32_768, 0, 65_536]
        )
    }

    func testTooBigOnAShortBufferGrowsOnce() {
        let system = FakeSystem(size: 60_000, refusal: E2BIG)
        XCTAssertEqual(system.read(), 60_000)
        XCTAssertEqual(system.asks, [4_096, 65_536])
    }

    func testTooBigOnTheLargestBufferIsFinal() {
        let system = FakeSystem(size: 70_000, refusal: E2BIG)
        XCTAssertEqual(system.read(), -Int(E2BIG))
        XCTAssertEqual(system.asks, [4_096, 65_536])
    }

    func testValueThatIsAlwaysLongerThanMeasuredIsUnstableAfter64Reads() {
        let system = FakeSystem(size: 200_000)
        system.measured = { 10_000 }
        XCTAssertEqual(system.read(), unstableResult)
        XCTAssertEqual(system.asks.filter { $0 != 0 }.count, 64)
        XCTAssertEqual(system.handedOver, 0)
    }

    func testFailureAtAnyStepIsReported() {
        for step in 0..<4 {
            let system = FakeSystem(size: 60_000)
            system.failures = [step: EIO]
            XCTAssertEqual(system.read(), -Int(EIO), "step \(step)")
            XCTAssertEqual(system.asks.count, step + 1)
            XCTAssertEqual(system.handedOver, 0)
        }
    }

    func testValueThatShrinksBetweenMeasuringAndReadingHasItsNewLength() {
        let system = FakeSystem(size: 60_000)
        system.measured = {
            system.size = 3
            return 60_000
        }
        XCTAssertEqual(system.read(), 3)
        XCTAssertEqual(system.lastCount, 3)
    }

    func testCountLargerThanTheMemoryIsNotBelieved() {
        let system = FakeSystem(size: 10)
        system.answers = [5_000, Int.max]
        XCTAssertEqual(system.read(), 10)
        XCTAssertEqual(system.asks, [4_096, 8_192, 0, 16_384])
        XCTAssertEqual(system.lastCount, 10)

        let liar = FakeSystem(size: 10)
        liar.answers = [Int](repeating: 100_000, count: 200)
        liar.measured = { 10 }
        XCTAssertEqual(liar.read(), unstableResult)
        XCTAssertEqual(liar.handedOver, 0)
    }

    private func assertRead(
        of size: Int,
        measured: (() -> Int)? = nil,
        asks: [Int],
        line: UInt = #line
    ) {
        let system = FakeSystem(size: size)
        system.measured = measured
        XCTAssertEqual(system.read(), size, line: line)
        XCTAssertEqual(system.asks, asks, line: line)
        XCTAssertEqual(system.lastCount, size, line: line)
        XCTAssertEqual(system.handedOver, 1, line: line)
    }
}

/// A file with one value, and a system with given answers.
private final class FakeSystem {
    var size: Int
    let refusal: Int32
    var measured: (() -> Int)?
    var failures: [Int: Int32] = [:]
    /// The answers to the first calls with memory.
    var answers: [Int] = []
    private(set) var asks: [Int] = []
    private(set) var handedOver = 0
    private(set) var lastCount: Int?

    init(size: Int, refusal: Int32 = ERANGE) {
        self.size = size
        self.refusal = refusal
    }

    func read() -> Int? {
        try? unsafe readGrowing({ unsafe answer($0) }) { bytes in
            handedOver += 1
            lastCount = bytes.byteCount
        }
    }

    private func answer(_ memory: UnsafeMutableRawBufferPointer) -> Int {
        asks.append(memory.count)
        if let failure = failures[asks.count - 1] { return -Int(failure) }
        if memory.count == 0 { return measured?() ?? size }
        if !answers.isEmpty { return answers.removeFirst() }
        return size <= memory.count ? size : -Int(refusal)
    }
}
