/// An object that is not `Sendable`, given over to a destination that runs one job at a time.
///
/// Only calls through the confined object reach it. The compiler refuses to use the object after it was given over,
/// to let it out of a call, and to store values in it that other code holds.
///
/// ```swift
/// let parser = Confined(Parser(), on: .queue(files))
/// parser { $0.feed(chunk) }
/// let count = parser.sync { $0.count }
/// ```
///
/// At a concurrent queue the object gets a serial queue that targets it. The object is released at its destination
/// when the last copy of this value and the last call are gone. The calls are made as those of ``Proxy``.
public struct Confined<Target, Place: SerialDestination>: Sendable {
    private let proxy: Proxy<ConfinedBox<Target>, Place>

    /// Gives an object over to a destination.
    ///
    /// - Parameters:
    ///   - target: The object, to which no other reference may exist.
    ///   - destination: Where all its calls are made.
    public init(_ target: consuming sending Target, on destination: Place) {
        let destination = destination.serialized
        proxy = Proxy(ConfinedBox(consume target, on: destination), on: destination)
    }

    /// Calls `body` with the object at its destination, later, and returns at once.
    ///
    /// Calls made from one thread run in their order. `body` can't throw, since no code would get the error.
    public func callAsFunction(
        _ body: consuming sending @escaping (inout sending Target) -> Void
    ) {
        let call = { [body = consume body] (box: ConfinedBox<Target>) in box.use(body) }
        proxy(consume call)
    }

    /// Calls `body` with the object at its destination, and blocks this thread until it has returned.
    ///
    /// - Throws: Any error that `body` throws, as it is.
    @available(*, noasync, message: "This blocks its thread; use `await run { }`.")
    public func sync<Output: Sendable, Failure: Error>(
        _ body: (inout sending Target) throws(Failure) -> Output
    ) throws(Failure) -> Output {
        try proxy.sync { (box) throws(Failure) in try box.use(body) }
    }

    /// Calls `body` with the object at its destination, and blocks this thread until it has returned, unless it has
    /// not begun within `timeout`.
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
    /// Blocks no thread. Cancelling the task does not prevent the call.
    ///
    /// - Throws: Any error that `body` throws, as it is.
    public func run<Output: Sendable, Failure: Error>(
        _ body: consuming sending @escaping (inout sending Target) throws(Failure) -> sending Output
    ) async throws(Failure) -> Output {
        let call: (ConfinedBox<Target>) -> sending Result<Output, Failure> = {
            [body = consume body] box in
            Result { () throws(Failure) in try box.use(body) }
        }
        return try await proxy.run(consume call).get()
    }

    /// Calls `body` with the object at its destination, later, and returns a handle at once.
    ///
    /// - Returns: A handle to wait for the result, or to cancel the call.
    public func submit<Output: Sendable>(
        _ body: consuming sending @escaping (inout sending Target) throws -> sending Output
    ) -> PendingCall<Output> {
        let call = { [body = consume body] (box: ConfinedBox<Target>) in try box.use(body) }
        return proxy.submit(consume call)
    }
}

/// What calls of a confined object share.
// Unchecked: `target` is touched only by jobs of the destination, which runs one at a time, and when the last
// reference is gone. Nothing else reaches it: it was sent to the box, `inout sending` keeps calls from joining it to
// what others hold, and their results are `Sendable`.
private final class ConfinedBox<Target>: @unchecked Sendable {
    private var target: Target?
    private let destination: any Destination

    init(_ target: consuming sending Target, on destination: any Destination) {
        self.target = consume target
        self.destination = destination
    }

    deinit {
        guard !destination.isCurrent else { return }
        destination.send(Job(ifStopped: .run) { [target = target.take()] in _ = target })
    }

    func use<Output: Sendable, Failure: Error>(
        _ body: (inout sending Target) throws(Failure) -> Output
    ) throws(Failure) -> Output {
        guard var lent = target.take() else {
            // A misuse, as overlapping access to a variable is, and found only here: `sync` runs at once here.
            fatalError("An object confined to \(destination.name) was used within its own call.")
        }
        defer { target = lent }
        return try body(&lent)
    }
}
