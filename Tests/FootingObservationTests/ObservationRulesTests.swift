import Dispatch
import FootingLocks
import FootingObservation
import TestSupport
import XCTest

/// The rules of delivery and of lifetime, for properties with the wrapper, for those of classes
/// with the registrar, and for shared values.
final class ObservationRulesTests: XCTestCase {
    // MARK: Delivery

    func testAChangeArrivesAfterTheStoreAndBeforeTheSetterReturnsOnItsThread() {
        assertEvents(["a: 0 -> 1 value 1 true", "a: 1 -> 4 value 4 true", "returned"]) {
            subject,
            log,
            bag in
            let thread = ObjectIdentifier(Thread.current)
            subject.observe {
                log.add(
                    "a",
                    $0,
                    "value \(subject.value) \(ObjectIdentifier(Thread.current) == thread)"
                )
            }?.store(in: bag)
            subject.value = 1
            subject.add(3)
            log.add("returned")
        }
    }

    func testTheCurrentValueArrivesBeforeTheStore() {
        assertEvents(
            ["before 0 value 0", "a: 0 -> 1", "before 1 value 1", "a: 1 -> 6"],
            but: [.cell: ["a: 0 -> 1", "a: 1 -> 6"]]
        ) { subject, log, bag in
            subject.observeBeforeChange { log.add("before \($0) value \(subject.value)") }?
                .store(in: bag)
            subject.observe { log.add("a", $0) }?.store(in: bag)
            subject.value = 1
            subject.add(5)
        }
    }

    func testObserversAreCalledInTheOrderOfRegistration() {
        assertEvents((0..<20).map { "\($0): 0 -> 1" }) { subject, log, bag in
            for number in 0..<20 {
                subject.observe { log.add("\(number)", $0) }?.store(in: bag)
            }
            subject.value = 1
        }
    }

    func testEveryAssignmentAndEveryAccessInPlaceIsOneChangeAlsoOfAnEqualValue() {
        // The macro leaves out assignments of equal values, but no access in place.
        assertEvents(
            ["a: 0 -> 0", "a: 0 -> 0", "a: 0 -> 2", "distinct: 0 -> 2", "a: 2 -> 5"],
            but: [.registrar: ["a: 0 -> 0", "a: 0 -> 2", "distinct: 0 -> 2", "a: 2 -> 5"]]
        ) { subject, log, bag in
            subject.observe { log.add("a", $0) }?.store(in: bag)
            let distinct = subject.observe(distinct: ==) { log.add("distinct", $0) }
            subject.value = 0
            subject.add(0)
            subject.add(2)
            distinct?.cancel()
            subject.addAndThrow(3)
        }
    }

    func testNestedChangesAreStoredAtOnceAndReachAllObserversInOneSequenceBeforeTheSetterReturns() {
        assertEvents([
            "a: 0 -> 1", "b: 0 -> 1 value 5", "a: 1 -> 2", "b: 1 -> 2 value 5", "a: 2 -> 5",
            "b: 2 -> 5 value 5", "returned",
        ]) { subject, log, bag in
            subject.observe { change in
                log.add("a", change)
                if change.newValue == 1 {
                    subject.value = 2
                    subject.add(3)
                }
            }?.store(in: bag)
            subject.observe { log.add("b", $0, "value \(subject.value)") }?.store(in: bag)
            subject.value = 1
            log.add("returned")
        }
    }

    func testFeedbackEndsAfterAHundredRoundsWithOneIssueAndTheObserversStay() {
        assertEvents(["endlessFeedback 1", "rounds 100", "a: 102 -> 500"]) { subject, log, bag in
            let rounds = Lock(0)
            subject.observe { change in
                guard change.newValue < 500 else { return log.add("a", change) }
                rounds.withLock { $0 += 1 }
                subject.value = change.newValue + 1
            }?.store(in: bag)
            let issues = collectIssues { subject.value = 1 }
            for issue in issues { log.add("\(issue.code) \(issue.callSites.count)") }
            log.add("rounds \(rounds.withLock { $0 } - 1)")
            subject.value = 500
        }
    }

