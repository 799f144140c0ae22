public import Foundation
import FootingLocks

/// The run loop of a thread as a destination.
///
/// Calls run when the thread runs its loop, in one of the loop's common modes, and wake it. If
/// the thread ends, calls that have not begun are released: a wait for one throws an error with the
/// code ``InvocationError/Code/destinationGone``.
///
/// Create the destination on the thread of the loop, or let a call run there first: before that, the end of
/// the thread is not noticed as long as other code holds the loop.
public struct RunLoopDestination: Destination {
    private let jobs: LoopJobs

    init(_ loop: RunLoop) {
        jobs = LoopJobs.of(loop)
        if isCurrent { jobs.noteThread() }
    }

    /// Whether the code that asks runs on the thread of the run loop.
    public var isCurrent: Bool { RunLoop.current === jobs.loop }

    /// Runs `job` in the run loop, and wakes its thread.
    public func enqueue(_ job: @escaping @Sendable () -> Void) {
        guard let loop = jobs.loop, let turn = jobs.add(job) else { return }
        loop.perform(inModes: [.common]) { turn.run() }
        loop.wake()
    }

    /// The run loop's node in the graph of waits.
    var node: WaitNode { jobs.node }
}

extension RunLoopDestination: CustomStringConvertible {
    /// Whether this is the main run loop, in a few words.
    public var description: String { node.name }
}

extension Destination where Self == RunLoopDestination {
    /// The run loop `loop` of some thread.
    ///
    /// For main code use `.main`: where `dispatchMain()` serves the main queue, no thread runs the main run loop.
    public static func runLoop(_ loop: RunLoop) -> RunLoopDestination {
        RunLoopDestination(loop)
    }
}

/// The jobs that a run loop has not begun.
///
/// The loop holds a turn for each of them. A job is released with its turn, or when the thread ends.
// Unchecked: of the loop's members, other threads use only those for adding a block or a timer, which lock.
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

    // The thread holds its loop.
    weak let loop: RunLoop?
    let node: WaitNode
    private let state = Lock(State())

    private static let known = Lock([ObjectIdentifier: LoopJobs]())

    private init(_ loop: RunLoop) {
        self.loop = loop
        node = WaitNode(name: loop === RunLoop.main ? "the main run loop" : "a run loop")
    }

    /// The jobs of `loop`.
    static func of(_ loop: RunLoop) -> LoopJobs {
        let id = ObjectIdentifier(loop)
        let all = known.withLock { $0 }
        if let jobs = all[id], jobs.loop === loop { return jobs }
        // Asked outside the lock: the reference may be the last one, and a loop releases the work of others.
        let ended = all.filter { $0.value.loop == nil }
        let new = LoopJobs(loop)
        return known.withLock { known in
            for (id, jobs) in ended where known[id] === jobs { known[id] = nil }
            // Another thread may have been first.
            if let jobs = known[id], jobs.loop === loop { return jobs }
            known[id] = new
            return new
        }
    }

    /// The turn of `job`, or `nil` if the thread of the loop has ended.
    func add(_ job: @escaping @Sendable () -> Void) -> Turn? {
        state.withLock { state in
            guard !state.hasThreadEnded else { return nil }
            let turn = Turn(of: self)
            state.waiting[ObjectIdentifier(turn)] = job
            return turn
        }
    }

    private func take(_ turn: Turn) -> (@Sendable () -> Void)? {
        state.withLock { $0.waiting.removeValue(forKey: ObjectIdentifier(turn)) }
    }

    /// Makes the calling thread's code known as code of the loop, and its end the end of the loop.
    func noteThread() {
        let isNew = state.withLock { state in
            defer { state.isThreadNoted = true }
            return !state.isThreadNoted
        }
        if isNew { ThreadPlace.stay(in: node, onEnd: endThread) }
    }

    private func endThread() {
        // Released outside the lock.
        _ = state.withLock { state in
            state.hasThreadEnded = true
            defer { state.waiting = [:] }
            return state.waiting
        }
    }
}

extension RunLoop {
    /// Wakes the thread of the loop, which does not notice a performed block by itself.
    fileprivate func wake() {
        #if canImport(Darwin)
        CFRunLoopWakeUp(getCFRunLoop())
        #else
        add(Timer(timeInterval: 0, repeats: false) { _ in }, forMode: .common)
        #endif
    }
}
