import Dispatch
import FootingProxies
import TestSupport
import XCTest

final class InvocationErrorTests: XCTestCase {
    func testSentenceNamesTheDestinationAndTheTime() throws {
        let error = try timeOut(on: DispatchQueue(label: "store"))
        XCTAssertEqual(
            "\(error)",
            "Could not wait longer for a call on the queue “store”: "
                + "the wait timed out after 0.001 seconds"
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

    func testSentenceNamesTheCycle() throws {
        let (files, store) = (DispatchQueue(label: "files"), DispatchQueue(label: ""))
        let counter = Ledger()
        let error = counter.on(.queue(files)).sync { counter -> InvocationError? in
            counter.on(.queue(store)).sync { counter in
                do throws(InvocationError) {
                    try counter.on(.queue(files)).sync(timeout: .seconds(ample)) { _ in }
                    return nil
                } catch {
                    return error
                }
            }
        }
        XCTAssertEqual(error?.code, .wouldDeadlock)
        XCTAssertEqual(error?.destination, "the queue “files”")
        XCTAssertEqual(error?.timeout, .seconds(ample))
        let name = "a queue without a label"
        XCTAssertEqual(error?.cycle, [name, "files", name])
        XCTAssertEqual(
            error.map { "\($0)" },
            "Could not wait for a call on the queue “files”: the wait would never end, because these "
                + "wait for each other: \(name) → files → \(name)"
        )
    }

    func testTimeoutHasNoCycle() throws {
        XCTAssertEqual(try timeOut(on: DispatchQueue(label: "store")).cycle, [])
    }

    func testErrorsOfTheSameFactsAreEqual() throws {
        let queue = DispatchQueue(label: "same")
        XCTAssertEqual(try timeOut(on: queue), try timeOut(on: queue))
        XCTAssertNotEqual(try timeOut(on: queue), try timeOut(on: DispatchQueue(label: "other")))
    }

    private func timeOut(on queue: DispatchQueue) throws -> InvocationError {
        queue.suspend()
        defer { queue.resume() }
        let proxy = Ledger().on(.queue(queue))
        do throws(InvocationError) {
            try proxy.sync(timeout: .milliseconds(1)) { _ in }
        } catch {
            return error
        }
        throw Refusal(code: 0)
    }
}
