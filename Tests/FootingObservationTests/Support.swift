import Synchronization

@testable import FootingObservation

/// The events of a test, in order.
final class Log {
    private(set) var events: [String] = []

    func add(_ event: String) { events.append(event) }

    /// Notes a change as `a: old -> new`, or `a: = value` for an initial one.
    func add<Value>(_ name: String, _ change: ValueChange<Value>) {
        switch change.oldValue {
        case .some(let oldValue): add("\(name): \(oldValue) -> \(change.newValue)")
        case nil: add("\(name): = \(change.newValue)")
        }
    }
}

/// An object that counts how many of its kind are alive.
final class Canary: Sendable {
    final class Count: Sendable {
        private let count = Atomic(0)
        var alive: Int { count.load(ordering: .sequentiallyConsistent) }
        func change(by number: Int) { count.add(number, ordering: .sequentiallyConsistent) }
    }

    private let count: Count

    init(_ count: Count) {
        self.count = count
        count.change(by: 1)
    }

    deinit { count.change(by: -1) }
}

/// Runs code when it is released.
final class OnDeinit {
    private let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
    deinit { body() }
}

final class Account: KeyValueObservable {
    @Observed var owner = "Ann"
    @Observed var balance = 0
    @Observed var items: [Int] = []
    @Observed var partner: Account?
    var kept: Any?
    var title: String { "\(owner): \(balance)" }
    var display: String { owner.isEmpty ? "nobody" : owner }
    var plain = 0

    /// Whether any of the properties `owner` and `balance` has an observer.
    var hasObservers: Bool {
        [_owner.node?.list, _balance.node?.list].contains { $0?.hasObservers == true }
    }
}
