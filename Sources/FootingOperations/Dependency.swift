/// A thing that jobs can be submitted to run after: a future, whatever its types.
///
/// ```swift
/// let page = queue.submit(after: [login, settings]) { try fetch(address) }
/// ```
public protocol Dependency: Sendable {
    /// The future that must have finished, without its types.
    var anyFuture: AnyFuture { get }
}

/// A future without its types.
public struct AnyFuture: Dependency {
    let core: FutureCore

    /// This future.
    public var anyFuture: AnyFuture { self }

    /// Whether there is an outcome.
    public var isSettled: Bool { core.isSettled }

    /// Settles the future as cancelled, unless it is settled, as ``Future/cancel()`` does.
    @discardableResult
    public func cancel() -> Bool { core.cancel(.requested) }
}

extension Future: Dependency {
    /// This future without its types.
    public var anyFuture: AnyFuture { AnyFuture(core: state) }
}
