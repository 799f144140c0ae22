public import Foundation
import FootingLocks

/// The run loop of a thread as a destination.
///
/// Calls run when the thread runs its loop, in one of the loop's common modes, and wake it. If
/// the thread ends, calls that have not begun are let go of: whoever waits for one gets an error with the
/// code ``InvocationError/Code/destinationGone``.
///
/// Create the destination on the thread of the loop, or let a call run there first: before that, the end of
/// the thread is not noticed as long as anybody holds the loop.
public struct RunLoopDestination: Destination {
    private let loop: LoopReference
    private let calls: LoopCalls

    init(_ loop: RunLoop) {
        self.loop = LoopReference(loop: loop)
        calls = Self.tables.value(for: loop) {
            LoopCalls(named: loop === RunLoop.main ? "the main run loop" : "a run loop")
        }
        if isCurrent { calls.noteThread() }
    }

    /// Whether the code that asks runs on the thread of the run loop.
    public var isCurrent: Bool { RunLoop.current === loop.loop }

    /// Runs `job` in the run loop, and wakes its thread.
    public func enqueue(_ job: @escaping @Sendable () -> Void) {
        guard let loop = loop.loop, let call = calls.add(job) else { return }
        loop.perform(inModes: [.common]) { call.run() }
        loop.wake()
    }

    /// The run loop's node in the graph of waits.
    var node: WaitNode { calls.node }

    private static let tables = ObjectTable<LoopCalls>()
}

extension RunLoopDestination: CustomStringConvertible {
    /// Whether this is the main run loop, in a few words.
    public var description: String { node.name }
}

extension Destination where Self == RunLoopDestination {
    /// The run loop `loop` of some thread.
    ///
    /// For main code use `.main`: where `dispatchMain()` serves the main queue, nobody runs the main run loop.
    public static func runLoop(_ loop: RunLoop) -> RunLoopDestination {
        RunLoopDestination(loop)
    }
}

// The thread holds its loop. A call that is still held by a loop is let go of with it.
//
// Unchecked: of the loop's members, only those for adding a block or a timer are used on other threads, which lock.
private struct LoopReference: @unchecked Sendable {
    weak let loop: RunLoop?
}

/// The calls that a run loop has not begun.
private final class LoopCalls: Sendable {
    private struct State {
        var waiting: [Int: LoopCall.Reference] = [:]
        var lastNumber = 0
        var isThreadNoted = false
        var hasThreadEnded = false
    }

    let node: WaitNode
    private let state = Lock(State())

    init(named name: String) {
        node = WaitNode(name: name)
    }

    /// A call of `job`, or `nil` if the thread of the loop has ended.
    func add(_ job: @escaping @Sendable () -> Void) -> LoopCall? {
        state.withLock { state in
            guard !state.hasThreadEnded else { return nil }
            state.lastNumber += 1
            let call = LoopCall(job, number: state.lastNumber, of: self)
            state.waiting[state.lastNumber] = LoopCall.Reference(
                call: call,
                number: state.lastNumber
            )
            return call
        }
    }

    func remove(_ number: Int) {
        state.withLock { state in _ = state.waiting.removeValue(forKey: number) }
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
        let waiting = state.withLock { state in
            state.hasThreadEnded = true
            return state.waiting.values.sorted { $0.number < $1.number }
        }
        for reference in waiting { reference.call?.drop() }
    }
}

/// One call that a run loop holds.
private final class LoopCall: Sendable {
    struct Reference: Sendable {
        weak let call: LoopCall?
        let number: Int
    }

    private let job: Lock<(@Sendable () -> Void)?>
    private let number: Int
    private let calls: LoopCalls

    init(_ job: @escaping @Sendable () -> Void, number: Int, of calls: LoopCalls) {
        self.job = Lock(job)
        self.number = number
        self.calls = calls
    }

    deinit {
        calls.remove(number)
    }

    func run() {
        calls.noteThread()
        job.withLock { $0.take() }?()
    }

    /// Releases the job without running it.
    func drop() {
        _ = job.withLock { $0.take() }
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
