import Dispatch

extension Destination {
    /// Sends `body` to this destination, and blocks until it ran, until it has not begun within
    /// `limit`, or until it is refused because the wait would close a cycle.
    ///
    /// If the limit is zero or less, nothing is sent. Without a limit the wait is not refused for another one, nor
    /// by a destination that was stopped.
    ///
    /// - Parameters:
    ///   - limit: The time within which `body` must begin.
    ///   - body: The work. It did not run, and never will, unless the call ended as `ran`.
    /// - Returns: The end of the wait.
    func wait(within limit: Duration?, _ body: () -> Void) -> Call.Ending {
        if let limit, limit <= .zero { return .timedOut }
        // The time begins here: a destination may be slow to take the call.
        let deadline = limit.map(DispatchTime.after) ?? .distantFuture
        let node = waitNode
        // Where several jobs may run at a time, the place in the graph is the job.
        let jobNode = node == nil && !CurrentPlace.isNowhere() ? WaitNode(name: nameInCycles) : nil
        return withoutActuallyEscaping(body) { body in
            // Sound: this thread blocks until the job has released the body, or releases it itself. The
            // destination may keep the call's job for longer, which then does not run the loan.
            nonisolated(unsafe) let body = body
            let loan = Job { unsafe body() }
            let call = Call()
            let ending = Waiter.wait(
                for: call,
                until: deadline,
                at: node ?? jobNode,
                canBeRefused: limit != nil,
                cancelsCall: true
            ) {
                send(
                    Job(for: call, ifStopped: limit == nil ? .run : .drop) {
                        guard let jobNode else { return loan.run() }
                        ThreadPlace.run(in: jobNode, loan.run)
                    }
                )
            }
            loan.drop()
            return ending
        }
    }

    /// Runs `body` at this destination and blocks until it ran.
    ///
    /// - Throws: ``InvocationError`` if `body` did not begin. Then it never will.
    @usableFromInline
    func sync(within limit: Duration, _ body: () -> Void) throws(InvocationError) {
        try wait(within: limit, body).orThrow(within: limit, at: self)
    }

    /// Runs `work` at this destination and suspends until it ran.
    @usableFromInline
    func run(_ work: consuming sending @escaping () -> Void) async {
        let call = Call()
        send(Job(for: call, ifStopped: .run, consume work))
        await call.end().orStop(at: self)
    }
}

extension Call.Ending {
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

    /// Stops the program if a call at `place` did not run, for callers that can't throw the error.
    func orStop(at place: any Destination) {
        do {
            try orThrow(within: nil, at: place)
        } catch {
            // Not a precondition: its sentence is left out of release builds.
            fatalError(error.description)
        }
    }
}

extension DispatchTime {
    /// The time `duration` from now, rounded up to a nanosecond, or `distantFuture` if it overflows.
    static func after(_ duration: Duration) -> DispatchTime {
        guard duration > .zero else { return .now() }
        let delay = (duration.attoseconds - 1) / 1_000_000_000 + 1
        let moment = Int128(DispatchTime.now().uptimeNanoseconds) + delay
        // Dispatch reads the upper half of its range as another clock.
        guard moment < Int64.max else { return .distantFuture }
        return DispatchTime(uptimeNanoseconds: UInt64(moment))
    }
}
