import Dispatch
import FootingProxies
import TestSupport
import XCTest

/// The objects that calls hold, and where they are released.
final class LifetimeTests: XCTestCase {
    /// Each form of a call, with a body that alone holds a witness, so that the call is the last to
    /// hold it.
    private enum Form: CaseIterable {
        case plain, proxy, property, sync, timedSync, submit, after, cancelled, cancelledLater,
            thrown
        case abandoned, weak, weakAfter
    }

    /// Makes a call of each form and returns when all have ended.
    private func call<Place: Destination>(
        at place: Place,
        _ form: Form,
        _ log: Log<Bool>,
        isHome: @escaping @Sendable () -> Bool
    ) {
        let counter = Ledger()
        switch form {
        case .plain: counter.on(place, use(Witness(log, isHome: isHome)))
        case .proxy: counter.on(place)(use(Witness(log, isHome: isHome)))
        case .property: Bearer().on(place).load = Witness(log, isHome: isHome)
        case .sync:
            counter.on(place).sync { [witness = Witness(log, isHome: isHome)] _ in
                witness.testify()
            }
        case .timedSync:
            try? counter.on(place).sync(timeout: .seconds(ample)) {
                [witness = Witness(log, isHome: isHome)] _ in
                witness.testify()
            }
        case .submit: _ = counter.on(place).submit(use(Witness(log, isHome: isHome)))
        case .after:
            counter.on(place).submit(delay: .microseconds(30), use(Witness(log, isHome: isHome)))
        case .cancelled: counter.on(place).submit(use(Witness(log, isHome: isHome))).cancel()
        case .cancelledLater:
            counter.on(place).submit(delay: .seconds(3_600), use(Witness(log, isHome: isHome)))
                .cancel()
        case .thrown:
            _ = counter.on(place).submit(failing(Witness(log, isHome: isHome)))
        case .abandoned:
            try? counter.on(place).sync(timeout: .nanoseconds(1)) {
                [witness = Witness(log, isHome: isHome)] _ in
                witness.testify()
            }
        case .weak: counter.on(place).weak(use(Witness(log, isHome: isHome)))
        case .weakAfter:
            counter.on(place).weak.submit(
                delay: .microseconds(30),
                use(Witness(log, isHome: isHome))
            )
        }
    }

    private func failing(_ witness: consuming Witness) -> sending (Ledger) throws -> Void {
        let body = use(consume witness)
        return { counter in
            body(counter)
            throw Refusal(code: 0)
        }
    }

    private final class Bearer: @unchecked Sendable, Invocable {
        var load: Witness?
    }

    func testNoFormLeavesACaptureAliveAnywhere() {
        let pool = (
            DispatchQueue(label: "queue"), WorkerThread(name: "worker"), LoopThread(),
            OperationQueue()
        )
        let log = Log<Bool>()
        let calls = rounds(100, underStress: 2_000)
        let forms = Form.allCases
        for call in 0..<calls * forms.count {
            let form = forms[call % forms.count]
            self.call(at: .queue(pool.0), form, log) { true }
            self.call(at: pool.1, form, log) { true }
            self.call(at: pool.2.place, form, log) { true }
            self.call(at: .operationQueue(pool.3), form, log) { true }
        }
        XCTAssertTrue(eventually { log.entries.count == 4 * calls * forms.count })
        XCTAssertEqual(log.entries.count, 4 * calls * forms.count)
    }

    func testCallsLeaveNoTargetAlive() {
        let (queue, worker) = (DispatchQueue(label: "queue"), WorkerThread(name: "worker"))
        let log = Log<Bool>()
        let calls = rounds(500, underStress: 10_000)
        for _ in 0..<calls {
            Witness(log).on(.queue(queue)) { $0.testify() }
            Witness(log).on(worker).submit { $0.testify() }.cancel()
            Witness(log).on(.queue(queue)).submit(delay: .microseconds(10)) { $0.testify() }
            Witness(log).on(worker).submit(delay: .seconds(3_600)) { $0.testify() }.cancel()
            Witness(log).on(worker).sync { $0.testify() }
            _ = try? Witness(log).on(worker).submit { $0.testify() }.wait()
        }
        XCTAssertTrue(eventually { log.entries.count == 6 * calls })
    }

    func testTargetOfAPlainCallIsReleasedAtTheDestination() {
        let home = MarkedWorker()
        let (place, late) = (MarkedQueue(), LateQueue())
        let log = Log<Bool>()
        let calls = rounds(500, underStress: 30_000)
        for _ in 0..<calls {
            Witness(log, isHome: { home.isCurrent }).on(home.worker) { $0.testify() }
            Witness(log, isHome: { place.isCurrent }).on(.queue(place.queue)) { $0.testify() }
            Witness(log, isHome: { late.isCurrent }).on(late) { $0.testify() }
        }
        XCTAssertTrue(eventually { log.entries.count == 3 * calls })
        XCTAssertEqual(log.entries.count { !$0 }, 0)
    }

