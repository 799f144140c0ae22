import FootingWaiting
import Synchronization

extension Future {
    /// Returns a future of the value that `transform` computes from this future's value.
    ///
    /// `transform` runs on the thread that settles this future, before that thread continues; if
    /// this future is already settled, it runs within this call. The exception is a call nested
    /// deep within other transforms: its `transform` runs before the outermost call returns, or
    /// before this thread waits. Keep it short, and submit a job for longer work. A failure or a
    /// cancellation is passed on without calling `transform`.
    ///
    /// `transform` can only throw the error type of this future, which is `Never` for a job whose
    /// body does not throw. Declare another type in that body: `{ () throws(any Error) in … }`.
    ///
    /// Cancelling the new future also cancels this one, unless a thread or task waits for this one,
    /// or it has handlers, dependent jobs or other derived futures.
    ///
    /// - Parameter transform: Computes the new value, or throws.
    /// - Returns: The new future.
    @inlinable  // Else the types are looked up at run time.
    public func map<NewSuccess>(
        _ transform: @escaping @Sendable (Success) throws(Failure) -> NewSuccess
    ) -> Future<NewSuccess, Failure> {
        derive { derived, value in
            derived.settle { () throws(Failure) in try transform(value) }
        }
    }

    /// Returns a future with the outcome of the future that `transform` creates from this future's
    /// value.
    ///
    /// `transform` runs as it does for ``map(_:)``, and both futures have the same error type. It
    /// may call `flatMap` in turn, as a loop of any length. Cancelling the new future cancels this
    /// one, or the one that `transform` returned, under the same condition.
    ///
    /// - Parameter transform: Creates the next future, or throws.
    /// - Returns: The new future.
    public func flatMap<NewSuccess>(
        _ transform: @escaping @Sendable (Success) throws(Failure) -> Future<NewSuccess, Failure>
    ) -> Future<NewSuccess, Failure> {
        derive { derived, value in
            do throws(Failure) {
                let next = try transform(value).state
                derived.follow(next) { derived.settle(like: next) }
            } catch {
                derived.settle { () throws(Failure) in throw error }
            }
        }
    }

    /// Returns a future that is cancelled if this one is not settled in time.
    ///
    /// The reason is ``CancellationReason/timedOut``. This future is cancelled first, for the same
    /// reason, unless a thread or task waits for it, or it has handlers, dependent jobs or other
    /// derived futures.
    ///
    /// - Parameter duration: The time limit, from now on. Zero or less times out immediately.
    /// - Returns: The new future. If this future is settled in time, both have the same outcome.
    public func timeout(_ duration: Duration) -> Future {
        let derived = FutureState<Success, Failure>()
        let timer = Timer(after: duration) {
            // First the sources: code that resumes when this future is settled may wait for a
            // source itself, and must find it cancelled.
            derived.leaveSources(cancelling: .timedOut)
            derived.settleAsCancelled(.timedOut)
        }
        derived.follow(state) { [state] in
            timer.cancel()
            derived.settle(like: state)
        }
        // Started last: a future that is already settled is in time, however short the limit.
        timer.start()
        return Future(state: derived)
    }

    /// Returns a future of all values, in the order of `futures`.
    ///
    /// The new future fails or is cancelled as soon as one of `futures` is; the others continue.
    /// Cancelling the new future cancels each of `futures` under the condition of ``map(_:)``.
    ///
    /// - Returns: The new future, which succeeds with an empty array if `futures` is empty.
    /// - Complexity: O(*n*) in the number of futures.
    public static func all(_ futures: [Future]) -> Future<[Success], Failure> {
        let derived = FutureState<[Success], Failure>()
        derived.follow(futures) { future in
            switch future.settledOutcome {
            case .failure(let error): derived.settle(.failure(error))
            case .cancelled(let reason):
                // A source was cancelled, not this future: the other sources continue.
                if !derived.isSettled { derived.insert(.keepsSources) }
                derived.settle(asCancelled: reason, like: future.state)
            case .success, nil: break
            }
        } afterLast: {
            var values: [Success] = []
            values.reserveCapacity(futures.count)
            for case .success(let value)? in futures.map(\.settledOutcome) { values.append(value) }
            if values.count == futures.count { derived.settle(.success(values)) }
        }
        return Future<[Success], Failure>(state: derived)
    }

    /// Returns a future of the first value among `futures`.
    ///
    /// The other futures continue; their outcomes are ignored. If all of `futures` fail or are
    /// cancelled, the new future is settled with the last one: with the first error in the order of
    /// `futures`, or as cancelled if all were cancelled. Cancelling the new future cancels each of
    /// `futures` under the condition of ``map(_:)``.
    ///
    /// - Returns: The new future, which is cancelled for the reason
    ///   ``CancellationReason/abandoned`` if `futures` is empty.
    /// - Complexity: O(*n*) in the number of futures.
    public static func any(_ futures: [Future]) -> Future {
        let derived = FutureState<Success, Failure>()
        derived.insert(.needsOneSource)
        derived.follow(futures) { future in
            if future.state.hasValue { derived.settle(like: future.state) }
        } afterLast: {
            let isFailed = { (future: Future) in future.settledOutcome?.isCancelled == false }
            guard let decisive = futures.first(where: isFailed) ?? futures.first else {
                derived.settle(.cancelled(.abandoned))
                return
            }
            derived.settle(like: decisive.state)
        }
        return Future(state: derived)
    }

    @inlinable
    func derive<NewSuccess>(
        _ pass: @escaping @Sendable (FutureState<NewSuccess, Failure>, Success) -> Void
    ) -> Future<NewSuccess, Failure> {
        let derived = FutureState<NewSuccess, Failure>()
        derived.transform(state) { [state] in
            if derived.isSettled { return }
            switch state.outcome {
            case .success(let value): pass(derived, value)
            case .failure(let error): derived.settle(.failure(error))
            case .cancelled(let reason): derived.settle(asCancelled: reason, like: state)
            }
        }
        return Future<NewSuccess, Failure>(state: derived)
    }
}

extension FutureCore {
    /// Derives this future from several others: calls `body` with each one where it is settled, and
    /// `last` after the last one.
    fileprivate final func follow<Success, Failure>(
        _ futures: [Future<Success, Failure>],
        _ body: @escaping @Sendable (Future<Success, Failure>) -> Void,
        afterLast last: @escaping @Sendable () -> Void
    ) {
        let missing = Atomic(futures.count + 1)
        let countDown: @Sendable () -> Void = {
            let rest = missing.subtract(1, ordering: .acquiringAndReleasing).newValue
            if rest == 0 { last() }
        }
        for future in futures {
            follow(future.state) {
                body(future)
                countDown()
            }
        }
        countDown()
    }
}
