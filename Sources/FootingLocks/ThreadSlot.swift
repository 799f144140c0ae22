#if canImport(Darwin)
package import Darwin
#elseif canImport(Glibc)
package import Glibc
#elseif canImport(Musl)
package import Musl
#else
#error("Thread-local slots have not been ported to this platform.")
#endif

/// A slot in which each thread keeps an object of its own, until it ends.
///
/// A slot is never given back, so make it once for the life of the process.
package struct ThreadSlot<Record: AnyObject>: Sendable {
    @usableFromInline
    let key: pthread_key_t
    @usableFromInline
    let makeRecord: @Sendable () -> Record

    /// Creates a slot in which no thread has an object yet.
    ///
    /// - Parameter makeRecord: Makes the object of a thread that asks for it.
    package init(_ makeRecord: @escaping @Sendable () -> Record) {
        var key = pthread_key_t()
        let status = unsafe pthread_key_create(&key) { record in
            // An optional on Linux only.
            let record: UnsafeMutableRawPointer? = unsafe record
            guard let record = unsafe record else { return }
            unsafe Unmanaged<AnyObject>.fromOpaque(record).release()
        }
        // Fails only if the process has used up its slots, of which there are hundreds.
        precondition(status == 0, "A thread-local slot could not be made: error \(status).")
        self.key = key
        self.makeRecord = makeRecord
    }

    /// The object of this thread, if it has one.
    @inlinable
    package var existing: Record? {
        // Sound: only `current` fills the slot, with a retain that the end of the thread releases.
        guard let record = unsafe pthread_getspecific(key) else { return nil }
        return unsafe Unmanaged<Record>.fromOpaque(record).takeUnretainedValue()
    }

    /// The object of this thread, made now if there is none.
    @inlinable
    package var current: Record {
        if let existing { return existing }
        let record = makeRecord()
        let status = unsafe pthread_setspecific(key, Unmanaged.passRetained(record).toOpaque())
        // Fails only if there is no memory, which ends any Swift program.
        precondition(status == 0, "A thread-local value could not be set: error \(status).")
        return record
    }
}
