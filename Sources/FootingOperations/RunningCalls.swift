import FootingLocks

/// The calls of a ``SyncAsyncPair`` that are in progress and can be joined.
final class RunningCalls<Input: Sendable, Success: Sendable, Failure: Error>: Sendable {
    /// The future of a call, shared by its callers.
    // Unchecked because its superclass is: all that this class adds is constant and Sendable.
    final class Call: FutureState<Success, Failure>, @unchecked Sendable {
        fileprivate let input: Input
        fileprivate let hash: Int
        private let calls: RunningCalls

        fileprivate init(_ input: Input, in calls: RunningCalls) {
            self.input = input
            hash = calls.hash(input)
            self.calls = calls
            super.init()
        }

        override var hearsOfSettlement: Bool { true }

        override func wasSettled() {
            calls.remove(self)
            super.wasSettled()
        }
    }

    // Keyed by hash value, so that the user's inputs can be hashed and compared without the lock.
    private let table = Lock<[Int: [Call]]>([:])
    private let hash: @Sendable (Input) -> Int
    private let areEqual: @Sendable (Input, Input) -> Bool

    init() where Input: Hashable {
        hash = { $0.hashValue }
        areEqual = { $0 == $1 }
    }

    /// Joins the call in progress for an equal input, or begins a new call, which `prepare`
    /// configures before other callers can find it.
    ///
    /// Returns this caller's future, the call, and whether the call is new.
    func enter(
        _ input: Input,
        _ prepare: (Call) -> Void
    ) -> (future: Future<Success, Failure>, call: Call, isNew: Bool) {
        let new = Call(input, in: self)
        prepare(new)
        // Joins the new call before it is published; otherwise the last of the other callers could
        // cancel it.
        let own = Future(state: new).map { $0 }
        while true {
            let known = table.withLock { $0[new.hash] ?? [] }
            let match = known.first { !$0.isSettled && areEqual($0.input, input) }
            let isCurrent = table.withLock { table in
                guard table[new.hash, default: []].elementsEqual(known, by: ===) else {
                    return false
                }
                if match == nil { table[new.hash, default: []].append(new) }
                return true
            }
            guard isCurrent else { continue }
            guard let match else { return (own, new, true) }
            guard let future = match.join() else { continue }
            // Releases the unneeded new call and its work.
            own.cancel()
            return (future, match, false)
        }
    }

    private func remove(_ call: Call) {
        table.withLock { table in
            table[call.hash]?.removeAll { $0 === call }
            if table[call.hash]?.isEmpty == true { table[call.hash] = nil }
        }
    }

    /// The number of callers of each call in progress; used by tests.
    var callerCounts: [Int] {
        table.withLock { $0.values.joined().map { $0 } }.map(\.joinedCount)
    }
}
