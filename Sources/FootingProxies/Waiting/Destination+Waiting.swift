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
        if let limit, limit <= .zero { return .timedOut }
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
                        guard let jobPlace else { return lent.run() }
                        ThreadPlace.run(in: jobPlace, lent.run)
                    }
                )
                return nil
            }
            lent.drop()
            return call.settlement(after: end)
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
        (call.settlement ?? .gone).orStop(at: self)
    }
}

extension Call.Settlement {
    /// Throws the error of a call at `place` that did not run.
    func orThrow(within limit: Duration?, at place: any Destination) throws(InvocationError) {
        switch self {
        case .ran: break
        case .cancelled: throw InvocationError(.cancelled, at: place.name)
        case .gone: throw InvocationError(.destinationGone, at: place.name)
        case .timedOut: throw InvocationError(.timedOut, at: place.name, timeout: limit)
        case .wouldDeadlock(let cycle):
            throw InvocationError(.wouldDeadlock, at: place.name, timeout: limit, cycle: cycle)
        }
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
