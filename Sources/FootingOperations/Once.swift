import FootingLocks
import Synchronization

/// A value that is computed once, on first use, however many threads read it.
///
/// ```swift
/// let greeting = Once { "Good morning" }
/// print(greeting.value)  // Good morning
/// ```
///
/// Threads that read the value while it is being computed wait for it. If the initializer throws,
/// nothing is stored: its caller gets the error, and the next caller runs the initializer again.
///
/// Use ``AsyncOnce`` for asynchronous initializers. For globals that can't fail and are never
/// replaced, a `static let` is better.
public final class Once<Value: Sendable, Failure: Error>: Sendable {
    private typealias Run = FutureState<Value, Failure>

    private let initializer: @Sendable () throws(Failure) -> Value
    // The run of the initializer that is in progress or has computed the value.
    private let current = Lock<Run?>(nil)
    // For readers that do not take the lock. Kept after a replacement, because another thread may
    // be reading it.
    private let first = AtomicLazyReference<Run>()
    private let isFirstReplaced = Atomic(false)

    /// Creates a value that is computed on first use.
    ///
    /// - Parameter initializer: Computes the value, on the thread of a caller. It is kept as long
    ///   as this object, since ``reset()`` may require another run.
    public init(_ initializer: @escaping @Sendable () throws(Failure) -> Value) {
        self.initializer = initializer
    }

    /// The value, which the first caller computes.
    ///
    /// Reading a value that was never replaced takes no lock. Like a `static let`, this blocks
    /// while another caller runs the initializer, even in asynchronous code.
    ///
    /// - Throws: The error of the initializer in this call, as ``FutureError/failure(_:)``, or
    ///   ``FutureError/cancelled(_:)`` for an untyped `CancellationError`. If the initializer reads
    ///   its own value, directly or in a job for which it waits, ``FutureError/wouldDeadlock(_:)``.
    public var value: Value {
        get throws(FutureError<Failure>) {
            try valueOrError()
        }
    }

    /// Replaces the value, or provides it before the initializer does.
    ///
    /// Waiting callers get `value`, and the result of a running initializer is discarded. The first
    /// value that was read is kept as long as this object, even if it is replaced.
    public func set(_ value: Value) {
        let run = Run()
        run.settle(.success(value))
        exchange(run)?.settle(.success(value))
    }

    /// Discards the value, so that the next caller runs the initializer again.
    ///
    /// A run in progress continues for the callers that wait for it. Later callers do not get its
    /// value.
    public func reset() {
        _ = exchange(nil)
    }

    /// Replaces the current run, and returns the old one, to be released without the lock.
    private func exchange(_ run: Run?) -> Run? {
        current.withLock { current in
            defer { current = run }
            if first.load() != nil { isFirstReplaced.store(true, ordering: .releasing) }
            return current
        }
    }

    private func valueOrError() throws(FutureError<Failure>) -> Value {
        if !isFirstReplaced.load(ordering: .acquiring), let run = first.load() {
            return try run.outcome.get()
        }
        while true {
            let (run, isNew) = current.withLock { current in
                // This does not release a failed run: its caller still holds it.
                let known = current.flatMap { $0.isSettled && !$0.hasValue ? nil : $0 }
                let run = known ?? Run()
                if known == nil { run.outcomeSource = SettlingThread(for: Self.self) }
                current = run
                if run.hasValue { _ = first.storeIfNil(run) }
                return (run, known == nil)
            }
            if isNew {
                ThreadWork.current.settling(run) { run.settle(running: initializer) }
                current.withLock { if $0 === run, !run.hasValue { $0 = nil } }
                return try run.outcome.get()
            }
            if let cycle = run.wait(nil, canBeRefused: Failure.self != Never.self) {
                throw .wouldDeadlock(cycle)
            }
            // If the other caller has failed, this caller tries again.
            if run.hasValue { return try run.outcome.get() }
        }
    }
}

extension Once where Failure == Never {
    /// The value, which the first caller computes.
    ///
    /// Reading a value that was never replaced takes no lock. Like a `static let`, this blocks
    /// while another caller runs the initializer, even in asynchronous code.
    ///
    /// - Precondition: The initializer does not read its own value, directly or in a job for which
    ///   it waits. An initializer that declares an error type gets
    ///   ``FutureError/wouldDeadlock(_:)`` instead.
    public var value: Value {
        do throws(FutureError<Never>) {
            return try valueOrError()
        } catch {
            // Nothing can be returned or thrown, and waiting would never end.
            fatalError("\(error)")
        }
    }
}
