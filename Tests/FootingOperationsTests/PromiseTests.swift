import FootingOperations
import TestSupport
import XCTest

final class PromiseTests: XCTestCase {
    // Rule 1.
    func testFirstSettlementWinsAndLaterOnesSayNo() {
        typealias Settling = (name: String, settle: (Promise<Int, Refusal>) -> Bool)
        let ways: [(Settling, Outcome<Int, Refusal>)] = [
            (("succeed", { $0.succeed(1) }), .success(1)),
            (("fail", { $0.fail(Refusal()) }), .failure(Refusal())),
            (("settle", { $0.settle(.cancelled(.task)) }), .cancelled(.task)),
            (("cancel", { $0.future.cancel() }), .cancelled(.requested)),
        ]
        for (first, expected) in ways {
            for (second, _) in ways {
                let promise = Promise<Int, Refusal>()
                XCTAssertNil(promise.future.settledOutcome)

                XCTAssertTrue(first.settle(promise), first.name)
                XCTAssertFalse(second.settle(promise), "\(second.name) after \(first.name)")

                XCTAssertEqual(promise.future.settledOutcome, expected, first.name)
            }
        }
    }

    func testLosingValueIsDropped() {
        let promise = Promise<Canary, Never>()
        let kept = Gate()
        let dropped = Gate()

        promise.succeed(Canary(kept))
        promise.succeed(Canary(dropped))

        XCTAssertTrue(dropped.isOpen)
        XCTAssertFalse(kept.isOpen)
    }

    // Rule 17.
    func testDroppedPromiseSettlesAsAbandoned() {
        let future = Promise<Int, Never>().future

        XCTAssertEqual(future.settledOutcome, .cancelled(.abandoned))
    }

    // Rule 17.
    func testDroppingThePromiseFreesWhoWaits() async {
        let promise = Shared<Promise<Int, Never>?>(Promise())
        guard let future = promise.value?.future else { return XCTFail("empty") }
        let blocking = Log<FutureError<Never>>()
        let blocked = expectation(description: "the blocking wait ended")
        Thread.detachNewThread {
            do throws(FutureError<Never>) {
                _ = try future.wait(timeout: patience)
            } catch {
                blocking.add(error)
            }
            blocked.fulfill()
        }
        async let outcome = future.outcome

        promise.value = nil

        let seen = await outcome
        XCTAssertEqual(seen, .cancelled(.abandoned))
        await fulfillment(of: [blocked], timeout: 60)
        XCTAssertEqual(blocking.entries, [.cancelled(.abandoned)])
    }

    func testDroppingASettledPromiseChangesNothing() {
        var promise: Promise<Int, Never>? = Promise()
        let future = promise?.future
        promise?.succeed(5)

        promise = nil

        XCTAssertEqual(future?.settledOutcome, .success(5))
    }
}
