public import Foundation

/// The reason why an operation was refused, or why a file or folder could not be removed.
public struct OperationError: Error, Hashable, Sendable {
    /// The kind of failure.
    public let code: Code
    /// The name of the operation that the refused one can't depend on, or `nil` for another reason.
    public let dependency: String?
    /// The system's error number, or `nil` if no system call has failed.
    ///
    /// For ``Code/incomplete``, the number of the first remaining entry's error.
    public let errno: Int32?
    /// The errors of the entries that could not be deleted, at most 100.
    ///
    /// A folder that remains only because of its contents is not listed.
    public let remaining: [OperationError]
    /// The number of entries that could not be deleted; exact even if ``remaining`` is truncated.
    public let remainingCount: Int
    private let subjectBytes: [UInt8]
    /// The reason why the URL was rejected without a system call.
    private let invalidity: String?

    init(
        _ code: Code,
        of subject: [UInt8],
        dependency: String? = nil,
        errno: Int32? = nil,
        invalidity: String? = nil,
        remaining: [OperationError] = [],
        count: Int = 0
    ) {
        self.code = code
        self.dependency = dependency
        self.errno = errno
        self.remaining = remaining
        remainingCount = count
        subjectBytes = subject
        self.invalidity = invalidity
    }

    init(_ code: Code, operation: String, dependency: String? = nil) {
        self.init(code, of: Array(operation.utf8), dependency: dependency)
    }

    /// The refused operation, or the item that could not be removed.
    ///
    /// An operation is identified by its name, or by its class if it has no name; an item by its
    /// path, or by the URL if that has no valid path. A path that is not valid UTF-8 is
    /// percent-encoded.
    public var subject: String {
        String(validating: subjectBytes, as: UTF8.self) ?? percentEncoded(subjectBytes)
    }

    /// A kind of failure that a caller can act on.
    ///
    /// A minor release may add kinds, so a `switch` over them needs `@unknown default`.
    @nonexhaustive public enum Code: Hashable, Sendable {
        /// The operation has begun or is in a queue.
        case alreadyEnqueued
        /// The operation can't depend on the other one, which directly or indirectly depends on it.
        case dependencyCycle
        /// The URL is not that of a file on this machine, is the root, or ends in `.` or `..`; the
        /// description says which.
        case invalidPath
        /// There is no file or folder at the path.
        case noSuchFile
        /// The permissions of the parent folders do not allow the removal.
        case accessDenied
        /// The system does not permit the removal: the item or its folder is immutable or
        /// append-only, or the folder has the sticky bit and the item another owner.
        case notPermitted
        /// The file system is mounted read-only.
        case readOnlyFileSystem
        /// The file system has no space for the hidden name.
        case noSpace
        /// The user's disk quota has no space for the hidden name.
        case quotaExceeded
        /// Some entries could not be deleted; ``OperationError/remaining`` lists them.
        case incomplete
        /// Any other failure of the system; see ``OperationError/errno``.
        case system
    }
}

extension OperationError: LocalizedError, CustomStringConvertible {
    /// A sentence that names the operations, or the path, the cause and, if there is one, the
    /// remedy.
    ///
    /// If entries remain, the sentence of the first remaining entry follows. A path with control
    /// characters, such as line breaks, is percent-encoded.
    public var description: String {
        switch code {
        case .alreadyEnqueued:
            "The operation “\(subject)” has begun or is in a queue; create a new one."
        case .dependencyCycle:
            "“\(subject)” can't depend on “\(dependency ?? "")”: they would wait for each other."
        case .invalidPath: removalSentence(invalidity ?? "")
        case .noSuchFile: removalSentence("\(cause); check the path")
        case .accessDenied:
            removalSentence("\(cause); check the permissions of the folders above")
        case .notPermitted:
            removalSentence(
                "\(cause); the item or its folder may be immutable or append-only, or the folder "
                    + "may have the sticky bit and the item another owner"
            )
        case .readOnlyFileSystem: removalSentence("\(cause); remount the file system for writing")
        case .noSpace, .quotaExceeded: removalSentence("\(cause); free some space")
        case .incomplete where remainingCount == 1: removalSentence("an entry remains")
        case .incomplete: removalSentence("\(remainingCount) entries remain")
        case .system: removalSentence(cause)
        }
    }

    private func removalSentence(_ reason: String) -> String {
        let isOneLine = subject.rangeOfCharacter(from: .controlCharacters) == nil
        let path = isOneLine ? subject : percentEncoded(subjectBytes)
        let first = remaining.first.map { " \($0)" } ?? ""
        return "Could not remove “\(path)”: \(reason).\(first)"
    }

    /// The same as ``description``, in English.
    public var errorDescription: String? { description }
}
