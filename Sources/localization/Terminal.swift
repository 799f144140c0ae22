import FootingFiles

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
#error("The program has not been ported to this platform.")
#endif

/// The output of the process, and its exit statuses.
enum Terminal {
    /// There are no findings for which the command fails.
    static let success: Int32 = 0
    /// There are findings for which the command fails.
    static let failure: Int32 = 1
    /// The arguments are invalid (`EX_USAGE`).
    static let misuse: Int32 = 64
    /// The output can't be written (`EX_IOERR`).
    static let outputFailed: Int32 = 74

    static func finish(_ status: Int32) -> Never { exit(status) }

    static func print(_ text: String) -> Bool { write(text, to: STDOUT_FILENO) }

    /// Writes to standard error, and ignores failures.
    static func tell(_ text: String) { write(text, to: STDERR_FILENO) }
}
