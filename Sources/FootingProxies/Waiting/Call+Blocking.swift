import Dispatch

extension Call {
    /// Sends a call of `body` to a destination, and blocks until it ran, until it has not begun within
    /// `limit`, or until it is refused because the wait would close a cycle.
    ///
    /// If the limit is zero or less, nothing is sent. Without a limit the wait is not refused for another one.
    ///
    /// - Parameters:
    ///   - limit: The time within which `body` must begin.
    ///   - place: The destination.
    ///   - body: The work. It did not run, and never will, unless the call ended as `ran`.
    /// - Returns: How the wait ended.
    static func run(
        within limit: Duration?,
        at place: AnyPlace,
        _ body: () -> Void
    ) -> Waiter.Outcome {
        if let limit, limit <= .zero { return .timedOut }
        // The time begins here: a destination may be slow to take the call.
        let deadline = limit.map(DispatchTime.after) ?? .distantFuture
        let canBeRefused = limit != nil
        if let node = place.node {
            return wait(until: deadline, at: place, node, canBeRefused, body)
        }
        if CurrentPlace.isNowhere {
            return wait(until: deadline, at: place, nil, canBeRefused, body)
        }
        let job = WaitNode(name: place.nameInCycles)
        return wait(until: deadline, at: place, job, canBeRefused) {
            ThreadPlace.run(in: job, body)
        }
    }

    private static func wait(
        until deadline: DispatchTime,
        at place: AnyPlace,
        _ node: WaitNode?,
        _ canBeRefused: Bool,
        _ body: () -> Void
    ) -> Waiter.Outcome {
        withoutActuallyEscaping(body) { body in
            // The ticket may live longer than this wait. Only one of the two opens the parcel: the ticket if the
            // call began, and otherwise this thread.
            nonisolated(unsafe) let body = body
            let parcel = unsafe Parcel(body)
            let call = Call()
            let outcome = Waiter.wait(
                for: call,
                until: deadline,
                at: node,
                canBeRefused: canBeRefused,
                cancelsCall: true
            ) {
                place.send(Ticket(call, lent: parcel))
            }
            if case .ended(.ran) = outcome { return outcome }
            _ = parcel.open()
            return outcome
        }
    }
}

extension Destination {
    /// Runs `body` at this destination and blocks until it ran.
    ///
    /// - Throws: ``InvocationError`` if `body` did not begin. Then it never will.
    @usableFromInline
    func sync(within limit: Duration, _ body: () -> Void) throws(InvocationError) {
        let place = AnyPlace.destination(self)
        try Call.run(within: limit, at: place, body)
            .orThrow(within: limit, at: place)
    }
}

extension MainDestination {
    /// Runs `body` on the main queue and blocks until it ran.
    ///
    /// - Throws: ``InvocationError`` if `body` did not begin. Then it never will.
    @usableFromInline
    static func sync(within limit: Duration, _ body: () -> Void) throws(InvocationError) {
        try Call.run(within: limit, at: .main, body)
            .orThrow(within: limit, at: .main)
    }
}

extension Waiter.Outcome {
    /// Throws the error of a call at `place` that did not run.
    func orThrow(within limit: Duration?, at place: AnyPlace) throws(InvocationError) {
        switch self {
        case .ended(.ran): break
        case .ended(.cancelled): throw InvocationError(.cancelled, at: place.name)
        case .ended(.gone): throw InvocationError(.destinationGone, at: place.name)
        case .timedOut: throw InvocationError(.timedOut, at: place.name, timeout: limit)
        case .wouldDeadlock(let cycle):
            throw InvocationError(.wouldDeadlock, at: place.name, timeout: limit, cycle: cycle)
        }
    }

    /// Stops the program if a call at `place` did not run, for callers that can't throw the error.
    func orStop(at place: AnyPlace) {
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
        let (seconds, attoseconds) = duration.components
        guard seconds >= 0, attoseconds >= 0 else { return .now() }
        let (whole, tooLong) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
        let (delay, tooLate) = whole.addingReportingOverflow(
            UInt64(attoseconds / 1_000_000_000 + (attoseconds % 1_000_000_000 == 0 ? 0 : 1))
        )
        let (moment, wraps) = DispatchTime.now().uptimeNanoseconds.addingReportingOverflow(delay)
        // Dispatch reads the upper half of its range as another clock.
        guard !tooLong, !tooLate, !wraps, moment < Int64.max else { return .distantFuture }
        return DispatchTime(uptimeNanoseconds: moment)
    }
}
