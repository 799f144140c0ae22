import FootingLocks

/// The calls of a ``SyncAsyncPair`` that are under way and may be joined.
final class RunningCalls<Input: Sendable, Success: Sendable, Failure: Error>: Sendable {
    /// The future of a call, which its callers share.
    // Unchecked as its superclass is: all that this class adds is constant and Sendable.
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

    // By hash value, since inputs are the user's: they are hashed and compared outside the lock.
    private let table = Lock<[Int: [Call]]>([:])
    private let hash: @Sendable (Input) -> Int
    private let areEqual: @Sendable (Input, Input) -> Bool

    init() where Input: Hashable {
        hash = { $0.hashValue }
        areEqual = { $0 == $1 }
    }

    /// Joins the call that is under way for an equal input, or begins one, made ready by `prepare` before
    /// other callers find it.
    ///
    /// Returns the future of this caller, the call, and whether it is new.
    func enter(
        _ input: Input,
        _ prepare: (Call) -> Void
    ) -> (future: Future<Success, Failure>, call: Call, isNew: Bool) {
        let new = Call(input, in: self)
        prepare(new)
        // Not settled, so it can be joined: before others can, or the last of them would cancel it.
        let own = Future(new).map { $0 }
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
            // Releases the call that is not needed, with its work.
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

    /// The number of callers of each call that is under way, used by tests.
    var callerCounts: [Int] {
        table.withLock { $0.values.joined().map { $0 } }.map(\.joinedCount)
    }
}
