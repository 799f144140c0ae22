/// A future of any types, after which a job may begin.
///
/// ```swift
/// let login = queue.submit { "token 7" }
/// let settings = queue.submit { 20 }
/// let page = queue.submit(after: [login, settings]) {
///     "\(try settings.wait()) entries, with \(try login.wait())"
/// }
/// ```
public protocol Dependency: Sendable {
    /// The future that must finish before the job begins, without its types.
    var anyFuture: AnyFuture { get }
}

/// A future without its types, for lists of futures of different types.
public struct AnyFuture: Dependency {
    let core: FutureCore

    /// This future.
    public var anyFuture: AnyFuture { self }

    /// Whether there is an outcome.
    public var isSettled: Bool { core.isSettled }

    /// Cancels the future as ``Future/cancel()`` does.
    @discardableResult
    public func cancel() -> Bool { core.cancel(.requested) }
}

extension Future: Dependency {
    /// This future without its types.
    public var anyFuture: AnyFuture { AnyFuture(core: state) }
}
