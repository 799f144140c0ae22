import FootingFiles
import FootingLocalizationMembers
public import Foundation

/// An error that occurs when a table or a file for translators can't be read or written.
public struct LocalizationToolsError: Error, Hashable, Sendable {
    /// A kind of error.
    ///
    /// A minor release may add codes, so a `switch` over them needs `@unknown default`.
    @nonexhaustive public enum Code: String, Hashable, Sendable {
        /// A file can't be read, for another reason than those of the system.
        case unreadable
        /// A file was changed by another program since it was read, or is that of two tables.
        case notWritten
        /// The URL is not that of a file on this machine.
        case invalidPath
        /// There is no file at the path, or no folder for it.
        case noSuchFile
        /// The permissions don't allow it.
        case accessDenied
        /// The system doesn't allow it, whatever the permissions.
        case notPermitted
        /// The file system is read-only.
        case readOnlyFileSystem
        /// The disk is full.
        case noSpace
        /// The user's share of the disk is full.
        case quotaExceeded
        /// The file would be larger than the system allows.
        case fileTooLarge
        /// Another error of the system; ``LocalizationToolsError/errno`` has its number.
        case system
        /// A file exceeds a limit.
        case limitExceeded
        /// The file's name is not that of a table that can be written.
        case unsupportedTable
        /// A string catalog is not JSON, or not a catalog.
        case invalidCatalog
        /// A catalog has another layout than those that can be written.
        case layoutNotReproducible
        /// A `.strings` file has faults.
        case invalidStrings
        /// Strings have plural forms, variants for widths or named specifiers, which `.strings`
        /// doesn't support.
        case unsupportedStrings
        /// The sources have no file or no call.
        case noKeys
        /// More than half of the entries would become stale.
        case tooManyStale
        /// A file for translators is not XLIFF, or is cut off.
        case invalidXLIFF
        /// A file for translators is not a valid PO file.
        case invalidPO
        /// A file for translators is not valid CSV.
        case invalidCSV
        /// A file for translators has no target language, or that of the source.
        case unusableLanguage
        /// The lint has findings, and ``LocalizationLint/requireClean(from:)`` required that it has
        /// none.
        case notClean
    }

    /// The kind of error.
    public let code: Code
    /// The path of the file.
    public let file: String?
    /// The line of the fault, counted from 1.
    public let line: Int?
    /// The keys that the error is about, in the order of the table.
    public let keys: [String]
    /// The number of the system's error, if that is the cause.
    public let errno: Int32?
    /// The lint that is not clean; `nil` for every other code.
    public let lint: LocalizationLint?
    /// The cause and the remedy, as one sentence.
    public let message: String

    init(
        _ code: Code,
        file: String?,
        line: Int? = nil,
        keys: [String] = [],
        errno: Int32? = nil,
        lint: LocalizationLint? = nil,
        _ message: String
    ) {
        (self.code, self.file, self.line) = (code, file, line)
        (self.keys, self.errno, self.lint, self.message) = (keys, errno, lint, message)
    }
}

extension LocalizationToolsError {
    /// Creates the error of a failed system call.
    init(_ number: ErrorNumber, file: String, _ message: String) {
        let code: Code =
            switch number {
            case .noSuchFile, .notADirectory: .noSuchFile
            case .accessDenied: .accessDenied
            case .notPermitted: .notPermitted
            case .readOnlyFileSystem: .readOnlyFileSystem
            case .noSpace: .noSpace
            case .quotaExceeded: .quotaExceeded
            case .fileTooLarge: .fileTooLarge
            default: .system
            }
        self.init(code, file: file, errno: number.value, message)
    }
}

extension LocalizationToolsError: CustomStringConvertible {
    /// The error on one line, in the format of compilers: `file:3: error: … [invalidCatalog]`.
    public var description: String {
        FindingLocation(file: file, line: line).line("error", message, code.rawValue)
    }
}

extension LocalizationToolsError: LocalizedError {
    /// The same line as ``description``.
    public var errorDescription: String? { description }
}
