import Dispatch
import Synchronization

extension Future {
    /// Returns the future of what `transform` makes of the value.
    ///
    /// `transform` runs where this future is settled, before the settling thread goes on, or within this
    /// call if it is settled: keep it short, and submit a job for anything longer. A failure and a
    /// cancellation are passed on.
    ///
    /// Cancelling the new future cancels this one if nobody else waits for it and it has no other
    /// handlers.
    ///
    /// - Parameter transform: Makes the new value, or throws.
    public func map<NewSuccess>(
        _ transform: @escaping @Sendable (Success) throws(Failure) -> NewSuccess
    ) -> Future<NewSuccess, Failure> {
        derive { derived, outcome in
            switch outcome {
            case .success(let value):
                derived.settle { () throws(Failure) in try transform(value) }
            case .failure(let error): derived.settle(.failure(error))
            case .cancelled(let reason): derived.settle(.cancelled(reason))
            }
        }
    }

    /// Returns a future that is settled as the future that `transform` makes of the value.
    ///
    /// `transform` runs as it does for ``map(_:)``. Cancelling the new future cancels the one that
    /// `transform` returned, if nobody else is interested in that.
    ///
    /// - Parameter transform: Makes the next future, or throws.
    public func flatMap<NewSuccess>(
        _ transform: @escaping @Sendable (Success) throws(Failure) -> Future<NewSuccess, Failure>
    ) -> Future<NewSuccess, Failure> {
        derive { derived, outcome in
            switch outcome {
            case .success(let value):
                do throws(Failure) {
                    let next = try transform(value).state
                    derived.follow(next) {
                        if let outcome = next.settledOutcome { derived.settle(outcome) }
                    }
                } catch {
                    derived.settle { () throws(Failure) in throw error }
                }
            case .failure(let error): derived.settle(.failure(error))
            case .cancelled(let reason): derived.settle(.cancelled(reason))
            }
        }
    }

    /// Returns a future that is cancelled, for the reason ``CancellationReason/timedOut``, if this one is
    /// not settled in time.
    ///
    /// This future is cancelled then too, unless somebody else waits for it or it has other handlers.
    ///
    /// - Parameter duration: How long this future may take from now on; zero and less is no time.
    public func timeout(_ duration: Duration) -> Future {
        let derived = DerivedState<Success, Failure>()
        let timer = Timer(after: duration) { _ = derived.settle(.cancelled(.timedOut)) }
        derived.follow(state) { [state] in
            timer.cancel()
            if let outcome = state.settledOutcome { derived.settle(outcome) }
        }
        // Not before: a future that is settled is in time, however short that is.
        timer.start()
        return Future(derived)
    }

    /// Returns the future of all values, in the order of `futures`.
    ///
    /// It fails, or is cancelled, as soon as one of them is; the others go on. Cancelling it cancels
    /// those that nobody else is interested in.
    ///
    /// - Complexity: O(*n*) in the number of futures.
    public static func all(_ futures: [Future]) -> Future<[Success], Failure> {
        let derived = DerivedState<[Success], Failure>()
        let missing = Count(futures.count + 1)
        let countDown: @Sendable () -> Void = {
            guard missing.subtractOne() == 0 else { return }
            var values: [Success] = []
            values.reserveCapacity(futures.count)
            for case .success(let value)? in futures.map(\.settledOutcome) { values.append(value) }
            if values.count == futures.count { derived.settle(.success(values)) }
        }
        for future in futures {
            derived.follow(future.state) {
                switch future.settledOutcome {
                case .failure(let error): derived.settleAlone(.failure(error))
                case .cancelled(let reason): derived.settleAlone(.cancelled(reason))
                case .success, nil: break
                }
                countDown()
            }
        }
        countDown()
        return Future<[Success], Failure>(derived)
    }

    private func derive<NewSuccess>(
        _ pass: @escaping @Sendable (
            DerivedState<NewSuccess, Failure>, Outcome<Success, Failure>
        ) -> Void
    ) -> Future<NewSuccess, Failure> {
        let derived = DerivedState<NewSuccess, Failure>()
        derived.follow(state) { [state] in
            if !derived.isSettled, let outcome = state.settledOutcome { pass(derived, outcome) }
        }
        return Future<NewSuccess, Failure>(derived)
    }
}

/// A number that several threads count down.
private final class Count: Sendable {
    private let number: Atomic<Int>

    init(_ number: Int) {
        self.number = Atomic(number)
    }

    func subtractOne() -> Int {
        number.subtract(1, ordering: .acquiringAndReleasing).newValue
    }
}
