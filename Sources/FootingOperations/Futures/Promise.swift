/// An object that settles a ``Future`` from code that is not a job, such as a callback.
///
/// ```swift
/// let promise = Promise<String, Never>()
/// let greeting = promise.future
/// promise.succeed("Good morning")
/// print(try greeting.wait())  // Good morning
/// ```
///
/// The first settlement wins. A promise that is released without a settlement settles its future as
/// `.cancelled(.abandoned)`, so that every wait ends. A handler that captures the promise of its
/// own future keeps both alive until the future is settled.
public final class Promise<Success: Sendable, Failure: Error>: Sendable {
    /// The future that this promise settles.
    public let future: Future<Success, Failure>

    /// Creates a promise whose future is not settled.
    @inlinable
    public init() {
        future = Future(state: FutureState())
    }

    deinit {
        if !future.state.isSettled { settle(.cancelled(.abandoned)) }
    }

    /// Settles the future with a value.
    ///
    /// - Returns: `false` if the future was already settled; `value` is then discarded.
    @discardableResult
    @inlinable
    public func succeed(_ value: Success) -> Bool {
        settle(.success(value))
    }

    /// Settles the future with an error.
    ///
    /// - Returns: `false` if the future was already settled; `error` is then discarded.
    @discardableResult
    @inlinable
    public func fail(_ error: Failure) -> Bool {
        settle(.failure(error))
    }

    /// Settles the future with an outcome.
    ///
    /// Handlers registered without a queue run on this thread before this call returns. The
    /// exception is a call nested deep within handlers that settle futures: its handlers run before
    /// the outermost call returns.
    ///
    /// - Returns: `false` if the future was already settled; `outcome` is then discarded.
    @discardableResult
    @inlinable
    public func settle(_ outcome: Outcome<Success, Failure>) -> Bool {
        future.state.settle(outcome)
    }
}
