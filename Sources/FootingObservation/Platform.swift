#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
#error("Observation has not been ported to this platform.")
#endif

/// A pointer of which every thread has its own, `nil` until that thread sets it.
struct ThreadLocalPointer: Sendable {
    private let key: pthread_key_t

    init() {
        var key = pthread_key_t()
        let status = unsafe pthread_key_create(&key, nil)
        precondition(status == 0, "A thread-local pointer could not be made: error \(status).")
        self.key = key
    }

    var value: UnsafeMutableRawPointer? {
        get { unsafe pthread_getspecific(key) }
        nonmutating set { unsafe pthread_setspecific(key, newValue) }
    }
}