    func testFeedbackThatConvergesInTimeIsDelivered() {
        assertEvents(["issues 0", "last 101"]) { subject, log, bag in
            let last = Lock(0)
            subject.observe { change in
                last.withLock { $0 = change.newValue }
                if change.newValue <= 100 { subject.value = change.newValue + 1 }
            }?.store(in: bag)
            log.add("issues \(collectIssues { subject.value = 1 }.count)")
            log.add("last \(last.withLock { $0 })")
        }
    }

    // MARK: Registration and lifetime

    func testAnObserverMadeByAHandlerSeesOnlyWhatIsStoredLater() {
        assertEvents([
            "a: 0 -> 1", "late: = 2", "a: 1 -> 2", "a: 2 -> 3", "late: 2 -> 3",
        ]) { subject, log, bag in
            subject.observe { change in
                log.add("a", change)
                guard change.newValue == 1 else { return }
                subject.value = 2
                subject.observe(initial: true) { log.add("late", $0) }?.store(in: bag)
                subject.value = 3
            }?.store(in: bag)
            subject.value = 1
        }
    }

    func testTheInitialValueArrivesBeforeObserveReturnsAndBeforeAnyChange() {
        // The changes that the call makes wait for it, in the new observer.
        assertEvents(
            [
                "a: = 0", "a is done", "other: 0 -> 1", "a: 0 -> 1", "a is done", "other: 1 -> 2",
                "a: 1 -> 2", "a is done", "returned",
            ],
            but: [
                .cell: [
                    "a: = 0", "other: 0 -> 1", "a is done", "a: 0 -> 1", "other: 1 -> 2",
                    "a is done", "a: 1 -> 2", "a is done", "returned",
                ]
            ]
        ) { subject, log, bag in
            subject.observe { log.add("other", $0) }?.store(in: bag)
            subject.observe(initial: true) { change in
                log.add("a", change)
                if change.newValue < 2 { subject.value = change.newValue + 1 }
                log.add("a is done")
            }?.store(in: bag)
            log.add("returned")
        }
    }

    func testAfterCancellingNoCallStartsAlsoInTheSameDelivery() {
        assertEvents(["first: 0 -> 1", "self: 0 -> 1", "end: 0 -> 1", "end: 1 -> 2"]) {
            subject,
            log,
            bag in
            let tokens = Lock<[ObservationToken]>([])
            func add(_ name: String, _ cancelled: [Int] = []) {
                let token = subject.observe { change in
                    log.add(name, change)
                    for index in cancelled { tokens.withLock { $0[index] }.cancel() }
                    for index in cancelled { tokens.withLock { $0[index] }.cancel() }
                }
                if let token { tokens.withLock { $0.append(token) } }
            }
            add("first")
            add("self", [0, 1, 2])
            add("later")
            add("end")
            subject.value = 1
            subject.value = 2
            for token in tokens.withLock({ $0 }) { token.cancel() }
        }
    }

    func testNothingBeginsInAQueueAfterCancelling() {
        assertEvents(["live true", "live false"]) { subject, log, _ in
            let queue = DispatchQueue(label: "rules")
            queue.suspend()
            let token = subject.observe(
                on: .queue(queue),
                initial: true,
                onFinish: { log.add("end") }
            ) { log.add("queue", $0) }
            subject.value = 1
            log.add("live \(token?.isLive == true)")
            token?.cancel()
            log.add("live \(token?.isLive == true)")
            subject.value = 2
            queue.resume()
            queue.sync {}
        }
    }

    func testObservingKeepsNeitherTheObjectNorTheObserverAndReleasesTheHandler() {
        assertEvents(["bound: 0 -> 1", "alive 1", "end", "alive 0", "live false"]) {
            subject,
            log,
            bag in
            let count = Population()
            var observer: Canary? = count.canary()
            if let observer { subject.observe(with: observer) { log.add("bound", $1) } }
            let token = subject.observe(onFinish: { log.add("end") }) {
                [canary = count.canary()] _ in
                withExtendedLifetime(canary) {}
            }
            subject.observe(onFinish: { log.add("never") }) { _ in }?.cancel()
            subject.value = 1
            observer = nil
            subject.value = 2
            log.add("alive \(count.count)")
            subject.release()
            log.add("alive \(count.count)")
            log.add("live \(token?.isLive == true)")
            token?.cancel()
        }
    }

