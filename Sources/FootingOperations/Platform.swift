import Foundation

/// The number of jobs that the machine can run at the same time.
let processorCount = ProcessInfo.processInfo.activeProcessorCount

/// The number of checks before a thread blocks: about a microsecond's worth, or 0 on a single core,
/// where no other thread could make progress meanwhile.
private let spinRounds = processorCount > 1 ? 1000 : 0

/// Checks a condition repeatedly for less time than it takes to block and to wake.
@inline(__always)
func spin(until condition: @autoclosure () -> Bool) -> Bool {
    for _ in 0..<spinRounds where condition() { return true }
    return false
}

/// Whether other objects can observe the properties of an operation (by key-value observing).
///
/// If they can't, announcing a change only updates Foundation's record of the operation:
/// `isFinished` wakes waiting threads, and `isExecuting` matters only in an `OperationQueue` and
/// only when it becomes `true`.
#if canImport(ObjectiveC)
let keysAreObserved = true
#else
let keysAreObserved = false
#endif

/// Runs work on a thread without a run loop, in an autorelease pool where there are any.
func releasingTemporaries(_ work: () -> Void) {
    #if canImport(ObjectiveC)
    autoreleasepool(invoking: work)
    #else
    work()
    #endif
}
