#if canImport(CDispatch)
import CDispatch
import Dispatch
#else
import Dispatch
#endif
import FootingLocks
import Foundation
import Synchronization

/// The address of the label of the current queue.
func currentQueueLabel() -> UInt {
    #if canImport(CDispatch)
    unsafe UInt(bitPattern: dispatch_queue_get_label(nil))
    #else
    unsafe UInt(bitPattern: __dispatch_queue_get_label(nil))
    #endif
}

/// The address of the label that Dispatch reports on a thread without a queue.
///
/// The label belongs to a root queue that runs no code. No two queues store their labels at the
/// same address, unless the label is empty. The label is read once, on a new thread: only a new
/// thread is certain to have no queue. On a platform that labels its threads differently, no thread
/// has this label.
let labelOfNoQueue: UInt = {
    final class Answer: Sendable {
        let label = Atomic<UInt>(0)
        let given = DispatchSemaphore(value: 0)
    }
    let answer = Answer()
    Thread.detachNewThread {
        answer.label.store(currentQueueLabel(), ordering: .releasing)
        answer.given.signal()
    }
    answer.given.wait()
    return answer.label.load(ordering: .acquiring)
}()

/// The address of the label of the main queue.
let labelOfMain = DispatchQueue.main.labelAddress

/// Gives the calling thread a name for tools, of which Linux keeps 15 bytes.
///
/// On Linux, Foundation may set a thread's name only after the thread has begun; elsewhere, it is
/// always set in time.
func nameCurrentThread(_ name: String) {
    #if os(Linux)
    let file = FileHandle(forWritingAtPath: "/proc/thread-self/comm")
    try? file?.write(contentsOf: Data(name.utf8))
    #endif
}

extension DispatchQueue {
    #if canImport(CDispatch)
    /// Whether the queue is known to be serial.
    var isSerial: Bool {
        guard let own = classAddress else { return false }
        return Self.serialClassAddresses.contains(own)
    }

    /// The address at which the queue's label is stored, or 0 if the queue has no label.
    var labelAddress: UInt {
        guard !label.isEmpty, let queue = unsafe pointer else { return 0 }
        return unsafe UInt(bitPattern: dispatch_queue_get_label(queue))
    }

    private static let serialClassAddresses: [UInt] = [
        DispatchQueue(label: "footing.serial"), DispatchQueue.main,
    ].compactMap(\.classAddress)

    /// The first word of Dispatch's object: the pointer to a function table, which serial queues
    /// share.
    ///
    /// Dispatch for Linux has no function that distinguishes serial and concurrent queues.
    // Safe: each of Dispatch's objects begins with that pointer, and `self` keeps this object
    // alive.
    private var classAddress: UInt? {
        guard let queue = unsafe pointer else { return nil }
        return unsafe UnsafePointer<UInt>(queue).pointee
    }

    /// The pointer to Dispatch's object.
    private var pointer: OpaquePointer? {
        unsafe Mirror(reflecting: self).children.first?.value as? OpaquePointer
    }
    #else
    /// Whether the queue is serial.
    var isSerial: Bool { self is DispatchSerialQueue }

    /// Always 0: on this platform, equal labels that are constants share one address.
    var labelAddress: UInt { 0 }
    #endif
}

extension ThreadRecord {
    private static let slot = ThreadSlot { ThreadRecord() }

    /// The record of this thread, if it has one.
    static var existing: ThreadRecord? { slot.existing }

    /// The record of this thread, created on first use.
    static var current: ThreadRecord { slot.current }
}
