import FootingLocks

/// The state of the future of a ``FutureOperation``, with the body until it begins.
final class OperationState<Success: Sendable, Failure: Error>: FutureState<Success, Failure>,
    @unchecked Sendable
{
    enum Body {
        case blocking(() throws(Failure) -> Success)
        case asynchronous(() async throws(Failure) -> Success)
    }

    // Unchecked for the body: it was sent to the operation, and only the thread that takes it calls it.
    private struct Work: @unchecked Sendable {
        var body: Body?
        var result: Result<Success, Failure>?
    }

    let isAsynchronous: Bool
    let links = OperationLinks()
    private let work: Lock<Work>

    init(_ body: sending Body?) {
        isAsynchronous = if case .asynchronous? = body { true } else { false }
        work = Lock(Work(body: body))
        super.init()
    }

    func takeBody() -> Body? {
        work.withLock { Work(body: $0.body.take()) }.body
    }

    func setResult(_ result: Result<Success, Failure>) -> Bool {
        guard !isSettled else { return false }
        let old = work.withLock { work in
            defer { work.result = result }
            return work.result
        }
        withExtendedLifetime(old) {}
        return true
    }

    /// Settles with the last result that was set.
    func settleWithResult() {
        if let result = work.withLock({ $0.result.take() }) {
            settle { () throws(Failure) in try result.get() }
        } else {
            // Not marked as a cancellation, since the operation was not cancelled.
            _ = settle(.failed) { outcome = .cancelled(.resultNotSet) }
        }
    }

    override var workType: String { links.type.map { "\($0)" } ?? super.workType }

    override var hasWork: Bool { true }

    override func dropWork() {
        if claim() {
            withExtendedLifetime(takeBody()) {}
            finish()
        }
        links.cancel()
    }

    override var obstacle: Obstacle {
        links.job.map { .futures([$0]) } ?? .nothing
    }
}
