import Dispatch
import FootingWaiting

extension Destination {
    /// Sends `body` to this destination, and blocks until `body` has run.
    ///
    /// The wait is abandoned if `body` has not begun within `limit`, and refused if it would
    /// complete a cycle.
    ///
    /// If the limit is zero or less, nothing is sent. Without a limit, the wait is neither refused
    /// in favor of another wait nor by a stopped destination.
    ///
    /// - Parameters:
    ///   - limit: The time within which `body` must begin.
    ///   - body: The work. Unless the result is `ran`, it has not run and never will.
    /// - Returns: The result of the wait.
    func wait(within limit: Duration?, _ body: () -> Void) -> Call.Settlement {
        if let limit, limit <= .zero { return .failed(.timedOut) }
        // The time starts here, because a destination may be slow to accept the call.
        let deadline = DispatchTime(after: limit)
        let serialPlace = serialPlace
        // Where several jobs may run concurrently, the place in the graph is the job.
        let jobPlace =
            serialPlace == nil && !CurrentPlace.isNowhere() ? SerialPlace(name: nameInCycles) : nil
        return withoutActuallyEscaping(body) { body in
            // Safe: this thread blocks until the job has released the body, or releases the body
            // itself. The destination may retain the call's job for longer, but that job then does
            // not run the body.
            nonisolated(unsafe) let body = body
            let lent = Job { unsafe body() }
            let call = Call()
            let end = call.block(
                until: deadline,
                for: serialPlace ?? jobPlace,
                canBeRefused: limit != nil,
                cancelsWhenAbandoned: true
            ) { _ in
                send(
                    Job(for: call, refusal: limit == nil ? .never : .silent) {
                        ThreadPlace.run(in: jobPlace, lent.run)
                    }
                )
                return nil
            }
            lent.drop()
            return call.settlement(after: end)
        }
    }

    /// Records that this thread, which is not inside `target`, is about to block in Dispatch; stops
    /// the program if the wait would complete a cycle.
    ///
    /// - Returns: The number of the wait, if it was recorded.
    func enterOrStop(_ target: SerialPlace, from place: CurrentPlace?) -> Int? {
        switch WaitGraph.enter(target, from: place, mayBeInside: false) {
        case .entered(let number, _): return number
        case .refused(let names):
            Call.Settlement.failed(.wouldDeadlock, cycle: names).orStop(at: self)
            return nil
        }
    }

    /// Runs `body` at this destination and blocks until it has run.
    ///
    /// - Throws: ``InvocationError`` if `body` has not begun and never will.
    @usableFromInline
    func sync(within limit: Duration, _ body: () -> Void) throws(InvocationError) {
        try wait(within: limit, body).orThrow(within: limit, at: self)
    }

    /// Runs `work` at this destination and suspends until it has run.
    @usableFromInline
    func run(_ work: consuming sending @escaping () -> Void) async {
        let call = Call()
        send(Job(for: call, refusal: .never, consume work))
        await call.suspend()
        (call.settlement ?? .failed(.destinationGone)).orStop(at: self)
    }
}

extension Call.Settlement {
    /// Throws the error of a call at `place` that did not run.
    func orThrow(within limit: Duration?, at place: any Destination) throws(InvocationError) {
        guard case .failed(let code, let cycle) = self else { return }
        let isLimited = code == .timedOut || code == .wouldDeadlock
        throw InvocationError(
            code,
            at: place.name,
            timeout: isLimited ? limit : nil,
            cycle: cycle
        )
    }

    /// Stops the program if a call at `place` did not run; for callers that can't throw the error.
    func orStop(at place: any Destination) {
        do {
            try orThrow(within: nil, at: place)
        } catch {
            // Not a precondition, whose message is omitted from release builds.
            fatalError(error.description)
        }
    }
}

/// Stops the program because a wait at `destination` returned although its work had not run.
///
/// Reachable only for a `Destination` whose own `sync` violates its contract.
@usableFromInline
func didNotRun(at destination: any Destination) -> Never {
    fatalError("\(destination.name) did not run the work.")
}
