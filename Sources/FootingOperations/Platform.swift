import FootingLocks
import Foundation

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

extension ThreadRecord {
    private static let slot = ThreadSlot { ThreadRecord() }

    /// The record of this thread, if it has one.
    static var existing: ThreadRecord? { slot.existing }

    /// The record of this thread.
    static var current: ThreadRecord { slot.current }
}