    // The body of a wait belongs to its caller, and so does that of a call that the caller gave up.
    private static let sent: [Form] = [
        .plain, .proxy, .submit, .after, .cancelled, .cancelledLater, .thrown, .weak, .weakAfter,
    ]

    func testCapturesAreReleasedOnAWorker() {
        let home = MarkedWorker()
        checkRelease(at: home.worker) { home.isCurrent }
    }

    func testCapturesAreReleasedOnAQueue() {
        let place = MarkedQueue()
        checkRelease(at: .queue(place.queue)) { place.isCurrent }
    }

    func testCapturesAreReleasedInARunLoop() {
        let thread = LoopThread()
        checkRelease(at: thread.place) { thread.isCurrent }
        thread.end()
    }

    func testCapturesAreReleasedInAnOperationQueue() {
        let queue = OperationQueue()
        checkRelease(at: .operationQueue(queue)) { OperationQueue.current === queue }
    }

    func testCapturesAreReleasedAtAPlaceThatIsFasterThanTheSender() {
        let late = LateQueue()
        checkRelease(at: late) { late.isCurrent }
    }

    func testCapturesAreReleasedOnMain() async {
        let calls = rounds(200, underStress: 10_000)
        let forms: [@Sendable (Log<Bool>) -> Void] = [
            { Ledger().on(.main, Self.useOnMain($0)) },
            { [Ledger()].on(.main, Self.useOnMain($0)) },
            { Ledger().on(.main)(Self.useOnMain($0)) },
            { _ = Ledger().on(.main).submit(Self.useOnMain($0)) },
            { Ledger().on(.main).submit(delay: .microseconds(30), Self.useOnMain($0)) },
            { Ledger().on(.main).submit(Self.useOnMain($0)).cancel() },
            { Ledger().on(.main).submit(delay: .seconds(3_600), Self.useOnMain($0)).cancel() },
            { Ledger().on(.main).weak(Self.useOnMain($0)) },
            { Ledger().on(.main).weak.submit(delay: .microseconds(30), Self.useOnMain($0)) },
        ]
        for (form, call) in forms.enumerated() {
            let log = Log<Bool>()
            let areReleased = await onThread {
                for _ in 0..<calls { call(log) }
                return eventually { log.entries.count == calls }
            }
            XCTAssertTrue(areReleased, "form \(form)")
            XCTAssertEqual(log.entries.count { !$0 }, 0, "form \(form)")
        }
    }

    private static func useOnMain(_ log: Log<Bool>) -> @MainActor (Ledger) -> Void {
        let witness = Witness(log) { MainDestination.isCurrent }
        return { _ in witness.testify() }
    }

    private func checkRelease<Place: Destination>(
        at place: Place,
        isHome: @escaping @Sendable () -> Bool
    ) {
        let calls = rounds(200, underStress: 10_000)
        for form in Self.sent {
            let log = Log<Bool>()
            for _ in 0..<calls { call(at: place, form, log, isHome: isHome) }
            XCTAssertTrue(eventually { log.entries.count == calls }, "\(form)")
            XCTAssertEqual(log.entries.count { !$0 }, 0, "\(form)")
        }
    }

    func testRefusedCallsLeaveNothingAlive() {
        let worker = WorkerThread(name: "stopped") { _ in }
        worker.stop()
        let log = Log<Bool>()
        let forms = Self.sent
        let calls = rounds(50, underStress: 1_000) * forms.count
        for call in 0..<calls {
            self.call(at: worker, forms[call % forms.count], log) { true }
            Witness(log).on(worker) { $0.testify() }
        }
        XCTAssertTrue(eventually { log.entries.count == 2 * calls })
    }

    func testHandleHoldsNothingOfACallThatHasEnded() throws {
        let queue = DispatchQueue(label: "queue")
        let log = Log<Bool>()
        let call = Witness(log).on(.queue(queue)).submit { $0.testify() }
        try call.wait()
        XCTAssertTrue(eventually { log.entries.count == 1 })
        let cancelled = Witness(log).on(.queue(queue)).submit(delay: .seconds(3_600)) {
            $0.testify()
        }
        cancelled.cancel()
        XCTAssertTrue(eventually { log.entries.count == 2 })
        withExtendedLifetime((call, cancelled)) {}
    }
}
