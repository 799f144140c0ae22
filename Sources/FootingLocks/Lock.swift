#if FOOTING_TSAN
#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif
#else
public import Synchronization
#endif

/// The package's lock: a value that is accessed only while the lock is held.
///
/// No foreign code (a closure of the user, a deinit, a delegate) may run while the lock is held.
/// The lock is not recursive.
///
/// It is a `Mutex`, except in builds with `-Xswiftc -DFOOTING_TSAN`: on Linux the thread sanitizer
/// does not know the futex of `Mutex`, and reports false races. Such builds use a POSIX mutex,
/// which the sanitizer knows.
// Unchecked only for sanitizer builds, where the compiler can't verify the invariant: the value is
// accessed only between lock and unlock, and both pointers are set before the lock is shared.
@safe
@usableFromInline
package struct Lock<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
    #if FOOTING_TSAN
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let value: UnsafeMutablePointer<Value>

    @usableFromInline
    package init(_ initialValue: consuming sending Value) {
        unsafe mutex = .allocate(capacity: 1)
        unsafe value = .allocate(capacity: 1)
        unsafe value.initialize(to: initialValue)
        let status = unsafe pthread_mutex_init(mutex, nil)
        precondition(status == 0, "A mutex could not be created: error \(status).")
    }

    deinit {
        unsafe pthread_mutex_destroy(mutex)
        unsafe mutex.deallocate()
        unsafe value.deinitialize(count: 1)
        unsafe value.deallocate()
    }

    @usableFromInline
    package borrowing func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return try unsafe body(&value.pointee)
    }
    #else
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
        try mutex.withLock(body)
    }
    #endif
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
