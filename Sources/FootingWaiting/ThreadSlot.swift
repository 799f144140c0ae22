#if canImport(Darwin)
public import Darwin
#elseif canImport(Glibc)
public import Glibc
#elseif canImport(Musl)
public import Musl
#else
#error("Thread-local slots have not been ported to this platform.")
#endif

/// A thread-local variable that holds one object for each thread, until the thread ends.
///
/// Slots are never freed, so create a slot once for the lifetime of the process.
@usableFromInline
package struct ThreadSlot<Record: AnyObject>: Sendable {
    @usableFromInline
    let key: pthread_key_t
    @usableFromInline
    let makeRecord: @Sendable () -> Record

    /// Creates a slot that is empty on all threads.
    ///
    /// - Parameter makeRecord: Creates the object of a thread at its first access.
    package init(_ makeRecord: @escaping @Sendable () -> Record) {
        var key = pthread_key_t()
        let status = unsafe pthread_key_create(&key) { record in
            // `record` is optional on Linux only.
            let record: UnsafeMutableRawPointer? = unsafe record
            guard let record = unsafe record else { return }
            unsafe Unmanaged<AnyObject>.fromOpaque(record).release()
        }
        // Fails only if the process has used all of its several hundred keys.
        precondition(status == 0, "A thread-local slot could not be created: error \(status).")
        self.key = key
        self.makeRecord = makeRecord
    }

    /// The object of this thread, if it has one, without a retain.
    ///
    /// The reference is valid until the thread stops.
    @inlinable
    package var reference: Unmanaged<Record>? {
        // Sound: only `current` fills the slot, with a retain that the end of the thread releases.
        unsafe pthread_getspecific(key).map { unsafe Unmanaged.fromOpaque($0) }
    }

    /// The object of this thread, if it has one.
    @inlinable
    package var existing: Record? { unsafe reference?.takeUnretainedValue() }

    /// The object of this thread, created at its first access.
    @inlinable
    package var current: Record {
        if let existing { return existing }
        let record = makeRecord()
        let status = unsafe pthread_setspecific(key, Unmanaged.passRetained(record).toOpaque())
        // Fails only without memory, which terminates any Swift program.
        precondition(status == 0, "A thread-local value could not be set: error \(status).")
        return record
    }
}