    func testAHandlerMayReleaseTheObjectAndAllObserversGetTheChange() {
        assertEvents(["first: 0 -> 1", "second: 0 -> 1", "end", "gone true"]) { subject, log, bag in
            subject.observe(onFinish: { log.add("end") }) { change in
                subject.release()
                log.add("first", change)
            }?.store(in: bag)
            subject.observe { log.add("second", $0) }?.store(in: bag)
            subject.value = 1
            log.add("gone \(subject.isGone)")
        }
    }

    // MARK: Releases in handlers

    private enum Victim: String, CaseIterable { case observed, observer, token, capture }
    private enum Moment: String, CaseIterable {
        case handler, initial, prior, ending, thread
        /// Whether it is reached by a change, and so after the last registration.
        var isLate: Bool { self == .handler || self == .prior }
    }

    func testAnythingMayBeReleasedAtAnyMoment() {
        func survivors(of victim: Victim, at moment: Moment) -> [String] {
            let names =
                switch victim {
                case .observed: [String]()
                case .observer: ["first", "kept", "last"]
                case .token: ["first", "bound", "last"]
                case .capture:
                    moment.isLate
                        ? ["first", "bound", "last", "late"] : ["first", "bound", "late", "last"]
                }
            return names.map { "\($0): 7 -> 8" }
        }
        /// The number of observations with an `onFinish` that are left when the observed object
        /// ends.
        func ends(of victim: Victim, at moment: Moment) -> Int {
            switch victim {
            case .observed: moment.isLate ? 3 : 2
            case .observer: 3
            case .token, .capture: 2
            }
        }
        for kind in Subject.Kind.allCases {
            for victim in Victim.allCases {
                for moment in Moment.allCases where kind != .cell || moment != .prior {
                    let message = "\(kind) \(victim) \(moment)"
                    let (log, count) = (Log<String>(), Population())
                    let ended = kill(victim, at: moment, of: kind, log: log, count: count)
                    XCTAssertEqual(log.entries, survivors(of: victim, at: moment), message)
                    XCTAssertEqual(ended, ends(of: victim, at: moment), message)
                    XCTAssertEqual(count.count, 0, message)
                }
            }
        }
    }

    /// Releases something at a moment, and notes the handlers called by a later change.
    ///
    /// - Returns: The number of observations that ended with the observed object.
    private func kill(
        _ victim: Victim,
        at moment: Moment,
        of kind: Subject.Kind,
        log: Log<String>,
        count: Population
    ) -> Int {
        let subject = Subject(kind)
        let bag = ObservationBag()
        let isNoted = Lock(false)
        let ends = Lock(0)
        @Sendable func note(_ name: String, _ change: ValueChange<Int>) {
            if isNoted.withLock({ $0 }) { log.add(name, change) }
        }
        @Sendable func ended() { ends.withLock { $0 += 1 } }

        subject.observe(onFinish: ended) { note("first", $0) }?.store(in: bag)
        let observer = Lock<Canary?>(count.canary())
        if let object = observer.withLock({ $0 }) {
            subject.observe(with: object) { note("bound", $1) }
        }
        let token = Lock<ObservationToken?>(nil)
        let capture = Lock<Canary?>(nil)
        let canary = count.canary()
        let kept = subject.observe(onFinish: ended) { [canary] change in
            note("kept", change)
            withExtendedLifetime(canary) {}
        }
        token.withLock { $0 = kept }
        capture.withLock { capture in
            capture = Canary {
                token.withLock { $0.take() }?.cancel()
                subject.observe { note("late", $0) }?.store(in: bag)
                subject.value += 1
            }
        }
        let die: @Sendable () -> Void = {
            switch victim {
            case .observed: subject.release()
            case .observer: withExtendedLifetime(observer.withLock { $0.take() }) {}
            case .token: token.withLock { $0.take() }?.cancel()
            case .capture: withExtendedLifetime(capture.withLock { $0.take() }) {}
            }
        }

        var others: [ObservationToken?] = []
        switch moment {
        case .handler: others.append(subject.observe { _ in die() })
        case .initial: others.append(subject.observe(initial: true) { _ in die() })
        case .prior: others.append(subject.observeBeforeChange { _ in die() })
        case .ending:
            let deinitialized = Canary(die)
            subject.observe { _ in withExtendedLifetime(deinitialized) {} }?.cancel()
        case .thread: onThread(die)
        }
        subject.observe(onFinish: ended) { note("last", $0) }?.store(in: bag)
        subject.value = 1
        for other in others { other?.cancel() }
        subject.value = 7
        isNoted.withLock { $0 = true }
        subject.value = 8
        isNoted.withLock { $0 = false }

        // The rest dies here.
        if victim == .observed { XCTAssertTrue(subject.isGone) }
        subject.release()
        for victim in [
            observer.withLock { $0.take() } as AnyObject?, capture.withLock { $0.take() },
        ] {
            withExtendedLifetime(victim) {}
        }
        withExtendedLifetime(token.withLock { $0.take() }) {}
        return ends.withLock { $0 }
    }

