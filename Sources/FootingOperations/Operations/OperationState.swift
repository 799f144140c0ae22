/// The state of the future of a ``FutureOperation``.
///
/// The body and the result are closures in the links: values of generic types would be looked up at run
/// time for every operation.
// Unchecked as its superclass is: all that this class adds is constant and Sendable.
final class OperationState<Success: Sendable, Failure: Error>: FutureState<Success, Failure>,
    @unchecked Sendable
{
    let isAsynchronous: Bool
    let links = OperationLinks()

    init(isAsynchronous: Bool) {
        self.isAsynchronous = isAsynchronous
        super.init()
    }

    /// Keeps a result with which the future is settled when `main()` has returned.
    func setResult(_ result: Result<Success, Failure>) -> Bool {
        if isSettled { return false }
        links.setResult { [weak self] in
            _ = self?.settle { () throws(Failure) in try result.get() }
        }
        return true
    }

    /// Settles with the last result that was set, unless the body has settled the future.
    func settleWithResult() {
        links.takeResult()?()
        if isSettled { return }
        // Not marked as a cancellation, since the operation was not cancelled.
        _ = settle(.failed) { outcome = .cancelled(.resultNotSet) }
    }

    override var workType: String { links.type.map { "\($0)" } ?? super.workType }

    override var hasWork: Bool { true }

    override func dropWork() {
        if claim() {
            withExtendedLifetime(links.takeBody()) {}
            finish()
        }
        links.cancel()
    }

    override var obstacle: Obstacle {
        links.job.map { .futures([$0]) } ?? .nothing
    }
}
