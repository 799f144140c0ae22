import Foundation

/// A ``FutureOperation`` without its generic types.
protocol ResultOperation: Operation {
    var core: FutureCore { get }
    var links: OperationLinks { get }
    func run(asJob: Bool)
}

extension ResultOperation {
    /// Cancels the operation, unless its future is settled.
    func cancel(_ reason: CancellationReason) {
        links.remember(self)
        core.cancel(reason)
    }
}
