/// A token of HTML in the order of the source.
///
/// The sources of all tokens, joined, are the decoded text:
///
/// ```swift
/// for token in HTMLTokens(page) {
///     if case .comment = token { continue }
///     output += token.source
/// }
/// ```
///
/// A token keeps the bytes alive that were read together with it.
@nonexhaustive public enum HTMLToken: Hashable, Sendable {
    /// A start tag.
    case startTag(HTMLTag)
    /// An end tag.
    case endTag(HTMLTag)
    /// Text between tags; at most 64 KiB of the source, or one longer reference.
    case text(Text)
    /// A comment, without its marks.
    case comment(Text)
    /// A document type.
    indirect case doctype(Doctype)
    /// A processing instruction.
    indirect case instruction(Instruction)
    /// Markup without a meaning, such as `</>` or a tag that the end of the input cuts off.
    case dropped(Text)

    /// The token as it was written: decoded, with line feeds only.
    public var source: String { origin.text }

    /// The range of the source in the decoded text, in bytes of UTF-8.
    public var range: Range<Int> { origin.range }

    private var origin: TokenSource {
        switch self {
        case .startTag(let tag), .endTag(let tag): tag.origin
        case .text(let text), .comment(let text), .dropped(let text): text.origin
        case .doctype(let doctype): doctype.origin
        case .instruction(let instruction): instruction.origin
        }
    }
}

extension HTMLToken {
    /// A text or comment.
    public struct Text: Hashable, Sendable {
        let origin: TokenSource
        /// The string, unless it is a part of the source.
        private let decoded: [UInt8]?
        /// The positions of the string in the source's bytes.
        private let content: Range<Int>

        init(_ origin: TokenSource, _ content: Range<Int>, decoded: [UInt8]? = nil) {
            self.origin = origin
            self.content = content
            self.decoded = decoded
        }

        /// The text, with its character references replaced.
        public var string: String {
            decoded.map { String(decoding: $0, as: UTF8.self) } ?? origin.text(content)
        }

        /// Compares the source and its range, and the string.
        public static func == (first: Text, second: Text) -> Bool {
            first.origin == second.origin && first.string == second.string
        }

        /// Hashes the range and the source.
        public func hash(into hasher: inout Hasher) { hasher.combine(origin) }
    }

    /// A document type.
    public struct Doctype: Hashable, Sendable {
        let origin: TokenSource
        /// The name in lower case, usually `html`.
        public let name: String?
        /// The public identifier.
        public let publicID: String?
        /// The system identifier.
        public let systemID: String?
        /// Whether the document type is not well-formed, so that browsers use quirks mode.
        public let forcesQuirks: Bool
    }

    /// A processing instruction.
    public struct Instruction: Hashable, Sendable {
        let origin: TokenSource
        /// The name.
        public let target: String
        /// The text after the name.
        public let data: String
    }
}

/// The location of a token in the bytes that were read.
struct TokenSource: Hashable, Sendable {
    let bytes: [UInt8]
    let positions: Range<Int>
    /// The offset of the first byte in the whole text.
    let baseOffset: Int

    var range: Range<Int> {
        positions.lowerBound + baseOffset..<positions.upperBound + baseOffset
    }

    var text: String { text(positions) }

    func text(_ positions: Range<Int>) -> String {
        String(decoding: bytes[positions], as: UTF8.self)
    }

    static func == (first: TokenSource, second: TokenSource) -> Bool {
        first.range == second.range
            && first.bytes[first.positions] == second.bytes[second.positions]
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(range)
        hasher.combine(bytes[positions])
    }
}