    func testAnObjectInTheMiddleOfAChainMayDieInAHandlerOrABatch() {
        func assertTold<Root: KeyValueObservable>(
            _ root: Root,
            _ link: ReferenceWritableKeyPath<Root, Root?>,
            _ number: KeyPath<Root, Int?>,
            _ own: ReferenceWritableKeyPath<Root, Int>,
            make: @escaping () -> Root
        ) {
            let log = Log<String>()
            let bag = ObservationBag()
            root[keyPath: link] = make()
            root.observe(number) {
                log.add("\($0.newValue ?? -1)")
            }.store(in: bag)
            let killer = root.observe(own) { _ in root[keyPath: link] = nil }
            root[keyPath: own] = 1
            killer.cancel()
            root[keyPath: link] = make()
            coalescingChanges { root[keyPath: link] = nil }
            let announcer = root.observe(beforeChangeOf: own) { _ in root[keyPath: link] = make() }
            root[keyPath: own] = 2
            announcer.cancel()

            XCTAssertEqual(log.entries, ["-1", "0", "-1", "0"])
        }
        assertTold(Subject.Wrapped(), \.next, \.next?.number, \.number) { Subject.Wrapped() }
        assertTold(Subject.Registered(), \.next, \.next?.number, \.number) { Subject.Registered() }
    }

    // MARK: Derived values

    func testAnExpressionCoalescesNestedChangesAndEndsOnTheFinalState() {
        assertEvents(["sum: 0 -> 1", "sum: 1 -> 7"]) { subject, log, bag in
            observeChanges {
                subject.value
            } handler: { change in
                log.add("sum", change)
                if change.newValue == 1 {
                    subject.value = 3
                    subject.value = 7
                }
            }.store(in: bag)
            subject.value = 1
        }
    }

    func testAChangeBetweenEvaluationAndRegistrationIsNotLost() {
        assertEvents(["sum: 0 -> 5", "sum: 5 -> 6"]) { subject, log, bag in
            let isFirst = Lock(true)
            observeChanges {
                // Released when the evaluation is over, and before anything is subscribed to.
                let value = subject.value
                if isFirst.exchange(false) { subject.value = 5 }
                return value
            } handler: {
                log.add("sum", $0)
            }.store(in: bag)
            subject.value = 6
        }
    }

    // MARK: Batches, queues, sequences

    func testABatchIsOneChangeFromBeforeItToItsEndAlsoIfItThrows() {
        struct Refusal: Error {}
        assertEvents(
            ["values 3", "a: 0 -> 3 coalesced", "a: 3 -> 4 coalesced"],
            but: [
                .cell: [
                    "a: 0 -> 1 change", "a: 1 -> 3 change", "values 3", "a: 3 -> 4 change",
                ]
            ]
        ) { subject, log, bag in
            subject.observe { log.add("a", $0, "\($0.kind)") }?.store(in: bag)
            coalescingChanges {
                subject.value = 1
                coalescingChanges { subject.add(2) }
                log.add("values \(subject.value)")
            }
            try? coalescingChanges { () throws(Refusal) in
                subject.value = 4
                throw Refusal()
            }
        }
    }

