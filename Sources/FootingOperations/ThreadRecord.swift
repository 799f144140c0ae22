/// What one thread knows about itself, touched only by that thread.
///
/// Handlers settle futures, whose handlers settle futures; dropped work drops promises, whose
/// handlers drop work. Each is a call within a call, so a long chain would need a deep stack. Up to a
/// certain depth the calls are direct. Beyond it they are put off until the thread has come back to
/// the outermost one, or until it is about to block: then they may be what it would wait for.
@safe
final class ThreadRecord {
    /// A call into code that is not ours, and that may come back to us.
    enum Call: Sendable {
        case delivering(FutureCore)
        case dropping(FutureCore)
    }

    /// The queue that this thread works for.
    var queue: ObjectIdentifier?

    /// The innermost job that this thread runs.
    ///
    /// Sound: its runner holds the job meanwhile.
    unowned(unsafe) var job: FutureCore?

    private static let greatestDepth = 48
    private var depth = 0
    private var deferred = Deferred()

    /// Whether `job` runs on this thread, as the innermost or around it.
    func isRunning(_ job: FutureCore) -> Bool {
        var current = unsafe self.job
        while let running = current {
            if running === job { return true }
            current = unsafe running.outer
        }
        return false
    }

    /// Makes a call now, or puts it off if too many such calls are under way on this thread.
    func perform(_ call: Call) {
        guard depth < Self.greatestDepth else {
            deferred.append(call)
            return
        }
        make(call)
        if depth == 0 { performDeferred() }
    }

    /// Makes all the calls that were put off.
    func performDeferred() {
        while let call = deferred.popFirst() { make(call) }
    }

    private func make(_ call: Call) {
        depth += 1
        switch call {
        case .delivering(let future): future.callHandlers()
        case .dropping(let job): job.dropWork()
        }
        depth -= 1
    }
}

/// Calls put off, first in, first out.
private struct Deferred {
    private var arriving: [ThreadRecord.Call] = []
    private var leaving: [ThreadRecord.Call] = []

    mutating func append(_ call: ThreadRecord.Call) {
        arriving.append(call)
    }

    mutating func popFirst() -> ThreadRecord.Call? {
        if leaving.isEmpty {
            leaving = arriving.reversed()
            arriving = []
        }
        return leaving.popLast()
    }
}
