public import Foundation

/// The reason why a file or folder could not be removed.
public struct RemovalError: Error, Hashable, Sendable {
    /// The system's error number, or `nil` if the system was not asked.
    ///
    /// With ``Code/incomplete`` the number of the first entry that remains.
    public let errno: Int32?
    /// The errors of the entries that could not be deleted, at most 100 of them.
    ///
    /// A folder that remains only because something in it does is not listed.
    public let remaining: [RemovalError]
    /// How many entries could not be deleted, exact also if ``remaining`` is not complete.
    public let remainingCount: Int
    private let pathBytes: [UInt8]
    /// The words for the reason why the URL was refused before the system was asked.
    private let invalidity: String?

    /// Creates an error that the system reported.
    init(errno: Int32, path: [UInt8], remaining: [RemovalError] = [], count: Int = 0) {
        self.errno = errno
        self.remaining = remaining
        remainingCount = count
        pathBytes = path
        invalidity = nil
    }

    /// Creates the error of a URL that can't be that of an item.
    init(_ invalidity: String, path: [UInt8]) {
        errno = nil
        remaining = []
        remainingCount = 0
        pathBytes = path
        self.invalidity = invalidity
    }

    /// The path that could not be removed or swept, or the URL if it has no such path.
    ///
    /// A path that is not UTF-8 is percent-encoded.
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
        /// The URL is not that of a file on this machine, or is the root, or ends in `.` or `..`; the
        /// description tells which.
        case invalidPath
        /// There is nothing at the path.
        case noSuchFile
        /// The permissions of the folders above do not allow it.
        case accessDenied
        /// Some entries could not be deleted; ``RemovalError/remaining`` lists them.
        case incomplete
        /// Anything else; ``RemovalError/errno`` tells the cause.
        case system
    }
}

extension RemovalError: LocalizedError, CustomStringConvertible {
    /// A sentence that names the path, the cause and, where there is one, the remedy.
    ///
    /// If entries remain, the sentence of the first one follows. A path with control characters, such
    /// as line breaks, is percent-encoded.
    public var description: String {
        let isOneLine = path.rangeOfCharacter(from: .controlCharacters) == nil
        let cause = errno.map { unsafe "\(String(cString: strerror($0))) (error \($0))" } ?? ""
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
