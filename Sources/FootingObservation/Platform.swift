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

/// What tells a thread from the others that run.
struct ThreadID: Equatable, Sendable {
    private let number: UInt

    /// No thread.
    static let none = ThreadID(number: 0)

    static var current: ThreadID {
        #if canImport(Darwin)
        unsafe ThreadID(number: UInt(bitPattern: pthread_self()))
        #else
        ThreadID(number: UInt(pthread_self()))
        #endif
    }
}

/// Writes a text to standard error, as far as that takes it: closed or full, it loses the rest.
func writeToStandardError(_ text: String) {
    let bytes = Array(text.utf8)
    unsafe bytes.withUnsafeBytes { bytes in
        var rest = unsafe bytes[...]
        while unsafe !rest.isEmpty {
            let part = unsafe UnsafeRawBufferPointer(rebasing: rest)
            let count = unsafe write(STDERR_FILENO, part.baseAddress, part.count)
            if count > 0 {
                unsafe rest = rest.dropFirst(count)
            } else if count == 0 || errno != EINTR {
                return
            }
        }
    }
}
