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
    case doctype(Doctype)
    /// A processing instruction.
    case instruction(Instruction)
    /// Markup without a meaning, such as `</>` or a tag that the end of the input cuts off.
    case dropped(Text)

    /// The token as it was written: decoded, with line feeds only.
    public var source: String { origin.source }

    /// The range of the source in the decoded text, in bytes of UTF-8.
    public var range: Range<Int> { origin.range }

    private var origin: TokenOrigin {
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
        let origin: TokenOrigin

        /// The text, with its character references replaced.
        public var string: String { origin.tree.string(origin.record.run) }
    }

    /// A document type.
    public struct Doctype: Hashable, Sendable {
        let origin: TokenOrigin

        /// The name in lower case, usually `html`.
        public var name: String? { origin.value(of: .name) }
        /// The public identifier.
        public var publicID: String? { origin.value(of: .public) }
        /// The system identifier.
        public var systemID: String? { origin.value(of: .system) }
        /// Whether the document type is not well-formed, so that browsers use quirks mode.
        public var forcesQuirks: Bool { origin.record.flag }
    }

    /// A processing instruction.
    public struct Instruction: Hashable, Sendable {
        let origin: TokenOrigin

        /// The name.
        public var target: String { origin.value(of: .target) ?? "" }
        /// The text after the name.
        public var data: String { origin.value(of: .data) ?? "" }
    }
}
