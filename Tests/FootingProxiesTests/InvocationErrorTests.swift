import Dispatch
import FootingProxies
import XCTest

final class InvocationErrorTests: XCTestCase {
    func testSentenceNamesTheDestinationAndTheTime() throws {
        let error = try timeOut(on: DispatchQueue(label: "store"))
        XCTAssertEqual(
            "\(error)",
            "Could not call an object on the queue “store”: "
                + "the call had not begun after 0.001 seconds and was abandoned"
        )
    }

    func testSentenceIsWhatFoundationShows() throws {
        let error = try timeOut(on: DispatchQueue(label: "store"))
        XCTAssertEqual((error as any Error).localizedDescription, "\(error)")
    }

    func testQueueWithoutALabelIsNamedSo() throws {
        let error = try timeOut(on: DispatchQueue(label: ""))
        XCTAssertEqual(error.destination, "a queue without a label")
    }

    func testErrorsOfTheSameFactsAreEqual() throws {
        let queue = DispatchQueue(label: "same")
        XCTAssertEqual(try timeOut(on: queue), try timeOut(on: queue))
        XCTAssertNotEqual(try timeOut(on: queue), try timeOut(on: DispatchQueue(label: "other")))
    }

    private func timeOut(on queue: DispatchQueue) throws -> InvocationError {
        queue.suspend()
        defer { queue.resume() }
        let proxy = Counter().on(.queue(queue))
        do throws(InvocationError) {
            try proxy.sync(timeout: .milliseconds(1)) { _ in }
        } catch {
            return error
        }
        throw Refusal(reason: 0)
    }
}
