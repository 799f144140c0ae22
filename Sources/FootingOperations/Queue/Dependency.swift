/// A future of any types that must finish before a job begins.
///
/// ```swift
/// let login = queue.submit { "token 7" }
/// let settings = queue.submit { 20 }
/// let page = queue.submit(after: [login, settings]) {
///     "\(try settings.wait()) entries, with \(try login.wait())"
/// }
/// ```
public protocol Dependency: Sendable {
    /// The future that must finish before the job begins, without its generic types.
    var anyFuture: AnyFuture { get }
}

/// A future without its generic types, for lists of futures of different types.
public struct AnyFuture: Dependency {
    let core: FutureCore

    /// This future.
    public var anyFuture: AnyFuture { self }

    /// Whether the future has an outcome.
    public var isSettled: Bool { core.isSettled }

    /// Cancels the future, like ``Future/cancel()``.
    @discardableResult
    public func cancel() -> Bool { core.cancel(.requested) }
}

extension Future: Dependency {
    /// This future without its generic types.
    public var anyFuture: AnyFuture { AnyFuture(core: state) }
}
