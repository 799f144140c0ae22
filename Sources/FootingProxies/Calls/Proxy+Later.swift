extension Proxy {
    /// Calls `body` with the object at the destination, and suspends until it has returned.
    ///
    /// Blocks no thread. Cancelling the task does not prevent the call. The program stops, with a sentence, if the
    /// destination releases the call without making it.
    ///
    /// The result of `body` need not be `Sendable` if it is made there and nothing else holds it. The compiler
    /// can't check that for an object that is `@unchecked Sendable`: then `body` must not return part of its
    /// state.
    ///
    /// - Throws: Any error that `body` throws, as it is.
    @inlinable
    public func run<Output, Failure: Error>(
        _ body: consuming sending @escaping (Target) throws(Failure) -> sending Output
    ) async throws(Failure) -> sending Output {
        let outcome = Outcome<Output, Failure>()
        let work = { [target, body = consume body] in outcome.result = Result(of: target, body) }
        await destination.run(consume work)
        // Sound: the destination has released the job, and `body` sent the result.
        nonisolated(unsafe) let result = outcome.result
        guard let result = unsafe result else { didNotRun(at: destination) }
        return try result.get()
    }

    /// Calls `body` with the object at the destination, later, and returns a handle at once.
    ///
    /// - Returns: A handle to wait for the result, or to cancel the call.
    public func submit<Output: Sendable>(
        _ body: consuming sending @escaping (Target) throws -> Output
    ) -> PendingCall<Output> {
        after(.zero, consume body)
    }

    /// Calls `body` with the object at the destination when `delay` is over, and returns a handle at once.
    ///
    /// Calls with one deadline are made in the order in which they were asked for. A delay of zero or less is
    /// none, and one that is too long for the clock is never over. The object is held until the call is made
    /// or cancelled; `weak.after` does not hold it.
    ///
    /// - Returns: A handle to cancel the call, or to wait for it.
    @discardableResult
    public func after(
        _ delay: Duration,
        _ body: consuming sending @escaping (Target) -> Void
    ) -> PendingCall<Void> {
        let call = { [target, body = consume body] in body(target) }
        return PendingCall(at: destination, after: delay, consume call)
    }

    /// Calls `body` with the object at the destination when `delay` is over, and returns a handle for the
    /// result or the error.
    public func after<Output: Sendable>(
        _ delay: Duration,
        _ body: consuming sending @escaping (Target) throws -> Output
    ) -> PendingCall<Output> {
        let call = { [target, body = consume body] in try body(target) }
        return PendingCall(at: destination, after: delay, consume call)
    }
}

extension Proxy where Target: AnyObject {
    /// Makes calls to one object, which it does not hold, at a destination.
    public struct Weak: Sendable {
        fileprivate weak let target: Target?
        fileprivate let destination: Place

        /// Calls `body` with the object at the destination, later, if the object still exists then.
        public func callAsFunction(_ body: consuming sending @escaping (Target) -> Void) {
            destination.call((self, consume body)) { proxy, body in
                if let target = proxy.target { body(target) }
            }
        }

        /// Calls `body` with the object at the destination when `delay` is over, if the object still exists then.
        ///
        /// - Returns: A handle to cancel the call, or to wait for it. If the object is gone by then, the call
        ///   counts as cancelled.
        @discardableResult
        public func after(
            _ delay: Duration,
            _ body: consuming sending @escaping (Target) -> Void
        ) -> PendingCall<Void> {
            let call = { [self, body = consume body] in
                guard let target else {
                    throw InvocationError(.cancelled, at: destination.name)
                }
                body(target)
            }
            return PendingCall(at: destination, after: delay, consume call)
        }
    }

    /// A proxy that does not hold the object, and skips its calls when the object is gone.
    public var weak: Weak { Weak(target: target, destination: destination) }
}

/// The result of a call for a task.
// Unchecked: the job sets it before the call ends, and the task reads it afterwards.
@usableFromInline
final class Outcome<Output, Failure: Error>: @unchecked Sendable {
    @usableFromInline var result: Result<Output, Failure>?

    @usableFromInline
    init() {}
}
