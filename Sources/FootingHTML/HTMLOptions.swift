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
    /// The encoding of bytes that declare none, or `nil` to detect UTF-8 or windows-1252.
    ///
    /// The encoding is UTF-8 if the first bytes outside ASCII are valid UTF-8, and windows-1252
    /// otherwise.
    public var fallbackEncoding: HTMLEncoding?
    /// A converter of text in one of the seven encodings of Chinese, Japanese and Korean that have
    /// no built-in table (``HTMLEncoding/needsConverter``).
    ///
    /// The converter gets a run of characters outside ASCII in that encoding. It returns the text,
    /// or `nil` if it can't convert the run. In that case, the converter is called for each
    /// character alone, and a character without a text becomes U+FFFD. Runs are not cut inside a
    /// character, but depend on the chunks of the input. So the text of a run must be the joined
    /// texts of its parts.
    public var decodeRun: (@Sendable (HTMLEncoding, [UInt8]) -> String?)?
    /// Whether the report lists the parse errors of the standard, as issues with the code
    /// ``HTMLIssue/Code/syntax``.
    public var reportsSyntax = false
    /// The scripting flag of the standard, which changes how `noscript` is read; no script runs.
    public var isScriptingEnabled = false
    /// The limits of the input and the result.
    public var limits: Limits

    /// The options for pages of any source, up to 256 MiB.
    public static var standard: HTMLOptions { HTMLOptions(limits: .standard) }

    /// The options for input from anyone, such as comments, with low limits.
    public static var untrusted: HTMLOptions { HTMLOptions(limits: .untrusted) }
}

extension HTMLOptions {
    /// The limits of the input and the result.
    ///
    /// An exceeded limit is an issue of the report, not an error. Values below zero mean zero.
    /// Change a copy of a preset, ``standard`` or ``untrusted``.
    public struct Limits: Hashable, Sendable {
        /// The maximum size of the input in bytes, before and after decoding.
        ///
        /// Reading ends there, and at 2³¹ − 1 in any case.
        public var inputBytes = 256 << 20
        /// The maximum number of open elements; from 3 to 512.
        ///
        /// A deeper element is kept as an empty sibling of its content. Other values mean 3 or
        /// 512.
        public var depth = 512
        /// The maximum number of attributes of an element; others are dropped.
        public var attributes = 1_024
        /// The maximum number of bytes of one tag, comment, doctype or reference, whose rest is
        /// dropped, and of an instruction, which is dropped as a whole.
        ///
        /// At least 1,024 bytes of each are read. A tag is not self-closing if its `/>` is in the
        /// rest.
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
