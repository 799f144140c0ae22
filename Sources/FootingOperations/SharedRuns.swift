import FootingLocks

/// The runs of the body of a ``SyncAsyncPair`` that are in progress, which other callers can join.
final class SharedRuns<Input: Sendable, Success: Sendable, Failure: Error>: Sendable {
    /// The future of a run, shared by its callers.
    // Unchecked because its superclass is: all that this class adds is constant and Sendable.
    final class Run: FutureState<Success, Failure>, @unchecked Sendable {
        fileprivate let input: Input
        fileprivate let hash: Int
        private let runs: SharedRuns

        fileprivate init(_ input: Input, in runs: SharedRuns) {
            self.input = input
            hash = runs.hash(input)
            self.runs = runs
            super.init()
        }

        override var observesSettlement: Bool { true }

        override func didSettle() {
            runs.table.withLock { table in
                table[hash]?.removeAll { $0 === self }
                if table[hash]?.isEmpty == true { table[hash] = nil }
            }
            super.didSettle()
        }
    }

    // Keyed by hash value, so that the user's inputs can be hashed and compared without the lock.
    let table = Lock<[Int: [Run]]>([:])
    private let hash: @Sendable (Input) -> Int
    private let areEqual: @Sendable (Input, Input) -> Bool

    init() where Input: Hashable {
        hash = { $0.hashValue }
        areEqual = { $0 == $1 }
    }

    /// Joins the run in progress for an equal input, or creates a new one, which `prepare`
    /// configures before other callers can find it.
    ///
    /// - Returns: This caller's future, the run, and whether the run is new.
    func enter(
        _ input: Input,
        _ prepare: (Run) -> Void
    ) -> (future: Future<Success, Failure>, run: Run, isNew: Bool) {
        let new = Run(input, in: self)
        prepare(new)
        // Joins the new run before it is published; otherwise the last of the other callers could
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
            // Releases the unneeded new run and its work.
            own.cancel()
            return (future, match, false)
        }
    }
}
