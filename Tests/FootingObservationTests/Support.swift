import FootingLocks
import Dispatch
import Foundation
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

/// The events of a test on several threads, in order.
final class SharedLog: Sendable {
    private let lines = Lock<[String]>([])
    var events: [String] { lines.withLock { $0 } }

    func add(_ event: String) { lines.withLock { $0.append(event) } }

    func add<Value: Sendable>(_ name: String, _ change: ValueChange<Value>, _ more: String = "") {
        let log = Log()
        log.add(name, change)
        add((log.events + (more.isEmpty ? [] : [more])).joined(separator: " "))
    }
}

/// Whether tests run in full size.
let isStress = ProcessInfo.processInfo.environment["FOOTING_STRESS"] == "1"

/// Runs code on another thread, and signals when it has ended.
func onThread(_ body: @escaping @Sendable () -> Void) -> DispatchSemaphore {
    let done = DispatchSemaphore(value: 0)
    DispatchQueue.global().async {
        body()
        done.signal()
    }
    return done
}

/// Runs `body` and returns the issues that are reported meanwhile.
func collectIssues(_ body: () -> Void) -> [ObservationIssue] {
    let issues = Lock<[ObservationIssue]>([])
    let usual = ObservationIssue.handler
    ObservationIssue.handler = { issue in issues.withLock { $0.append(issue) } }
    defer { ObservationIssue.handler = usual }
    body()
    return issues.withLock { $0 }
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

/// Runs code when it is released, on any thread.
final class Deinit: Sendable {
    private let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    deinit { body() }
}

/// A bond whose object is released at the moment when the reference is read.
final class LastReference: Bond, @unchecked Sendable {
    private var object: AnyObject?

    override init(to object: AnyObject) {
        self.object = object
        super.init(to: object)
    }

    override var isBroken: Bool {
        object = nil
        return super.isBroken
    }
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

    /// The observers of `balance`, once there has been one.
    var balanceObservers: ObserverList? { _balance.node?.list }

    /// Whether any of the properties `owner` and `balance` has an observer.
    var hasObservers: Bool {
        [_owner.node?.list, balanceObservers].contains { $0?.hasObservers == true }
    }
}
