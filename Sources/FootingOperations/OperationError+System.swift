import FootingFiles
import Foundation

extension OperationError {
    /// Creates an error that the system reported for a path.
    init(errno: Int32, path: [UInt8], remaining: [OperationError] = [], count: Int = 0) {
        let code: Code =
            switch errno {
            case _ where count > 0: .incomplete
            case ENOENT, ENOTDIR: .noSuchFile
            case EACCES: .accessDenied
            case EPERM: .notPermitted
            case EROFS: .readOnlyFileSystem
            case ENOSPC: .noSpace
            case EDQUOT: .quotaExceeded
            default: .system
            }
        self.init(code, of: path, errno: errno, remaining: remaining, count: count)
    }

    /// The sentence of the system for the error number.
    var cause: String { errno.map { "\(ErrorNumber($0).message) (error \($0))" } ?? "" }
}

/// Calls `body`, and throws its error as that of a path.
func check<Result>(
    _ path: @autoclosure () -> SystemPath,
    _ body: @autoclosure () throws(ErrorNumber) -> Result
) throws(OperationError) -> Result {
    do throws(ErrorNumber) {
        return try body()
    } catch {
        throw OperationError(errno: error.value, path: path().bytes)
    }
}

/// Returns a path with percent-encoding, as in a URL.
func percentEncoded(_ path: [UInt8]) -> String {
    path.map { byte in
        byte < 0x80 && CharacterSet.urlPathAllowed.contains(Unicode.Scalar(byte))
            ? String(Unicode.Scalar(byte))
            : "%" + String(UInt16(byte) | 0x100, radix: 16, uppercase: true).dropFirst()
    }.joined()
}
