import FootingObservation
import TestSupport
import XCTest

/// Values that are computed from several properties, of several objects.
final class DerivationTests: XCTestCase {
    // MARK: Computed properties

    func testAComputedPropertyFollowsAllThatItReads() {
        let account = Account()
        let log = Log<String>()
        let token = account.observe(\.title, initial: true) { log.add("title", $0) }
        account.owner = "Bo"
        account.balance = 5
        token.cancel()
        account.balance = 6

        XCTAssertEqual(
            log.entries,
            ["title: = Ann: 0", "title: Ann: 0 -> Bo: 0", "title: Bo: 0 -> Bo: 5"]
        )
    }

    func testPropertiesTheLastEvaluationDidNotReadAreNotFollowed() {
        final class Use: KeyValueObservable {
            @Observed var number = 1
            @Observed var rate = 2
            @Observed var isDoubled = false
            var evaluations = 0
            var total: Int {
                evaluations += 1
                return isDoubled ? number * rate : 0
            }
        }
        let use = Use()
        let log = Log<String>()
        let token = use.observe(\.total) { log.add("total", $0) }
        use.rate = 3
        use.isDoubled = true
        use.number = 2
        use.isDoubled = false
        let evaluations = use.evaluations
        use.number = 3
        use.rate = 4
        XCTAssertEqual(use.evaluations, evaluations)
        use.isDoubled = true
        token.cancel()

        XCTAssertEqual(
            log.entries,
            ["total: 0 -> 3", "total: 3 -> 6", "total: 6 -> 0", "total: 0 -> 12"]
        )
    }

    func testAChangeIsEvaluatedOnce() {
        final class Counting: KeyValueObservable {
            @Observed var a = 1
            @Observed var b = 1
            var evaluations = 0
            var half: Int {
                evaluations += 1
                return a / 2
            }
            var sum: Int {
                evaluations += 1
                return a + a + b
            }
        }
        let object = Counting()
        for keyPath in [\Counting.half, \.sum] {
            let token = object.observe(keyPath) { _ in }
            object.evaluations = 0
            for number in 0..<10 { object.a = number }
            XCTAssertEqual(object.evaluations, 10)
            token.cancel()
        }
    }

    func testDistinctAndOnFinishApplyToDerivedValues() {
        var account: Account? = Account()
        let log = Log<String>()
        let token = account?.observe(
            \.title.count,
            distinct: ==,
            onFinish: { log.add("end") },
            handler: { log.add("length", $0) }
        )
        account?.owner = "Bob"
        account?.balance = 10
        account = nil

        XCTAssertEqual(log.entries, ["length: 6 -> 7", "end"])
        XCTAssertEqual(token?.isLive, false)
    }

    // MARK: Chains

    private func change(_ change: ValueChange<String?>) -> String {
        "\(change.oldValue.map { $0 ?? "none" } ?? "-") -> \(change.newValue ?? "none")"
    }

    func testAChainFollowsRenameReplacementAndNil() {
        let account = Account()
        let log = Log<String>()
        let token = account.observe(\.partner?.owner) { log.add(self.change($0)) }
        let first = Account()
        account.partner = first
        first.owner = "Bo"
        let second = Account()
        second.owner = "Cy"
        account.partner = second
        first.owner = "not told"
        second.owner = "Di"
        account.partner = nil
        second.owner = "not told"
        account.partner = second
        token.cancel()

        XCTAssertEqual(
            log.entries,
            [
                "none -> Ann", "Ann -> Bo", "Bo -> Cy", "Cy -> Di", "Di -> none",
                "none -> not told",
            ]
        )
    }

    func testReplacedObjectsAreReleasedAndHaveNoObserversLeft() {
        let account = Account()
        let count = Population()
        let bag = ObservationBag()
        account.observe(\.partner?.partner?.owner) { _ in }.store(in: bag)
        for _ in 0..<1_000 {
            let middle = Account()
            middle.kept = count.canary()
            middle.partner = Account()
            middle.partner?.kept = count.canary()
            account.partner = middle
        }

        XCTAssertEqual(count.count, 2)
    }

