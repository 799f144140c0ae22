import FootingLocks
import Foundation
import Observation
import TestSupport

@testable import FootingObservation

extension Log<String> {
    /// Notes a change as `a: old -> new`, or `a: = value` for an initial one.
    func add<Value>(_ name: String, _ change: ValueChange<Value>, _ more: String = "") {
        let start = change.oldValue.map { "\($0) ->" } ?? "="
        add("\(name): \(start) \(change.newValue)\(more.isEmpty ? "" : " ")\(more)")
    }
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

/// Counts the report of a stock tracking of what `body` reads.
func track(_ reports: Counter, _ body: () -> Void) {
    withObservationTracking(body) { reports.add(1) }
}

/// Runs `body` while another thread cancels tokens, and returns when both are done.
func cancel(_ tokens: [ObservationToken], while body: () -> Void) {
    let (isStarted, isDone) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    DispatchQueue.global().async {
        isStarted.signal()
        for token in tokens { token.cancel() }
        isDone.signal()
    }
    isStarted.wait()
    body()
    isDone.wait()
}

/// Runs code when it is released.
final class OnDeinit {
    private let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
    deinit { body() }
}

extension Registration {
    convenience init(bond: Bond? = nil) {
        self.init(of: nil, fileID: #fileID, line: #line, bond: bond)
    }
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
