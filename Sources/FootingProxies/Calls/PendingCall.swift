import Dispatch
import FootingLocks
import FootingWaiting

/// A call that has been made, and whose result is available later.
///
/// `submit` returns a pending call, with a delay or without:
///
/// ```swift
/// let hint = panel.on(.main).submit(delay: .milliseconds(300)) {
///     $0.title = "Still counting"
/// }
/// let counting = journal.on(.queue(files)).submit { $0.count }
/// print("\(try counting.wait(timeout: .seconds(5))) lines")
/// hint.cancel()
/// ```
///
/// The call is made even if you don't keep this handle.
public final class PendingCall<Output: Sendable>: Sendable {
    private let place: any Destination
    /// The job as a place in the graph of waits, for a destination that may run several jobs at a
    /// time.
    private let jobPlace: SerialPlace?
    private let call = Call()
    private let outcome = Lock<Result<Output, any Error>?>(nil)

    /// Sends a call to `place` after `delay`.
    init(
        at place: any Destination,
        after delay: Duration,
        _ body: consuming sending @escaping () throws -> Output
    ) {
        self.place = place
        jobPlace = place.serialPlace == nil ? SerialPlace(name: place.nameInCycles) : nil
        let isDelayed = delay > .zero
        // The caller may no longer have the handle of a delayed call.
        let refusal: Job.Refusal = isDelayed ? .reported : .silent
        let job = Job(for: call, refusal: refusal) { [self, body = consume body] in
            ThreadPlace.run(in: jobPlace) {
                let result = Result(catching: body)
                outcome.withLock { $0 = result }
            }
        }
        if isDelayed {
            DelayedCalls.shared.add(call, after: delay, sending: job, to: place)
        } else {
            place.send(job)
        }
    }

    /// The result of the call, awaited until the call has returned or thrown.
    ///
    /// If the awaiting task is cancelled, the call is cancelled too, unless it has begun.
    ///
    /// - Throws: The error that the call throws, unchanged, or ``InvocationError`` with the code
    ///   `cancelled` or `destinationGone` if the call never began.
    public var value: Output {
        get async throws {
            await call.suspend { [self] in cancel() }
            return try result(of: call.settlement ?? .failed(.destinationGone))
        }
    }

    /// Awaits the result of the call for a limited time.
    ///
    /// A wait that times out does not cancel the call; a cancelled task does, unless the call has
    /// begun.
    ///
    /// - Parameter timeout: The maximum time to wait; zero or less does not wait.
    /// - Returns: The result of the call.
    /// - Throws: The same errors as ``value``, or ``InvocationError`` with the code `timedOut`.
    public func value(timeout: Duration) async throws -> Output {
        await call.suspend(within: timeout) { [self] in cancel() }
        return try result(of: call.settlement ?? .failed(.timedOut), within: timeout)
    }

    /// Blocks until the call has returned or thrown, or until `timeout` has elapsed.
    ///
    /// A wait that times out does not cancel the call.
    ///
    /// - Parameter timeout: The maximum time to wait; `nil` sets no limit.
    /// - Returns: The result of the call.
    /// - Throws: The error that the call throws, unchanged, or ``InvocationError``: with the code
    ///   `timedOut`; with `cancelled` or `destinationGone` if the call never began; or immediately
    ///   with `wouldDeadlock` if the destination waits for this code.
    @available(*, noasync, message: "This blocks its thread; use `await value`.")
    public func wait(timeout: Duration? = nil) throws -> Output {
        let serialPlace = place.serialPlace
        if call.settlement == nil, let serialPlace, place.isCurrent {
            let cycle = [serialPlace.name, serialPlace.name]
            return try result(of: .failed(.wouldDeadlock, cycle: cycle), within: timeout)
        }
        let deadline = DispatchTime(after: timeout)
        let end = call.block(until: deadline, for: serialPlace ?? jobPlace)
        return try result(of: call.settlement(after: end), within: timeout)
    }

    /// Cancels the call, unless it has begun.
    ///
    /// The target and captures of a cancelled call are released at its destination, to which
    /// another thread sends a delayed call for this purpose. This never runs code of the
    /// destination or of the call, so it may be called under a lock.
    ///
    /// - Returns: Whether this prevented the call: `false` if the call has begun, has ended, or was
    ///   already cancelled.
    @discardableResult
    public func cancel() -> Bool {
        guard call.settle(as: .failed(.cancelled)) else { return false }
        DelayedCalls.shared.sendEarly(call)
        return true
    }

    private func result(of end: Call.Settlement, within timeout: Duration? = nil) throws -> Output {
        try end.orThrow(within: timeout, at: place)
        guard let outcome = outcome.withLock({ $0 }) else { didNotRun(at: place) }
        return try outcome.get()
    }
}
