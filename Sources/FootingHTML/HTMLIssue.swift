/// A problem in HTML.
///
/// No problem is an error: reading continues as in browsers, or ends at a limit.
public struct HTMLIssue: Hashable, Sendable {
    /// A kind of issue; its description is its name.
    ///
    /// A minor release may add kinds, so a `switch` over them needs `@unknown default`.
    @nonexhaustive public enum Code: Hashable, Sendable {
        /// A parse error of the standard, with its code in ``HTMLIssue/name``; listed only with
        /// ``HTMLOptions/reportsSyntax``.
        case syntax
        /// A limit was exceeded; ``HTMLIssue/limit`` names it.
        case limitExceeded
        /// Bytes are not valid in the encoding; each sequence that U+FFFD replaces is an issue.
        case undecodable
        /// A declaration names an encoding that the Encoding Standard does not have.
        case unknownEncoding
        /// The encoding needs ``HTMLOptions/decodeRun``, which is missing or returned `nil`; only
        /// the first case is an issue.
        case undecodedEncoding
        /// A `meta` element declares another encoding than the one that is in use and stays.
        case encodingConflict
    }

    /// The treatment of an issue; its description is its name.
    @nonexhaustive public enum Resolution: Hashable, Sendable {
        /// The input was read as the standard says.
        case readAsStandard
        /// The bytes, attributes or elements above the limit were dropped.
        case dropped
        /// Elements deeper than the limit became siblings of their content.
        case flattened
        /// Reading ended there, and the rest of the input was ignored.
        case stoppedReading
        /// U+FFFD replaces the bytes.
        case usedReplacementCharacter
        /// The declaration was ignored.
        case ignoredDeclaration
    }

    /// The kind of the issue.
    public let code: Code
    /// The standard's code of a parse error, such as `duplicate-attribute`; `nil` for every other
    /// kind.
    public let name: String?
    /// The limit that was exceeded; `nil` for every other kind.
    public let limit: HTMLOptions.Limit?
    /// The offset in the decoded text, in bytes of UTF-8.
    public let offset: Int
    /// The line of the offset, counted from 1.
    public internal(set) var line = 0
    /// The column of the offset in its line, in characters of Unicode (scalars), counted from 1.
    public internal(set) var column = 0

    /// The treatment of the issue.
    public var resolution: Resolution {
        switch code {
        case .syntax: .readAsStandard
        case .undecodable, .undecodedEncoding: .usedReplacementCharacter
        case .unknownEncoding, .encodingConflict: .ignoredDeclaration
        case .limitExceeded:
            switch limit {
            case .depth: .flattened
            case .attributes, .tokenBytes: .dropped
            case .inputBytes, .nodes, nil: .stoppedReading
            }
        }
    }

    /// The problem, as part of a sentence that contains no text of the input.
    public var message: String {
        switch code {
        case .syntax:
            "the parse error \(name ?? "")"
        case .limitExceeded:
            "the limit \(limit.map { "\($0)" } ?? "") is exceeded; raise it if you trust the source"
        case .undecodable:
            "bytes are not valid in the encoding of the text, and were replaced by U+FFFD"
        case .unknownEncoding:
            "the declared encoding is unknown, and its declaration was ignored"
        case .undecodedEncoding:
            "the encoding needs the option decodeRun, so characters were replaced by U+FFFD"
        case .encodingConflict:
            "a meta element declares another encoding than the one in use, and was ignored"
        }
    }
}

extension HTMLIssue: CustomStringConvertible {
    /// The location and the problem: `line 3, column 17: the parse error nested-comment`.
    public var description: String { "line \(line), column \(column): \(message)" }
}
