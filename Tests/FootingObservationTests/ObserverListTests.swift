import XCTest

@testable import FootingObservation

/// What can't be brought about from outside: a thread that stops half way.
final class ObserverListTests: XCTestCase {
    func testAnObserverWhoseCancellerIsOnlyHalfDoneIsNotCalled() {
        let list = ObserverList(owner: nil)
        let log = Log()
        let origin = ObservationOrigin(keyPath: \Account.balance, fileID: #fileID, line: #line)
        let observers = (0..<3).map { number in
            unsafe Observer(origin: origin, ticket: Ticket(), onEnd: nil) { _ in
                log.add("\(number)")
            }
        }
        list.take()
        for observer in observers { list.append(observer) }
        list.giveBack()

        XCTAssertTrue(observers[1].ticket.finish())  // The canceller stops here, without a mail.
        list.take()
        if let last = unsafe list.last {
            unsafe withUnsafePointer(to: 0) {
                unsafe list.notify(UnsafeRawPointer($0), through: last)
            }
        }
        list.giveBack()
        list.unlink(observers[1].ticket)
        list.end()

        XCTAssertEqual(log.events, ["0", "2"])
    }
}
