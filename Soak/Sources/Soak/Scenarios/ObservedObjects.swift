import Dispatch
import FootingObservation

/// Properties of objects, each object in the hands of one thread.
final class ObservedObjects: Scenario {
    private final class Account: KeyValueObservable {
        @Observed var balance = 0
        @Observed var partner: Account?
        @Observed var numbers: ObservedArray<Int> = []
    }

    /// An observer that is released before what it observes.
    private final class Desk {
        var count = 0
    }

    private let queue = DispatchQueue(label: "objects")
    private let heard: Counter
    private let distinct: Counter
    private let batches: Counter
    private let chains: Counter
    private let elements: Counter
    private let observers: Counter
    private let queued: Counter
    private let ended: Counter

    init(_ setting: Setting) {
        let ledger = setting.ledger
        heard = ledger.counter("objects: changes heard")
        distinct = ledger.counter("objects: distinct changes heard")
        batches = ledger.counter("objects: batches heard")
        chains = ledger.counter("objects: changes of chains")
        elements = ledger.counter("objects: arrays that agree")
        observers = ledger.counter("objects: changes for observers")
        queued = ledger.counter("objects: changes on a queue")
        ended = ledger.counter("objects: ends heard")
    }

    func step(_ random: inout RandomSource, on thread: Int) {
        let bag = ObservationBag()
        do {
            let account = Account()
            account.observe(\.balance, onFinish: { [ended] in ended.see() }) { [heard] _ in
                heard.see()
            }.store(in: bag)
            ended.expect()
            change(account, &random, bag)
            changePartner(of: account, &random, bag)
            changeElements(of: account, &random, bag)
            changeForObserver(account, &random)
            changeOnQueue(account, &random)
        }
        bag.cancel()
    }

    private func set(_ balance: Int, of account: Account) {
        heard.expect()
        account.balance = balance
    }

    private func change(_ account: Account, _ random: inout RandomSource, _ bag: ObservationBag) {
        account.observe(\.balance, distinct: ==) { [distinct] _ in
            distinct.see()
        }.store(in: bag)
        for _ in 1...random.number(1...30) {
            let balance = random.number(0...3)
            if balance != account.balance { distinct.expect() }
            set(balance, of: account)
        }

        let before = account.balance
        account.observe(\.balance) { [batches] change in
            if change.oldValue == before { batches.see() }
        }.store(in: bag)
        heard.expect()
        distinct.expect()
        batches.expect()
        coalescingChanges {
            for number in 1...random.number(1...10) { account.balance = -number }
        }
    }

    private func changePartner(
        of account: Account,
        _ random: inout RandomSource,
        _ bag: ObservationBag
    ) {
        let partner = Account()
        var balances: [Int?] = []
        account.observe(\.partner?.balance) { change in
            balances.append(change.newValue)
        }.store(in: bag)
        let count = random.number(1...10)
        account.partner = partner
        for number in 1...count { partner.balance = number }
        account.partner = nil
        partner.balance = 100
        chains.check(balances, is: [0] + (1...count).map { $0 } + [nil])
    }

    private func changeElements(
        of account: Account,
        _ random: inout RandomSource,
        _ bag: ObservationBag
    ) {
        var copy: [Int] = []
        account.observeElements(of: \.numbers, initial: true) { change in
            change.apply(to: &copy)
        }.store(in: bag)
        for number in 1...random.number(1...30) {
            let count = account.numbers.count
            switch random.number(1...6) {
            case 1 where count > 0: account.numbers.remove(at: random.number(0...count - 1))
            case 2 where count > 0: account.numbers[random.number(0...count - 1)] = number
            case 3 where count > 1: account.numbers.swapAt(0, count - 1)
            case 4: account.numbers.sort()
            case 5: account.numbers.removeAll { $0.isMultiple(of: 3) }
            default: account.numbers.insert(number, at: random.number(0...count))
            }
            elements.check(copy, is: Array(account.numbers))
        }
    }

    private func changeForObserver(_ account: Account, _ random: inout RandomSource) {
        var desk: Desk? = Desk()
        weak let released = desk
        if let desk { account.observe(\.balance, with: desk) { desk, _ in desk.count += 1 } }
        let count = random.number(1...10)
        for number in 1...count { set(1000 + number, of: account) }
        // These are distinct, and heard by the observer for them too.
        distinct.expect(count)
        observers.check(desk?.count, is: count)
        desk = nil
        observers.check(released == nil)
        distinct.expect()
        set(2000, of: account)
    }

    private func changeOnQueue(_ account: Account, _ random: inout RandomSource) {
        let token = account.observe(\.balance, on: .queue(queue)) { [queued] _ in queued.see() }
        for number in 1...random.number(1...10) {
            queued.expect()
            distinct.expect()
            set(3000 + number, of: account)
        }
        queue.sync {}
        token.cancel()
    }
}
