/// A handler that passes a future's outcome to a derived future.
// Unchecked because of `others`; its comment names its lock.
final class Link: Handler, @unchecked Sendable {
    let source: FutureCore
    /// The derived future's links to its other sources.
    ///
    /// Only its first link has them, so that a future with one source needs no array. Guarded by
    /// the lock of the derived future.
    var others: [Link] = []

    init(to source: FutureCore, _ body: consuming @escaping @Sendable () -> Void) {
        self.source = source
        super.init(body)
    }
}
