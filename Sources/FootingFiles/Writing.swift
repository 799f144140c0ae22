#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
#error("Writing to files has not been ported to this platform.")
#endif

/// Writes a string to standard error; if standard error is closed or full, the rest is lost.
package func writeToStandardError(_ text: String) {
    write(text, to: STDERR_FILENO)
}

/// Writes a string to an open file.
///
/// - Returns: Whether all of it was written: `false` if the file is closed or full.
@discardableResult
package func write(_ text: String, to descriptor: Int32) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
        var rest = UnsafeRawBufferPointer(bytes)
        while unsafe !rest.isEmpty {
            let count = unsafe write(descriptor, rest.baseAddress, rest.count)
            if count > 0 {
                unsafe rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
            } else if count == 0 || errno != EINTR {
                return false
            }
        }
        return true
    }
}
