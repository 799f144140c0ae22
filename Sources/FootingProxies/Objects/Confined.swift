/// An object that is not `Sendable`, owned by a destination that runs one job at a time.
///
/// The object is accessible only through calls of this value. The compiler rejects code that uses
/// the object after passing it to the initializer, lets the object escape from a call, or stores
/// values in it that other code retains.
///
/// ```swift
/// let parser = Confined(Parser(), on: .queue(files))
/// parser { $0.feed(chunk) }
/// let count = parser.sync { $0.count }
/// ```
///
/// The caller creates the object on its own thread. To create it at its destination, confine an
/// optional and assign the object in the first call. There is no delayed call: make the call in a
/// delayed block or task.
///
/// For a concurrent queue, the object gets a serial queue that targets it. The object is released
/// at its destination after the last copy of this value and the last call. Calls behave like those
/// of ``Proxy``.
public struct Confined<Target, Place: SerialDestination>: Sendable {
    private let proxy: Proxy<ConfinedBox<Target>, Place>

    /// Transfers an object to a destination.
    ///
    /// - Parameters:
    ///   - target: The object. No other reference to it may exist.
    ///   - destination: The destination at which all its calls run.
    public init(_ target: consuming sending Target, on destination: Place) {
        let destination = destination.serialized
        proxy = Proxy(ConfinedBox(consume target, on: destination), on: destination)
    }

    /// Calls `body` with the object asynchronously at its destination.
    ///
    /// Calls from one thread run in order. `body` can't throw, since no caller would receive the
    /// error.
    public func callAsFunction(
        _ body: consuming sending @escaping (inout sending Target) -> Void
    ) {
        let call = { [body = consume body] (box: ConfinedBox<Target>) in box.use(body) }
        proxy(consume call)
    }

    /// Calls `body` with the object at its destination, and blocks this thread until it has
    /// returned.
    ///
    /// - Throws: The error that `body` throws, unchanged.
    @available(*, noasync, message: "This blocks its thread; use `await run { }`.")
    public func sync<Output: Sendable, Failure: Error>(
        _ body: (inout sending Target) throws(Failure) -> Output
    ) throws(Failure) -> Output {
        try proxy.sync { (box) throws(Failure) in try box.use(body) }
    }

    /// Calls `body` with the object at its destination, and blocks this thread until it has
    /// returned, unless `body` has not begun within `timeout`.
    ///
    /// - Throws: ``InvocationError`` if `body` did not begin and never will.
    @available(*, noasync, message: "This blocks its thread; use `await run { }`.")
    public func sync<Output: Sendable>(
        timeout: Duration,
        _ body: (inout sending Target) -> Output
    ) throws(InvocationError) -> Output {
        try proxy.sync(timeout: timeout) { box in box.use(body) }
    }

    /// Calls `body` with the object at its destination, and suspends until it has returned.
    ///
    /// Blocks no thread. Cancelling the task does not cancel the call.
    ///
    /// - Throws: The error that `body` throws, unchanged.
    public func run<Output: Sendable, Failure: Error>(
        _ body: consuming sending @escaping (inout sending Target) throws(Failure) -> sending Output
    ) async throws(Failure) -> Output {
        let call: (ConfinedBox<Target>) -> sending Result<Output, Failure> = {
            [body = consume body] box in
            Result { () throws(Failure) in try box.use(body) }
        }
        return try await proxy.run(consume call).get()
    }

    /// Calls `body` with the object asynchronously at its destination, and returns a handle
    /// immediately.
    ///
    /// - Returns: A handle with which to wait for the result, or to cancel the call.
    public func submit<Output: Sendable>(
        _ body: consuming sending @escaping (inout sending Target) throws -> sending Output
    ) -> PendingCall<Output> {
        let call = { [body = consume body] (box: ConfinedBox<Target>) in try box.use(body) }
        return proxy.submit(consume call)
    }
}

/// The state shared by the calls of a confined object.
// Unchecked: `target` is accessed only by jobs of the destination, which runs one at a time, and
// after the last reference is released. No other code can reach it: it was sent to the box,
// `inout sending` keeps calls from connecting it to values that other code retains, and the results
// of calls are `Sendable`.
private final class ConfinedBox<Target>: @unchecked Sendable {
    private var target: Target?
    private let destination: any Destination

    init(_ target: consuming sending Target, on destination: any Destination) {
        self.target = consume target
        self.destination = destination
    }

    deinit {
        guard !destination.isCurrent else { return }
        destination.send(Job(refusal: .never) { [target = target.take()] in _ = target })
    }

    func use<Output: Sendable, Failure: Error>(
        _ body: (inout sending Target) throws(Failure) -> Output
    ) throws(Failure) -> Output {
        guard var lent = target.take() else {
            // A misuse like overlapping access to a variable, which can occur only here: a nested
            // `sync` runs immediately.
            fatalError("An object confined to \(destination.name) was used within its own call.")
        }
        defer { target = lent }
        return try body(&lent)
    }
}
