import FootingFiles
public import Foundation

/// The reason why a file or folder could not be removed.
public struct RemovalError: Error, Hashable, Sendable {
    /// The system's error number, or `nil` if no system call was made.
    ///
    /// For ``Code/incomplete``, the number of the first remaining entry's error.
    public let errno: Int32?
    /// The errors of the entries that could not be deleted, at most 100.
    ///
    /// A folder that remains only because of its contents is not listed.
    public let remaining: [RemovalError]
    /// The number of entries that could not be deleted; exact even if ``remaining`` is truncated.
    public let remainingCount: Int
    private let pathBytes: [UInt8]
    /// The reason why the URL was rejected without a system call.
    private let invalidity: String?

    /// Creates an error that the system reported.
    init(errno: Int32, path: [UInt8], remaining: [RemovalError] = [], count: Int = 0) {
        self.errno = errno
        self.remaining = remaining
        remainingCount = count
        pathBytes = path
        invalidity = nil
    }

    /// Creates an error for an invalid URL.
    init(_ invalidity: String, path: [UInt8]) {
        errno = nil
        remaining = []
        remainingCount = 0
        pathBytes = path
        self.invalidity = invalidity
    }

    /// The path that could not be removed or swept, or the URL if it has no valid path.
    ///
    /// A path that is not valid UTF-8 is percent-encoded.
    public var path: String {
        String(validating: pathBytes, as: UTF8.self) ?? percentEncoded(pathBytes)
    }

    /// The kind of failure.
    public var code: Code {
        switch errno {
        case _ where remainingCount > 0: .incomplete
        case nil: .invalidPath
        case ENOENT, ENOTDIR: .noSuchFile
        case EACCES, EPERM: .accessDenied
        default: .system
        }
    }

    /// A kind of failure that a caller can act on.
    ///
    /// A minor release may add kinds, so a `switch` over them needs `@unknown default`.
    @nonexhaustive public enum Code: Hashable, Sendable {
        /// The URL is not that of a file on this machine, is the root, or ends in `.` or `..`; the
        /// description says which.
        case invalidPath
        /// There is no file or folder at the path.
        case noSuchFile
        /// The permissions of the parent folders do not allow the removal.
        case accessDenied
        /// Some entries could not be deleted; ``RemovalError/remaining`` lists them.
        case incomplete
        /// Any other failure; see ``RemovalError/errno``.
        case system
    }
}

extension RemovalError: LocalizedError, CustomStringConvertible {
    /// A sentence that names the path, the cause and, if there is one, the remedy.
    ///
    /// If entries remain, the sentence of the first remaining entry follows. A path with control
    /// characters, such as line breaks, is percent-encoded.
    public var description: String {
        let isOneLine = path.rangeOfCharacter(from: .controlCharacters) == nil
        let cause = errno.map { "\(ErrorNumber($0).message) (error \($0))" } ?? ""
        let reason =
            switch code {
            case .invalidPath: invalidity ?? ""
            case .noSuchFile: "\(cause); check the path"
            case .accessDenied: "\(cause); check the permissions of the folders above"
            case .incomplete where remainingCount == 1: "an entry remains"
            case .incomplete: "\(remainingCount) entries remain"
            case .system: cause
            }
        let first = remaining.first.map { " \($0)" } ?? ""
        let subject = isOneLine ? path : percentEncoded(pathBytes)
        return "Could not remove “\(subject)”: \(reason).\(first)"
    }

    /// The same as ``description``, in English.
    public var errorDescription: String? { description }
}
