import Dispatch
import FootingLocks

/// A call that has been made, and whose result comes later.
///
/// `submit` and `after` return one:
///
/// ```swift
/// let hint = panel.on(.main).after(.milliseconds(300)) { $0.title = "Still counting" }
/// let counting = journal.on(.queue(files)).submit { $0.count }
/// print("\(try counting.wait(timeout: .seconds(5))) lines")
/// hint.cancel()
/// ```
///
/// The call is made whether or not anybody holds this handle.
public final class PendingCall<Output: Sendable>: Sendable {
    private final class Outcome: Sendable {
        let result = Lock<Result<Output, any Error>?>(nil)
    }

    private let place: AnyPlace
    private let call = Call()
    private let outcome = Outcome()
    /// The call's place among those whose time has not come; `nil` if it had no delay.
    private let delayed: DelayedCalls.Entry?

    /// Sends a call to `place`, after `delay`.
    ///
    /// - Parameters:
    ///   - place: Where the call runs.
    ///   - delay: The time after which it is sent.
    ///   - parcel: What the call needs; opened at the place.
    ///   - body: The call. It captures nothing that must be released at the place.
    init<Contents>(
        at place: AnyPlace,
        after delay: Duration = .zero,
        with parcel: Parcel<Contents>,
        _ body: @escaping @Sendable (consuming Contents) throws -> Output
    ) {
        self.place = place
        let ticket = Ticket(call, parcel) { [outcome] contents in
            let result = Result { try body(contents) }
            outcome.result.withLock { $0 = result }
        }
        if delay > .zero {
            delayed = DelayedCalls.shared.add(after: delay) {
                place.send(ticket, isDelayed: true)
            }
        } else {
            delayed = nil
            place.send(ticket)
        }
    }

    /// The result of the call, when it has returned or thrown.
    ///
    /// If the task that asks is cancelled, the call is cancelled too, unless it has begun.
    ///
    /// - Throws: Any error that the call throws, as it is, or ``InvocationError`` if the call never began: with
    ///   the code `cancelled` or `destinationGone`.
    public var value: Output {
        get async throws {
            await withTaskCancellationHandler {
                await call.end()
            } onCancel: {
                cancel()
            }
            return try result(of: .ended(call.ending ?? .gone))
        }
    }

    /// Blocks until the call has returned or thrown, or until `timeout` is over.
    ///
    /// A wait that times out does not cancel the call.
    ///
    /// - Parameter timeout: How long to wait at most, or `nil` for as long as it takes.
    /// - Returns: The result of the call.
    /// - Throws: Any error that the call throws, as it is, or ``InvocationError``: with the code `timedOut`, with
    ///   `cancelled` or `destinationGone` if the call never began, and with `wouldDeadlock`, at once, if
    ///   the destination waits for this code.
    @available(*, noasync, message: "This blocks its thread; use `await value`.")
    public func wait(timeout: Duration? = nil) throws -> Output {
        if call.ending == nil, let node = place.node, place.isCurrent {
            throw InvocationError(
                .wouldDeadlock,
                at: place.name,
                timeout: timeout,
                cycle: [node.name, node.name]
            )
        }
        let outcome = Waiter.wait(
            for: call,
            until: timeout.map(DispatchTime.after) ?? .distantFuture,
            at: place.node,
            cancelsCall: false
        )
        return try result(of: outcome, within: timeout)
    }

    /// Prevents the call, unless it has begun.
    ///
    /// The target and captures of a prevented call are released at its destination.
    ///
    /// - Returns: Whether this prevented the call: `false` if the call has begun, has ended, or was cancelled before.
    @discardableResult
    public func cancel() -> Bool {
        guard call.end(.cancelled) else { return false }
        if let delayed { DelayedCalls.shared.sendEarly(delayed) }
        return true
    }

    private func result(of end: Waiter.Outcome, within timeout: Duration? = nil) throws -> Output {
        try end.orThrow(within: timeout, at: place)
        let result = outcome.result.withLock { $0 }
        // Not reached: a call that ran has a result.
        guard let result else { throw InvocationError(.destinationGone, at: place.name) }
        return try result.get()
    }
}
