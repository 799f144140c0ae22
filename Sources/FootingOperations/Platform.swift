import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
#error("Operations have not been ported to this platform.")
#endif

/// How many jobs the machine can run at the same time.
let processorCount = ProcessInfo.processInfo.activeProcessorCount

/// How often to look at something before going to sleep over it: for about a microsecond, or not at
/// all if there is one core, so that no other thread could change it meanwhile.
let spinRounds = processorCount > 1 ? 1000 : 0

/// Whether any object can observe the properties of an operation.
///
/// If none can, announcing a change only updates Foundation's record of the operation: `isFinished` wakes
/// threads that wait, and `isExecuting` matters only in an `OperationQueue` and when it becomes `true`.
#if canImport(ObjectiveC)
let keysAreObserved = true
#else
let keysAreObserved = false
#endif

/// Runs work on a thread without a run loop.
func releasingTemporaries(_ work: () -> Void) {
    #if canImport(ObjectiveC)
    autoreleasepool(invoking: work)
    #else
    work()
    #endif
}

/// The slot in which each thread keeps its record, with a retain of its own.
private let slot: pthread_key_t = {
    var key = pthread_key_t()
    let status = unsafe pthread_key_create(&key) { record in
        #if canImport(Darwin)
        unsafe Unmanaged<ThreadRecord>.fromOpaque(record).release()
        #else
        if let record = unsafe record {
            unsafe Unmanaged<ThreadRecord>.fromOpaque(record).release()
        }
        #endif
    }
    precondition(status == 0, "A thread-local slot could not be made: error \(status).")
    return key
}()

extension ThreadRecord {
    /// The record of this thread, if it has one.
    static var existing: ThreadRecord? {
        // Sound: only `current` fills the slot, and only the end of the thread empties it.
        guard let record = unsafe pthread_getspecific(slot) else { return nil }
        return unsafe Unmanaged<ThreadRecord>.fromOpaque(record).takeUnretainedValue()
    }

    /// The record of this thread.
    static var current: ThreadRecord {
        if let existing { return existing }
        let record = ThreadRecord()
        let status = unsafe pthread_setspecific(slot, Unmanaged.passRetained(record).toOpaque())
        precondition(status == 0, "A thread-local value could not be set: error \(status).")
        return record
    }
}
