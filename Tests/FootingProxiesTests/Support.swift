import Dispatch
import FootingProxies
import Foundation
import TestSupport

/// Long enough for anything that happens at all.
let ample: TimeInterval = 30

/// Runs `body` and returns the error of the package that it throws.
func thrown(_ body: () throws -> Void) -> InvocationError? {
    failure(of: body) as? InvocationError
}

/// Returns the error that `body` throws, with its type.
func failure<Output, Failure: Error>(of body: () throws(Failure) -> Output) -> Failure? {
    do throws(Failure) {
        _ = try body()
        return nil
    } catch {
        return error
    }
}

/// Returns the error that asynchronous code throws, with its type.
func failure<Output, Failure: Error>(
    of body: () async throws(Failure) -> Output
) async -> Failure? {
    do throws(Failure) {
        _ = try await body()
        return nil
    } catch {
        return error
    }
}

/// Waits for a call at `place` with a time-out, and returns the error.
func refusal(
    at place: some Destination,
    timeout: Duration = .seconds(ample)
) -> InvocationError? {
    thrown { try Ledger().on(place).sync(timeout: timeout) { $0.value = 1 } }
}

/// An object whose callers must use it on one queue.
// Unchecked: the tests use it on the queue of their calls, and elsewhere only after a wait.
final class Ledger: @unchecked Sendable, Invocable {
    var value = 0
    var history: [Int] = []

    func append(_ entry: Int) { history.append(entry) }
}

/// A queue that recognizes its own code by a mark, without the code under test.
struct MarkedQueue: Sendable {
    let queue: DispatchQueue
    let mark = DispatchSpecificKey<Bool>()

    init(_ label: String = "marked", attributes: DispatchQueue.Attributes = []) {
        queue = DispatchQueue(label: label, attributes: attributes)
        queue.setSpecific(key: mark, value: true)
    }

    var isCurrent: Bool { DispatchQueue.getSpecific(key: mark) != nil }
}

/// A queue that has run each job before `enqueue` returns, so the sender releases its references
/// last.
struct LateQueue: Destination {
    let place = MarkedQueue("late")
    var isCurrent: Bool { place.isCurrent }

    func enqueue(_ job: @escaping @Sendable () -> Void) {
        place.queue.async(execute: job)
        place.queue.sync {}
    }
}

/// Logs whether it is released at its destination.
final class Witness: Sendable, Invocable {
    private let isHome: @Sendable () -> Bool
    private let log: Log<Bool>

    init(_ log: Log<Bool>, isHome: @escaping @Sendable () -> Bool = { true }) {
        self.isHome = isHome
        self.log = log
    }

    deinit { log.add(isHome()) }

    func testify() {}
}

/// A thread that recognizes its own code by a mark, without the code under test.
struct MarkedThread: Sendable {
    private let key = UUID().uuidString

    /// Marks the calling thread.
    func mark(with value: any Sendable = true) { Thread.current.threadDictionary[key] = value }
    var isCurrent: Bool { Thread.current.threadDictionary[key] != nil }
}

/// A worker thread that recognizes its own code by a mark, without the code under test.
struct MarkedWorker: Sendable {
    let worker: WorkerThread
    private let mark = MarkedThread()

    init(_ name: String = "marked", onRefusal: (@Sendable (InvocationError) -> Void)? = nil) {
        worker = WorkerThread(name: name, onRefusal: onRefusal)
        Ledger().on(worker).sync { [mark] _ in mark.mark() }
    }

    var isCurrent: Bool { mark.isCurrent }
}

/// A thread that runs its run loop until it is told to end, or until this object is released.
final class LoopThread: Sendable {
    // Unchecked: `loop` is accessed only with the lock; other threads only add blocks to the loop.
    private final class Holder: @unchecked Sendable {
        private let lock = NSLock()
        private var loop: RunLoop?

        var place: RunLoopDestination? { lock.withLock { loop.map { .runLoop($0) } } }

        func hold() { lock.withLock { loop = .current } }
        func release() { lock.withLock { loop = nil } }
        func perform(_ work: @escaping @Sendable () -> Void) {
            lock.withLock { loop?.perform(inModes: [.common], block: work) }
        }
    }

    private let holder = Holder()
    private let mark = MarkedThread()
    private let begins = DispatchSemaphore(value: 0)
    private let hasEnded = Gate()
    private let isTold = Log<Bool>()

    /// Starts a thread, whose loop runs at once or after `run()`.
    init(isRunning: Bool = true) {
        let hasBegun = DispatchSemaphore(value: 0)
        Thread.detachNewThread { [holder, mark, begins, hasEnded, isTold] in
            // Released with the dictionary of the thread, when the thread ends.
            mark.mark(with: Canary(hasEnded))
            holder.hold()
            hasBegun.signal()
            begins.wait()
            RunLoop.current.add(Timer(timeInterval: 1e6, repeats: true) { _ in }, forMode: .common)
            while isTold.entries.isEmpty { RunLoop.current.run(until: .now + 0.005) }
        }
        hasBegun.wait()
        if isRunning { run() }
    }

    deinit {
        tellToEnd()
        run()
    }

    func run() { begins.signal() }

    var isCurrent: Bool { mark.isCurrent }

    /// The destination, made on the calling thread.
    var place: RunLoopDestination {
        guard let place = holder.place else { preconditionFailure("The loop was released.") }
        return place
    }

    /// Adds work to the loop without a destination.
    func perform(_ work: @escaping @Sendable () -> Void) {
        holder.perform(work)
    }

    /// Releases the loop, which the thread still retains.
    func release() { holder.release() }

    /// Makes the current turn of the loop the last one.
    func tellToEnd() { isTold.add(true) }

    /// Ends the thread, and returns after it has ended.
    func end() {
        tellToEnd()
        run()
        hasEnded.pass()
    }
}

/// A destination that releases every second job, or all jobs, without running them.
final class Forgetful: Destination {
    let queue = DispatchQueue(label: "forgetful")
    private let jobs = Log<Void>()
    private let forgetsAll: Bool

    init(forgetsAll: Bool = false) { self.forgetsAll = forgetsAll }

    var isCurrent: Bool { false }

    func enqueue(_ job: @escaping @Sendable () -> Void) {
        jobs.add(())
        if !forgetsAll, jobs.entries.count.isMultiple(of: 2) { queue.async(execute: job) }
    }
}