    func testABatchThatReturnsEarlyIsOver() {
        func change(_ subject: Subject, stopping: Bool) {
            coalescingChanges {
                subject.value += 1
                if stopping { return }
                subject.value += 1
            }
        }
        assertEvents(
            ["a: 0 -> 1", "returned", "a: 1 -> 3", "a: 3 -> 9"],
            but: [.cell: ["a: 0 -> 1", "returned", "a: 1 -> 2", "a: 2 -> 3", "a: 3 -> 9"]]
        ) { subject, log, bag in
            subject.observe { log.add("a", $0) }?.store(in: bag)
            change(subject, stopping: true)
            log.add("returned")
            change(subject, stopping: false)
            subject.value = 9
        }
    }

    func testAQueueGetsTheValuesOfTheirTimeInOrderAndThenTheEnd() {
        assertEvents([
            "set 2", "live true", "queue: = 0", "queue: 0 -> 1", "queue: 1 -> 2", "end",
        ]) { subject, log, _ in
            let queue = DispatchQueue(label: "rules")
            queue.suspend()
            let token = subject.observe(
                on: .queue(queue),
                initial: true,
                onFinish: { log.add("end") }
            ) { log.add("queue", $0) }
            subject.value = 1
            subject.value = 2
            log.add("set \(subject.value)")
            subject.release()
            log.add("live \(token?.isLive == true)")
            queue.resume()
            for _ in 0..<5 { queue.sync {} }
        }
    }

    func testACoalescingQueueHasOneCallWaitingFromTheValueDeliveredLast() {
        assertEvents(["queue: 0 -> 2", "queue: 2 -> 5"]) { subject, log, bag in
            let queue = DispatchQueue(label: "rules")
            subject.observe(on: .coalesced(on: .queue(queue))) { log.add("queue", $0) }?
                .store(in: bag)
            for values in [1...2, 3...5] {
                queue.suspend()
                for value in values { subject.value = value }
                queue.resume()
                for _ in 0..<3 { queue.sync {} }
            }
        }
    }

    func testASequenceBeginsWithItsCallLosesNothingAndEndsWithTheObject() async {
        for kind in Subject.Kind.allCases {
            let subject = Subject(kind)
            let all = subject.changes(initial: true)
            let newest = subject.changes(newest: 2)
            let none = [0, -1].map { subject.changes(newest: $0) }
            for value in 1...4 { subject.value = value }
            subject.release()
            var values: [[Int]] = []
            for sequence in [all, newest] + none {
                var seen: [Int] = []
                if let sequence { for await change in sequence { seen.append(change.newValue) } }
                values.append(seen)
            }

            XCTAssertEqual(values, [[0, 1, 2, 3, 4], [3, 4], [], []], kind.rawValue)
        }
    }

    func testAbandonedSequencesAndCancelledTasksLeaveNoObserver() async {
        for kind in Subject.Kind.allCases {
            let subject = Subject(kind)
            let count = Population()
            for _ in 0..<10_000 { _ = subject.changes() }
            let task = Task { [changes = subject.changes(), canary = count.canary()] in
                if let changes { for await _ in changes {} }
                withExtendedLifetime(canary) {}
            }
            task.cancel()
            await task.value
            /// The number of observers, since an issue about feedback names them all.
            func observers() -> Int {
                let issues = collectIssues {
                    let token = subject.observe { subject.value = $0.newValue + 1 }
                    subject.value = 1
                    token?.cancel()
                }
                return issues.first?.callSites.count ?? 0
            }
            await assertComesTrue(observers() == 1, kind.rawValue)
            XCTAssertEqual(count.count, 0)
        }
    }

    // MARK: Functions that misbehave

    func testADistinctFunctionMayLieAndMayChangeTheValue() {
        assertEvents(["honest: 0 -> 1", "honest: 1 -> 2", "honest: 2 -> 10", "honest: 10 -> 11"]) {
            subject,
            log,
            bag in
            subject.observe(distinct: { _, _ in true }) { log.add("never", $0) }?.store(in: bag)
            let isFirst = Lock(true)
            subject.observe(
                distinct: { _, _ in
                    if isFirst.exchange(false) { subject.value = 2 }
                    return true
                },
                { log.add("never", $0) }
            )?.store(in: bag)
            subject.observe { log.add("honest", $0) }?.store(in: bag)
            subject.value = 1
            subject.value = 10
            subject.value = 11
        }
    }
}
