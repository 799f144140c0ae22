public import CLocks
public import Synchronization

/// The package's lock: a value that is accessed only while the lock is held.
///
/// No foreign code (a closure of the user, a deinit, a delegate) may run while the lock is held.
/// The lock is not recursive.
///
/// It is a `Mutex` that the thread sanitizer knows: on Linux, the sanitizer does not see how a
/// thread waits for a `Mutex`, and reports false races.
@usableFromInline
package struct Lock<Value: ~Copyable>: ~Copyable, Sendable {
    @usableFromInline
    package let mutex: Mutex<Value>

    @inlinable
    package init(_ initialValue: consuming sending Value) {
        mutex = Mutex(initialValue)
    }

    @inlinable
    @inline(__always)
    package borrowing func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        try mutex.withLock { value throws(Failure) in
            if footing_locks_are_announced { noteAcquired() }
            defer { if footing_locks_are_announced { noteReleased() } }
            return try body(&value)
        }
    }

    // Not inlined: only programs that the thread sanitizer checks call them.

    @usableFromInline
    @inline(never)
    borrowing func noteAcquired() {
        unsafe withUnsafePointer(to: mutex) { unsafe footing_lock_was_acquired($0) }
    }

    @usableFromInline
    @inline(never)
    borrowing func noteReleased() {
        unsafe withUnsafePointer(to: mutex) { unsafe footing_lock_is_released($0) }
    }
}

extension Lock where Value == Void {
    /// Runs `body` while the lock is held, without an access to the value.
    ///
    /// The value takes no memory, so the thread sanitizer would take an access to it for one to the
    /// memory behind the lock.
    @inlinable
    @inline(__always)
    package borrowing func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Void) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        try mutex.withLock { _ throws(Failure) in
            if footing_locks_are_announced { noteAcquired() }
            defer { if footing_locks_are_announced { noteReleased() } }
            var nothing: Void = ()
            return try body(&nothing)
        }
    }
}

extension Lock where Value: Sendable {
    /// Replaces the value and returns the old one, so that the caller releases it outside the lock.
    package borrowing func exchange(_ new: Value) -> Value {
        withLock { value in
            defer { value = new }
            return value
        }
    }
}
