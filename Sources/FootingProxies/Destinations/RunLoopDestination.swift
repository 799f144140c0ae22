import FootingLocks
import FootingWaiting
public import Foundation

/// The run loop of a thread as a destination.
///
/// A call wakes the thread, and runs when the thread runs its loop in one of the common modes. If
/// the thread ends, calls that have not begun are released, also those that are delayed: a wait for
/// such a call throws an error with the code ``InvocationError/Code/destinationGone``. A call for
/// which no code waits is lost without a message.
///
/// Create the destination on the thread of the loop, or make a call run there first. Otherwise, the
/// end of the thread is not detected while other code retains the loop.
public struct RunLoopDestination: Destination {
    private let jobs: LoopJobs

    init(_ loop: RunLoop) {
        jobs = LoopJobs.of(loop)
        if isCurrent { jobs.noteThread() }
    }

    /// Whether the calling code runs on the thread of the run loop.
    public var isCurrent: Bool { RunLoop.current === jobs.loop }

    /// Runs `job` in the run loop, and wakes the loop's thread.
    public func enqueue(_ job: @escaping @Sendable () -> Void) {
        guard let loop = jobs.loop, let turn = jobs.add(job) else { return }
        loop.perform(inModes: [.common]) { turn.run() }
        loop.wake()
    }

    /// Whether the thread of the loop has ended, as far as is known.
    var hasEnded: Bool { jobs.loop == nil || jobs.hasThreadEnded }

    /// The run loop's place in the graph of waits.
    var place: SerialPlace { jobs.place }
}

extension RunLoopDestination: CustomStringConvertible {
    /// A phrase that tells the main run loop from others.
    public var description: String { place.name }
}

extension Destination where Self == RunLoopDestination {
    /// A destination that runs calls in the run loop `loop`.
    ///
    /// For main code, use `.main`: where `dispatchMain()` serves the main queue, no thread runs the
    /// main run loop.
    public static func runLoop(_ loop: RunLoop) -> RunLoopDestination {
        RunLoopDestination(loop)
    }
}

/// The jobs that a run loop has not begun.
///
/// The loop retains a turn for each job. A job is released with its turn, or when the thread ends.
// Unchecked: other threads use only those members of the loop that add a block or a timer, which
// lock.
private final class LoopJobs: @unchecked Sendable {
    final class Turn: Sendable {
        private let jobs: LoopJobs

        fileprivate init(of jobs: LoopJobs) { self.jobs = jobs }

        deinit { _ = jobs.take(self) }

        func run() {
            jobs.noteThread()
            jobs.take(self)?()
        }
    }

    private struct State {
        var waiting: [ObjectIdentifier: @Sendable () -> Void] = [:]
        var isThreadNoted = false
        var hasThreadEnded = false
    }

    // The thread retains its loop.
    weak let loop: RunLoop?
    let place: SerialPlace
    private let state = Lock(State())

    private static let known = Lock([ObjectIdentifier: LoopJobs]())

    private init(_ loop: RunLoop) {
        self.loop = loop
        place = SerialPlace(name: loop === RunLoop.main ? "the main run loop" : "a run loop")
    }

    /// The jobs of `loop`.
    static func of(_ loop: RunLoop) -> LoopJobs {
        let id = ObjectIdentifier(loop)
        let all = known.withLock { $0 }
        if let jobs = all[id], jobs.loop === loop { return jobs }
        // Checked without the lock: the reference may be the last one, and releasing a loop
        // releases foreign work.
        let ended = all.filter { $0.value.loop == nil }
        let new = LoopJobs(loop)
        return known.withLock { known in
            for (id, jobs) in ended where known[id] === jobs { known[id] = nil }
            // Another thread may have added the jobs first.
            if let jobs = known[id], jobs.loop === loop { return jobs }
            known[id] = new
            return new
        }
    }

    /// Adds a job and returns its turn, or `nil` if the thread of the loop has ended.
    func add(_ job: @escaping @Sendable () -> Void) -> Turn? {
        state.withLock { state in
            guard !state.hasThreadEnded else { return nil }
            let turn = Turn(of: self)
            state.waiting[ObjectIdentifier(turn)] = job
            return turn
        }
    }

    var hasThreadEnded: Bool { state.withLock { $0.hasThreadEnded } }

    private func take(_ turn: Turn) -> (@Sendable () -> Void)? {
        state.withLock { $0.waiting.removeValue(forKey: ObjectIdentifier(turn)) }
    }

    /// Marks all code of the calling thread as code of the loop, and its end as the end of the
    /// loop.
    func noteThread() {
        let isNew = state.withLock { state in
            defer { state.isThreadNoted = true }
            return !state.isThreadNoted
        }
        if isNew {
            ThreadPlace.stay(in: place, isMainThread: Thread.isMainThread, onStop: endThread)
        }
    }

    private func endThread() {
        // Released after the lock is released.
        _ = state.withLock { state in
            state.hasThreadEnded = true
            defer { state.waiting = [:] }
            return state.waiting
        }
        DelayedCalls.shared.sendToEnded()
    }
}

extension RunLoop {
    /// Wakes the thread of the loop, which does not detect a block added by `perform`.
    fileprivate func wake() {
        #if canImport(Darwin)
        CFRunLoopWakeUp(getCFRunLoop())
        #else
        add(Timer(timeInterval: 0, repeats: false) { _ in }, forMode: .common)
        #endif
    }
}
