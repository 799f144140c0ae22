public import Foundation

/// The reason why a file or folder could not be removed.
public struct RemovalError: Error, Hashable, Sendable {
    /// The kind of failure.
    public let code: Code
    /// The system's error number, or `nil` if the system was not asked.
    ///
    /// With ``Code/incomplete`` the number of the first entry that remains.
    public let errno: Int32?
    /// The entries whose deletion failed, at most ``remainingLimit`` of them.
    ///
    /// A folder that remains only because something in it does is not listed.
    public let remaining: [Entry]
    /// How many entries could not be deleted, exact also if ``remaining`` is capped.
    public let remainingCount: Int
    private let pathBytes: [UInt8]

    /// The largest number of entries in ``remaining``.
    public static let remainingLimit = 100

    init(_ code: Code, path: some Sequence<UInt8>, errno: Int32? = nil) {
        self.code = code
        self.errno = errno
        remaining = []
        remainingCount = 0
        pathBytes = Array(path)
    }

    /// Creates the error of a deletion that left entries.
    init(path: some Sequence<UInt8>, remaining: [Entry], count: Int) {
        code = .incomplete
        errno = remaining.first?.errno
        self.remaining = remaining
        remainingCount = count
        pathBytes = Array(path)
    }

    /// The path that was to be removed or swept, or the URL if it has no such path.
    ///
    /// In a path that is not UTF-8, each byte of a backslash, and each one beyond ASCII, is written as
    /// a backslash and three octal digits.
    public var path: String { text(of: pathBytes) }

    /// An entry that could not be deleted.
    public struct Entry: Hashable, Sendable {
        /// The system's error number.
        public let errno: Int32
        private let pathBytes: [UInt8]

        init(path: [UInt8], errno: Int32) {
            self.errno = errno
            pathBytes = path
        }

        /// Where the entry is now, with the hidden name in it; written as ``RemovalError/path``.
        public var path: String { text(of: pathBytes) }
    }

    /// A kind of failure that a caller can act on.
    ///
    /// A minor release may add kinds, so a `switch` over them needs `@unknown default`.
    @nonexhaustive public enum Code: Hashable, Sendable {
        /// The URL is not that of a file of this machine.
        case notAFileURL
        /// The path is empty, holds a NUL, is the root, or ends in `.` or `..`.
        case invalidPath
        /// There is nothing at the path.
        case noSuchFile
        /// A part of the path is no folder.
        case notADirectory
        /// The permissions of a folder on the way do not allow it.
        case accessDenied
        /// The volume is mounted read-only.
        case readOnlyFileSystem
        /// The system uses the folder, such as that at which a volume is mounted.
        case busy
        /// Some entries could not be deleted; ``RemovalError/remaining`` says which.
        case incomplete
        /// Anything else; ``RemovalError/errno`` says what.
        case system
    }
}

extension RemovalError {
    /// Creates the error for a number that the system returned.
    init(_ error: SystemError, path: some Sequence<UInt8>) {
        let code: Code =
            switch error {
            case .isMissing: .noSuchFile
            case .isNoFolder: .notADirectory
            case .accessDenied, .notPermitted: .accessDenied
            case .readOnly: .readOnlyFileSystem
            case .busy: .busy
            default: .system
            }
        self.init(code, path: path, errno: error.number)
    }
}

extension RemovalError: CustomStringConvertible {
    /// One sentence that names the file, the cause and, where there is one, the remedy.
    public var description: String {
        "Could not remove “\(oneLine(path))”: \(cause)."
    }

    private var cause: String {
        switch code {
        case .notAFileURL: "this is not the URL of a file on this machine"
        case .invalidPath:
            "the path must not be empty, be the root, end in “.” or “..”, or hold a NUL"
        case .noSuchFile: "there is no such file"
        case .notADirectory: "a part of the path is no folder; check the path"
        case .accessDenied:
            "permission denied; check the permissions of the folders on the way to it"
        case .readOnlyFileSystem: "the volume is mounted read-only"
        case .busy: "the system uses it; unmount the volume that is mounted there"
        case .incomplete: incompleteCause
        case .system: systemText(errno ?? 0)
        }
    }

    private var incompleteCause: String {
        guard let first = remaining.first else { return "\(remainingCount) entries remain" }
        let verb = remainingCount == 1 ? "entry remains: " : "entries remain, the first is "
        return "\(remainingCount) \(verb)“\(oneLine(first.path))” (\(systemText(first.errno)))"
    }

    private func systemText(_ errno: Int32) -> String {
        "\(SystemError(number: errno).text), error \(errno)"
    }
}

extension RemovalError: LocalizedError {
    /// The same sentence as ``description``, in English.
    public var errorDescription: String? { description }
}

private func text(of path: [UInt8]) -> String {
    if let text = String(validating: path, as: UTF8.self) { return text }
    return path.map { byte in
        byte < 0x80 && byte != UInt8(ascii: "\\")
            ? String(UnicodeScalar(byte)) : "\\" + String(byte, radix: 8).leftPadded(to: 3)
    }.joined()
}

/// Replaces control characters, which would break a line of a log.
private func oneLine(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
        scalar.properties.generalCategory == .control
            ? "\\" + String(scalar.value, radix: 8).leftPadded(to: 3) : String(scalar)
    }.joined()
}

extension String {
    fileprivate func leftPadded(to width: Int) -> String {
        String(repeating: "0", count: max(0, width - count)) + self
    }
}
