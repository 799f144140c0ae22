import FootingLocks

/// The calls of a ``SyncAsyncPair`` that are under way and may be joined.
final class RunningCalls<Input: Sendable, Success: Sendable, Failure: Error>: Sendable {
    /// A call, found by its input.
    // Unchecked because of `callers`; its comment names its lock.
    final class Call: @unchecked Sendable {
        let input: Input
        let hash: Int
        let state: FutureState<Success, Failure>
        /// The number of callers that have not cancelled, guarded by the lock of the table.
        var callers = 0

        init(_ input: Input, hash: Int, _ state: FutureState<Success, Failure>) {
            self.input = input
            self.hash = hash
            self.state = state
        }
    }

    // By hash value, since inputs are the user's: they are hashed and compared outside the lock.
    private let table = Lock<[Int: [Call]]>([:])
    private let hash: @Sendable (Input) -> Int
    private let areEqual: @Sendable (Input, Input) -> Bool

    init() where Input: Hashable {
        hash = { $0.hashValue }
        areEqual = { $0 == $1 }
    }

    /// Joins the call that is under way for an equal input, or begins one with `state`.
    func enter(
        _ input: Input,
        with state: FutureState<Success, Failure>
    ) -> (call: Call, isNew: Bool) {
        let new = Call(input, hash: hash(input), state)
        while true {
            let known = table.withLock { $0[new.hash] ?? [] }
            let match = known.first { !$0.state.isSettled && areEqual($0.input, input) }
            let call = table.withLock { table -> Call? in
                guard table[new.hash, default: []].elementsEqual(known, by: ===),
                    match?.state.isSettled != true
                else { return nil }
                if match == nil {
                    // Before another caller joins: this link also keeps the futures that are derived
                    // from the state from cancelling it.
                    FutureState<Void, Never>().follow(state) { self.end(new) }
                    table[new.hash, default: []].append(new)
                }
                let call = match ?? new
                call.callers += 1
                return call
            }
            if let call { return (call, call === new) }
        }
    }

    /// Returns a future for one of the callers that have entered.
    func future(of call: Call) -> Future<Success, Failure> {
        let derived = FutureState<Success, Failure>()
        derived.addHandler(at: .here) { if derived.isCancelled { self.leave(call) } }
        derived.follow(call.state) { [state = call.state] in
            if let outcome = state.settledOutcome { derived.settle(outcome) }
        }
        return Future(derived)
    }

    private func leave(_ call: Call) {
        let isUnwanted = table.withLock { table in
            call.callers -= 1
            if call.callers == 0 { remove(call, from: &table) }
            return call.callers == 0
        }
        if isUnwanted { _ = call.state.cancel(.requested) }
    }

    private func end(_ call: Call) {
        table.withLock { remove(call, from: &$0) }
    }

    private func remove(_ call: Call, from table: inout [Int: [Call]]) {
        table[call.hash]?.removeAll { $0 === call }
        if table[call.hash]?.isEmpty == true { table[call.hash] = nil }
    }

    /// The number of callers of each call that is under way, used by tests.
    var callerCounts: [Int] { table.withLock { $0.values.joined().map(\.callers) } }
}