    func testTheMiddleOfALongChainMayBeReplaced() {
        final class Link: KeyValueObservable {
            @Observed var next: Link?
            @Observed var number = 0
            var last: Int { next?.last ?? number }
        }
        let links = (0..<64).map { _ in Link() }
        for (link, next) in zip(links, links.dropFirst()) { link.next = next }
        let log = Log<String>()
        let token = links[0].observe(\.last) { log.add("last", $0) }
        links[63].number = 1
        let end = Link()
        end.number = 2
        links[31].next = end
        links[63].number = 3
        links[40].next = nil
        end.number = 4
        links[31].next = links[32]
        token.cancel()

        XCTAssertEqual(
            log.entries,
            ["last: 0 -> 1", "last: 1 -> 2", "last: 2 -> 4", "last: 4 -> 0"]
        )
    }

    func testAChainThroughAConstantEndsWithItsRoot() {
        final class Use: KeyValueObservable {
            let account: Account
            init(_ account: Account) { self.account = account }
        }
        let account = Account()
        var use: Use? = Use(account)
        let log = Log<String>()
        let token = use?.observe(\.account.balance, onFinish: { log.add("end") }) {
            log.add("balance", $0)
        }
        account.balance = 1
        use = nil
        account.balance = 2

        XCTAssertEqual(log.entries, ["balance: 0 -> 1", "end"])
        XCTAssertEqual(token?.isLive, false)
    }

    func testAWeaklyLinkedObjectThatDiesIsAChange() {
        final class Use: KeyValueObservable {
            weak var account: Account?
            @Observed var isOn = true
            var owner: String? { isOn ? account?.owner : nil }
        }
        let use = Use()
        var account: Account? = Account()
        use.account = account
        let log = Log<String>()
        let token = use.observe(\.owner) { log.add(self.change($0)) }
        account?.owner = "Bo"
        account = nil

        XCTAssertEqual(log.entries, ["Ann -> Bo", "Bo -> none"])
        XCTAssertTrue(token.isLive)
    }

    func testAHandlerMayEndAnObjectThatAPlainVariableLinks() {
        final class Use: KeyValueObservable {
            var plain: Account? = Account()
            @Observed var number = 0
        }
        let use = Use()
        let log = Log<String>()
        let bag = ObservationBag()
        use.observe(\.plain?.owner) { log.add(self.change($0)) }.store(in: bag)
        use.observe(\.number) { change in
            use.plain = nil
            log.add("number", change)
        }.store(in: bag)
        use.number = 1

        XCTAssertEqual(log.entries, ["number: 0 -> 1", "Ann -> none"])
    }

    func testABatchMayEndAnObjectThatAPlainVariableLinks() {
        final class Use: KeyValueObservable { var plain: Account? = Account() }
        let use = Use()
        let log = Log<String>()
        let token = use.observe(\.plain?.owner) { log.add(self.change($0)) }
        coalescingChanges { use.plain = nil }
        token.cancel()

        XCTAssertEqual(log.entries, ["Ann -> none"])
    }

    func testALinkMayBeAccessedInPlace() {
        func end(_ link: inout Account?) {
            link?.owner = "Bo"
            link = nil
        }
        let account = Account()
        account.partner = Account()
        let log = Log<String>()
        let token = account.observe(\.partner?.owner) { log.add(self.change($0)) }
        end(&account.partner)
        token.cancel()

        XCTAssertEqual(log.entries, ["Ann -> none"])
    }

    func testAComputedPropertyMayReadItselfThroughAnotherObject() {
        final class Tree: KeyValueObservable {
            @Observed var number = 1
            @Observed var children: [Tree] = []
            var sum: Int { children.reduce(number) { $0 + $1.sum } }
        }
        let root = Tree()
        root.children = [Tree(), Tree()]
        root.children[0].children = [Tree()]
        let log = Log<String>()
        let token = root.observe(\.sum) { log.add("sum", $0) }
        root.children[0].children[0].number = 10
        root.children[1].children.append(Tree())
        root.children.removeFirst()
        token.cancel()

        XCTAssertEqual(log.entries, ["sum: 4 -> 13", "sum: 13 -> 14", "sum: 14 -> 3"])
    }

