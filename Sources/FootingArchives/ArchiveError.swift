import FootingFiles

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// An error that occurs when compressed data or an archive can't be read or written.
///
/// It contains nothing of the content.
public struct ArchiveError: Error, Hashable, Sendable {
    /// The kind of failure or issue.
    public let code: Code
    /// The path of the entry, or `nil` if the failure concerns no single entry.
    public internal(set) var path: ArchivePath?
    /// The archive, file or folder, or `nil` if the input has no URL.
    public internal(set) var url: URL?
    /// The offset of the byte in the input at which the failure was noticed, or the number of bytes
    /// if more are missing; `nil` if the failure concerns no byte of the input.
    public private(set) var offset: Int?
    /// The limit that was exceeded; `nil` for every other code.
    public private(set) var limit: Limit?
    /// The value of the limit; `nil` for every other code.
    public private(set) var limitValue: Int?
    /// The system's error number, or `nil` if no system call failed.
    public private(set) var errno: Int32?
    /// The report so far of the call that failed, or of one that is not clean.
    public internal(set) var report: ArchiveReport?

    /// The cause, as the end of a sentence.
    let reason: String

    init(_ code: Code, path: ArchivePath? = nil, at offset: Int? = nil, _ reason: String) {
        self.code = code
        self.path = path
        self.offset = offset
        self.reason = reason
    }

    init(exceeding limit: Limit, of value: Int, path: ArchivePath? = nil, at offset: Int?) {
        let reason = "the limit \(limit) of \(value) is exceeded; raise it if you trust the source"
        self.init(.limitExceeded, path: path, at: offset, reason)
        self.limit = limit
        limitValue = value
    }

    /// Creates the error of an issue that must not be, with the report that contains it.
    init(_ issue: ArchiveIssue, _ report: ArchiveReport? = nil) {
        self.init(issue.code, path: issue.path, at: issue.offset, issue.message)
        self.report = report
    }

    /// Creates the error of a report that must be clean.
    init(_ report: ArchiveReport) {
        let issues = report.issues.prefix(3).map(\.description)
        self.init(.notClean, (["\(report)"] + issues).joined(separator: "; "))
        self.report = report
    }

    /// Creates the error of a failed system call.
    private init(_ number: ErrorNumber) {
        let code: Code =
            switch number {
            case .accessDenied: .accessDenied
            case .notPermitted: .notPermitted
            case .readOnlyFileSystem: .readOnlyFileSystem
            case .noSpace: .noSpace
            case .quotaExceeded: .quotaExceeded
            case .fileTooLarge: .fileTooLarge
            case .noSuchFile, .notADirectory: .noSuchFile
            default: .system
            }
        self.init(code, "\(number.message) (error \(number.value))")
        errno = number.value
    }

    /// Converts the error of a system call, and keeps one of its own.
    init(_ error: any Error) {
        if let error = error as? ArchiveError {
            self = error
        } else if let number = error as? ErrorNumber {
            self.init(number)
        } else {
            self.init(.system, "\(error)")
        }
    }

    /// Calls `body`, and locates its error.
    static func check<Value: ~Copyable>(
        _ url: URL?,
        _ path: ArchivePath? = nil,
        _ body: () throws -> Value
    ) throws(ArchiveError) -> Value {
        do {
            return try body()
        } catch {
            throw ArchiveError(error).located(in: url, path)
        }
    }

    /// Returns the error with the archive and the entry, unless it has its own.
    func located(in url: URL?, _ path: ArchivePath? = nil) -> ArchiveError {
        var error = self
        error.url = self.url ?? url
        error.path = self.path ?? path
        return error
    }
}

extension ArchiveError: CustomStringConvertible {
    /// The location and the cause: `docs/a.txt: byte 17: invalid Huffman code`.
    public var description: String {
        let file = url.map { $0.isFileURL ? $0.path : $0.absoluteString }
        let location = [
            file.map { escaped($0.utf8) }, path.map { "“\($0)”" }, offset.map { "byte \($0)" },
        ]
        return (location.compactMap { $0 } + [reason]).joined(separator: ": ")
    }
}
