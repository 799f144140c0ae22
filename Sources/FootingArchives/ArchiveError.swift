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
    public var code: Code { facts.code }
    /// The path of the entry, or `nil` if the failure concerns no single entry.
    public var path: ArchivePath? { facts.path }
    /// The archive, file or folder, or `nil` if the input has no URL.
    public var url: URL? { facts.url }
    /// The offset of the byte in the input at which the failure was noticed, or the number of bytes
    /// if more are missing; `nil` if the failure concerns no byte of the input.
    ///
    /// In compressed data, only faults of the compression have offsets of the compressed bytes: an
    /// offset of a tar archive in it counts decompressed ones.
    public var offset: Int? { facts.offset }
    /// The limit that was exceeded; `nil` for every other code.
    public var limit: ArchiveOptions.Limit? { facts.limit }
    /// The value of the limit; `nil` for every other code.
    public var limitValue: Int? { facts.limitValue }
    /// The system's error number, or `nil` if no system call failed.
    public var errno: Int32? { facts.errno }
    /// The report so far of the call that failed, or of one that is not clean.
    public internal(set) var report: ArchiveReport? {
        get { facts.report }
        set { facts.report = newValue }
    }
    /// The cause, without the remedy.
    var reason: String { facts.reason }
    /// The remedy, as the end of a sentence; `nil` for an error without one.
    var remedy: String? { facts.remedy ?? code.remedy }

    private struct Facts: Hashable, Sendable {
        let code: Code
        var path: ArchivePath?
        var url: URL?
        var offset: Int?
        var limit: ArchiveOptions.Limit?
        var limitValue: Int?
        var errno: Int32?
        var report: ArchiveReport?
        let reason: String
        /// The remedy, if that of the code does not fit.
        var remedy: String?
    }

    /// One reference, because each function that throws has code to copy and destroy an error.
    private indirect enum Box: Hashable, Sendable { case facts(Facts) }

    private var box: Box
    private var facts: Facts {
        get {
            switch box {
            case .facts(let facts): facts
            }
        }
        set { box = .facts(newValue) }
    }

    // Errors are rare, and made in many places: the code that makes one is there once.
    @inline(never)
    init(
        _ code: Code,
        path: ArchivePath? = nil,
        at offset: Int? = nil,
        _ reason: String,
        remedy: String? = nil
    ) {
        box = .facts(
            Facts(code: code, path: path, offset: offset, reason: reason, remedy: remedy)
        )
    }

    @inline(never)
    init(
        exceeding limit: ArchiveOptions.Limit,
        of value: Int,
        path: ArchivePath? = nil,
        at offset: Int?
    ) {
        let reason = "the limit \(limit) of \(value) is exceeded"
        self.init(.limitExceeded, path: path, at: offset, reason)
        (facts.limit, facts.limitValue) = (limit, value)
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

    /// Converts the error of a system call, and keeps one of its own.
    @inline(never)
    init(_ error: any Error) {
        guard let number = error as? ErrorNumber else {
            self = error as? ArchiveError ?? ArchiveError(.system, "\(error)")
            return
        }
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
        facts.errno = number.value
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

    /// Calls `body`, which creates the file or folder at a URL, and locates its error.
    static func checkCreating<Value: ~Copyable>(
        _ url: URL,
        _ body: () throws -> Value
    ) throws(ArchiveError) -> Value {
        do throws(ArchiveError) {
            return try check(url, nil, body)
        } catch {
            var error = error
            if error.code == .noSuchFile {
                error.facts.remedy = "create the folder above it first, or check the path"
            }
            throw error
        }
    }

    /// Returns the error with the archive and the entry, unless it has its own.
    @inline(never)
    func located(in url: URL?, _ path: ArchivePath? = nil) -> ArchiveError {
        var error = self
        error.facts.url = self.url ?? url
        error.facts.path = self.path ?? path
        return error
    }
}

/// Throws an error unless a condition holds.
func require(
    _ condition: Bool,
    _ code: ArchiveError.Code,
    path: ArchivePath? = nil,
    at offset: Int? = nil,
    _ reason: @autoclosure () -> String
) throws(ArchiveError) {
    guard condition else { throw ArchiveError(code, path: path, at: offset, reason()) }
}

extension ArchiveError: LocalizedError {
    /// The same as ``description``, in English.
    public var errorDescription: String? { description }
}

extension ArchiveError: CustomStringConvertible {
    /// The location, the cause and, if there is one, the remedy:
    /// `“docs/a.txt”: byte 17: invalid Huffman code; fetch the data again, or check its format`.
    public var description: String {
        ([sentence] + [remedy].compactMap(\.self)).joined(separator: "; ")
    }

    /// The location and the cause, as in lists of issues.
    var sentence: String {
        let file = url.map { $0.isFileURL ? $0.path : $0.absoluteString }
        let location = [
            file.map { escaped($0.utf8) }, path.map { "“\($0)”" }, offset.map { "byte \($0)" },
        ]
        return (location.compactMap { $0 } + [reason]).joined(separator: ": ")
    }
}