    func testCyclesOfObjectsAreFollowed() {
        let first = Account()
        let second = Account()
        first.partner = second
        second.partner = first
        let log = Log<String>()
        let token = first.observe(\.partner?.partner?.partner?.owner) { log.add(self.change($0)) }
        second.owner = "Bo"
        first.owner = "not told"
        second.partner = second
        token.cancel()
        second.partner = nil

        XCTAssertEqual(log.entries, ["Ann -> Bo", "Bo -> Bo"])
    }

    func testTheEndOfARootThatHoldsTheRestIsOnlyAnEnd() {
        final class Holder: KeyValueObservable {
            @Observed var partner: Account?
            @Observed var other: Account?
            var text: String { "\(partner?.owner ?? "") \(other?.owner ?? "")" }
            let log: Log<String>
            init(_ log: Log<String>) { self.log = log }
            deinit {
                partner = nil
                log.add("deinit")
            }
        }
        let log = Log<String>()
        var holder: Holder? = Holder(log)
        holder?.partner = Account()
        holder?.other = Account()
        let token = holder?.observe(\.text, onFinish: { log.add("end") }) { log.add("text", $0) }
        holder = nil

        XCTAssertEqual(Set(log.entries), ["deinit", "end"])
        XCTAssertEqual(log.entries.count, 2)
        XCTAssertEqual(token?.isLive, false)
    }

    // MARK: Re-entrancy

    func testReadsInAHandlerAreNotFollowed() {
        let first = Account()
        let other = Account()
        var calls = 0
        let token = first.observe(\.title) { _ in
            calls += 1
            _ = other.balance
        }
        first.balance = 1
        other.balance = 1
        token.cancel()

        XCTAssertEqual(calls, 1)
    }

    func testNestedChangesCoalesceIntoOneFurtherDelivery() {
        let account = Account()
        let log = Log<String>()
        let token = account.observe(\.title) { change in
            log.add("title", change)
            if account.balance == 1 {
                account.owner = "Bo"
                account.owner = "Cy"
                account.balance = 2
            }
        }
        account.balance = 1
        token.cancel()

        XCTAssertEqual(log.entries, ["title: Ann: 0 -> Ann: 1", "title: Ann: 1 -> Cy: 2"])
    }

    func testObserversOfAllKindsEndOnTheSameState() {
        let account = Account()
        let bag = ObservationBag()
        let log = Log<String>()
        account.observe(\.balance) { change in
            if change.newValue < 3 { account.balance += 1 }
        }.store(in: bag)
        var title = ""
        account.observe(\.title) { title = $0.newValue }.store(in: bag)
        account.observe(\.display.count) { log.add("length", $0) }.store(in: bag)
        account.balance = 1
        account.owner = "Bo"

        XCTAssertEqual(title, "Bo: 3")
        XCTAssertEqual(log.entries, ["length: 3 -> 2"])
    }

    func testAHandlerThatKeepsChangingWhatItReadsIsStopped() {
        let account = Account()
        let other = Account()
        var calls = 0
        var isFeeding = true
        let token = observeChanges {
            account.balance + other.balance
        } handler: { _ in
            calls += 1
            if isFeeding { other.balance += 1 }
        }
        let issues = collectIssues { account.balance = 1 }
        XCTAssertEqual(issues.map { "\($0.code) \($0.callSites.count)" }, ["endlessFeedback 1"])
        XCTAssertLessThan(calls, 300)
        isFeeding = false
        let before = calls
        account.balance = 2
        XCTAssertEqual(calls, before + 1)
        token.cancel()
    }

