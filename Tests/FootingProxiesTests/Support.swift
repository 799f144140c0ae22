import Dispatch
import FootingProxies
import Foundation

/// How many times a stress test goes round.
let stress = ProcessInfo.processInfo.environment["FOOTING_STRESS"] == "1" ? 10 : 1

/// Long enough for anything that happens at all.
let ample: TimeInterval = 30

/// An object that leaves it to its callers to stay on one queue.
// Unchecked: the tests touch it on the queue they call it on, and elsewhere only after a wait.
final class Counter: @unchecked Sendable, Invocable {
    var value = 0
    var history: [Int] = []

    func append(_ entry: Int) { history.append(entry) }
}

struct Refusal: Error, Equatable {
    let reason: Int
}

/// What happened, in order, from any thread.
final class Log<Entry: Sendable>: @unchecked Sendable {
    // Unchecked: `stored` is touched only with the lock, which, unlike `Mutex`, is one that the
    // thread sanitizer sees.
    private let lock = NSLock()
    private var stored: [Entry] = []

    func add(_ entry: Entry) { lock.withLock { stored.append(entry) } }
    var entries: [Entry] { lock.withLock { stored } }
}

/// Tells where it is released.
final class Canary: Sendable {
    private let mark: DispatchSpecificKey<Bool>
    private let log: Log<Bool>

    init(_ mark: DispatchSpecificKey<Bool>, _ log: Log<Bool>) {
        self.mark = mark
        self.log = log
    }

    deinit { log.add(DispatchQueue.getSpecific(key: mark) != nil) }

    func sing() {}
}

/// A queue whose code can be told from other code without the help of what is tested.
struct MarkedQueue: Sendable {
    let queue: DispatchQueue
    let mark = DispatchSpecificKey<Bool>()

    init(_ label: String = "marked", attributes: DispatchQueue.Attributes = []) {
        queue = DispatchQueue(label: label, attributes: attributes)
        queue.setSpecific(key: mark, value: true)
    }

    var isCurrent: Bool { DispatchQueue.getSpecific(key: mark) != nil }
}

/// A queue that has run each job before `enqueue` returns: what the sender still held is let go by it.
struct LateQueue: Destination {
    let place = MarkedQueue("late")
    var isCurrent: Bool { place.isCurrent }

    func enqueue(_ job: @escaping @Sendable () -> Void) {
        place.queue.async(execute: job)
        place.queue.sync {}
    }
}

/// Runs `work` on a thread that has no queue and waits for it.
func onPlainThread(_ work: @escaping @Sendable () -> Void) {
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
        work()
        done.signal()
    }
    done.wait()
}
