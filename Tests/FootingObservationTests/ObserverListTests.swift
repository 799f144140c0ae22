import Dispatch
import TestSupport
import XCTest

@testable import FootingObservation

/// A case that can't be brought about from outside: a thread that stops half way.
final class ObserverListTests: XCTestCase {
    func testAnObserverWhoseCancellerIsOnlyHalfDoneIsNotCalled() {
        let list = ObserverList(owner: nil)
        let log = Log<String>()
        let observers = (0..<3).map { number in
            unsafe Observer(Registration()) { _ in log.add("\(number)") }
        }
        for observer in observers { list.attach(observer) }

        // The canceller stops here, without leaving mail.
        XCTAssertTrue(observers[1].registration.finish())
        list.acquireTurn()
        if let last = unsafe list.last {
            unsafe withUnsafePointer(to: 0) {
                unsafe list.notify(UnsafeRawPointer($0), through: last)
            }
        }
        list.releaseTurn()
        list.unlink(observers[1].registration)
        list.finish()

        XCTAssertEqual(log.entries, ["0", "2"])
    }

    func testAnObjectReleasedWhileAListLooksForAbandonedObserversMaySetTheProperty() {
        let ended = startThread {
            let account = Account()
            let log = Log<String>()
            let bag = ObservationBag()
            account.observe(\.balance) { log.add("balance", $0) }.store(in: bag)
            let bond = LastReference(to: OnDeinit { account.balance = 1 })
            for _ in 0..<20 {
                let observer = unsafe Observer(Registration(bond: bond)) { _ in }
                account.balanceObservers?.attach(observer)
            }

            XCTAssertEqual(log.entries, ["balance: 0 -> 1"])
        }
        ended.pass()
    }
}