    func testASetInTheInitialCallIsDeliveredAfterIt() {
        let account = Account()
        let log = Log<String>()
        let bag = ObservationBag()
        account.observe(\.title, initial: true) { change in
            if change.kind == .initial {
                account.balance = 1
                account.balance = 2
            }
            log.add("title", change)
        }.store(in: bag)
        account.observe(\.display, initial: true) { change in
            if change.kind == .initial {
                account.owner = "Bo"
                account.owner = "Cy"
            }
            log.add("display", change)
        }.store(in: bag)

        XCTAssertEqual(
            log.entries,
            [
                "title: = Ann: 0", "title: Ann: 0 -> Ann: 2",
                "display: = Ann", "title: Ann: 2 -> Cy: 2",
                "display: Ann -> Bo", "display: Bo -> Cy",
            ]
        )
    }

    // MARK: The end

    func testCancellingReleasesTheHandlerAndAllSubscriptions() {
        let account = Account()
        account.partner = Account()
        let count = Population()
        let token = { [canary = count.canary()] in
            account.observe(\.partner?.owner) { _ in withExtendedLifetime(canary) {} }
        }()
        account.partner?.owner = "Bo"
        XCTAssertEqual(count.count, 1)
        token.cancel()

        XCTAssertEqual(count.count, 0)
        XCTAssertFalse(token.isLive)
    }

    func testAHandlerMayCancelItselfAndReleaseEverything() {
        final class Owner { var account: Account? = Account() }
        let owner = Owner()
        owner.account?.partner = Account()
        weak let gone = owner.account
        let count = Population()
        var token: ObservationToken?
        var calls = 0
        token = { [canary = count.canary()] in
            owner.account?.observe(\.partner?.owner) { _ in
                calls += 1
                token?.cancel()
                token = nil
                owner.account = nil
                withExtendedLifetime(canary) {}
            }
        }()
        owner.account?.partner?.owner = "Bo"

        XCTAssertEqual(calls, 1)
        XCTAssertNil(gone)
        XCTAssertEqual(count.count, 0)
    }

    func testABoundDerivationEndsWithItsObserver() {
        let account = Account()
        let count = Population()
        let log = Log<String>()
        var observer: Canary? = count.canary()
        if let observer {
            account.observe(\.title, with: observer, initial: true) { [other = count.canary()] in
                log.add("title", $1)
                withExtendedLifetime(other) {}
            }
        }
        account.balance = 1
        observer = nil
        account.balance = 2

        XCTAssertEqual(log.entries, ["title: = Ann: 0", "title: Ann: 0 -> Ann: 1"])
        XCTAssertEqual(count.count, 0)
        for _ in 0..<1_000 {
            let observer = count.canary()
            account.observe(\.title, with: observer) { [other = count.canary()] _, _ in
                withExtendedLifetime(other) {}
            }
        }
        XCTAssertLessThan(count.count, 40)
    }

    func testATokenMayBeCancelledOnAnotherThreadWhileASourceChanges() {
        let account = Account()
        let count = Population()
        for round in 0..<1_000 {
            let token = { [canary = count.canary()] in
                account.observe(\.title) { _ in withExtendedLifetime(canary) {} }
            }()
            cancel([token]) {
                for value in 0..<4 { account.balance = round &* 4 &+ value }
            }
            account.balance = -1
            XCTAssertEqual(count.count, 0)
        }
    }

    func testATokenMayBeCancelledOnAnotherThreadWhileTheRootEnds() {
        let count = Population()
        for round in 0..<1_000 {
            var account: Account? = Account()
            account?.partner = Account()
            let token = { [canary = count.canary()] in
                account?.observe(
                    \.partner?.owner,
                    onFinish: { [canary] in withExtendedLifetime(canary) {} },
                    handler: { _ in withExtendedLifetime(canary) {} }
                )
            }()
            cancel([token].compactMap(\.self)) {
                if round.isMultiple(of: 2) { account?.partner = nil }
                account = nil
            }
            XCTAssertEqual(count.count, 0)
        }
    }
}
