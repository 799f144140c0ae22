import CFooting
#if canImport(CDispatch)
import CDispatch
import Dispatch
#else
import Dispatch
#endif

/// The address of the label of the current queue.
package func currentQueueLabel() -> UInt {
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
package let labelOfNoQueue: UInt = {
    var label: UInt = 0
    unsafe withUnsafeMutablePointer(to: &label) { label in
        unsafe footing_run_on_new_thread(
            { label in
                unsafe label?.assumingMemoryBound(to: UInt.self).pointee = currentQueueLabel()
                return nil
            },
            label
        )
    }
    return label
}()

/// The address of the label of the main queue.
package let labelOfMain = DispatchQueue.main.labelAddress

extension DispatchQueue {
    #if canImport(CDispatch)
    /// Whether the queue is known to be serial.
    package var isSerial: Bool {
        guard let own = classAddress else { return false }
        return Self.serialClassAddresses.contains(own)
    }

    /// The address at which the queue's label is stored, or 0 if the queue has no label.
    package var labelAddress: UInt {
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
    package var isSerial: Bool { self is DispatchSerialQueue }

    /// Always 0: on this platform, equal labels that are constants share one address.
    package var labelAddress: UInt { 0 }
    #endif

    /// The name of the queue in errors.
    package var title: String {
        if label.isEmpty { return shortName }
        return isMain ? "the main queue" : "the queue “\(label)”"
    }

    /// The name of the queue in cycles.
    package var shortName: String {
        if label.isEmpty { return "a queue without a label" }
        return isMain ? "main" : label
    }

    private var isMain: Bool { label == DispatchQueue.main.label }
}
