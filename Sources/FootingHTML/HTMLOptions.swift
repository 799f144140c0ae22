/// The options of calls that read HTML.
///
/// Change a copy of a preset:
///
/// ```swift
/// var options = HTMLOptions.untrusted
/// options.limits.inputBytes = 1 << 20
/// ```
public struct HTMLOptions: Sendable {
    /// The encoding of the bytes, or `nil` to detect it.
    ///
    /// Only a byte order mark overrides this option.
    public var encoding: HTMLEncoding?
    /// The encoding of bytes that declare none, or `nil` for UTF-8 if the first sequence outside
    /// ASCII is valid in it, and otherwise windows-1252.
    public var fallbackEncoding: HTMLEncoding?
    /// A converter of text in one of the seven encodings of Chinese, Japanese and Korean that have
    /// no built-in table (``HTMLEncoding/needsConverter``).
    ///
    /// It gets a run of characters outside ASCII, in that encoding, and returns the text, or `nil`
    /// to have each character replaced by U+FFFD. Runs are never cut inside a character, but other
    /// chunks give other runs: the texts of two parts must be, joined, the text of both.
    public var decodeRun: (@Sendable (HTMLEncoding, [UInt8]) -> String?)?
    /// Whether the report lists the parse errors of the standard, as issues with the code
    /// ``HTMLIssue/Code/syntax``.
    public var reportsSyntax = false
    /// The scripting flag of the standard, which changes how `noscript` is read; no script runs.
    public var scriptingEnabled = false
    /// The limits of the input and the result.
    public var limits: Limits

    /// The options for pages of any source, up to 256 MiB.
    public static var standard: HTMLOptions { HTMLOptions(limits: .standard) }

    /// The options for input from anyone, such as comments: limits are tight.
    public static var untrusted: HTMLOptions { HTMLOptions(limits: .untrusted) }
}

extension HTMLOptions {
    /// The limits of the input and the result.
    ///
    /// A limit that is exceeded is an issue of the report, never an error. Values below zero mean
    /// zero. Change a copy of a preset, ``standard`` or ``untrusted``.
    public struct Limits: Hashable, Sendable {
        /// The maximum number of bytes that are read, encoded or decoded.
        ///
        /// Reading ends there, and at 2³¹ − 1 in any case.
        public var inputBytes = 256 << 20
        /// The maximum number of open elements; at most 512.
        ///
        /// A deeper element is kept as an empty sibling of its contents.
        public var depth = 512
        /// The maximum number of attributes of an element; others are dropped.
        public var attributes = 1_024
        /// The maximum number of bytes of one tag or comment; the rest of it is dropped.
        public var tokenBytes = 16 << 20
        /// The maximum number of nodes of a document; reading ends there.
        public var nodes = 16_000_000
        /// The maximum number of issues that a report lists; all are counted.
        public var issues = 100

        /// The limits for pages of any source: the values of the members above.
        public static let standard = Limits()
        /// The limits for input from anyone: 16 MiB of input, 256 attributes, tokens of 1 MiB and
        /// 1,000,000 nodes, and otherwise the standard ones.
        public static let untrusted = Limits(
            inputBytes: 16 << 20,
            attributes: 256,
            tokenBytes: 1 << 20,
            nodes: 1_000_000
        )

        /// The maximum size of the input that positions of 32 bits can address.
        var effectiveInputBytes: Int { max(0, min(inputBytes, Int(Int32.max))) }
    }

    /// A member of ``Limits-swift.struct``; its description is its name.
    @nonexhaustive public enum Limit: Hashable, Sendable {
        /// The limit of the same name.
        case inputBytes, depth, attributes, tokenBytes, nodes
    }
}
