/// Tokens that were read together, and what they refer to.
final class TokenBatch: Sendable {
    /// The names, attributes, text and strings of the tokens; it has no nodes.
    let tree: Tree
    let records: [TokenRecord]
    /// The offset of the first byte of the tree's source in the whole text.
    let baseOffset: Int

    init(_ tree: Tree, _ records: [TokenRecord], baseOffset: Int) {
        self.tree = tree
        self.records = records
        self.baseOffset = baseOffset
    }

    func token(_ index: Int) -> HTMLToken {
        let origin = TokenOrigin(self, index)
        return switch records[index].kind {
        case .startTag: .startTag(HTMLTag(origin: origin))
        case .endTag: .endTag(HTMLTag(origin: origin))
        case .text: .text(HTMLToken.Text(origin: origin))
        case .comment: .comment(HTMLToken.Text(origin: origin))
        case .doctype: .doctype(HTMLToken.Doctype(origin: origin))
        case .instruction: .instruction(HTMLToken.Instruction(origin: origin))
        // The others make no records.
        case .dropped, .skipped, .null, .end: .dropped(HTMLToken.Text(origin: origin))
        }
    }
}

/// The facts of a token.
struct TokenRecord: Sendable {
    let kind: Tokenizer.Token
    /// Whether a tag is self-closing, or a doctype forces quirks mode.
    var flag = false
    var nameID: NameID = 0
    let source: Run
    /// The string of a text or comment; for others, the positions of their attributes.
    var run = Run.empty

    init(_ kind: Tokenizer.Token, _ range: Range<Int>) {
        self.kind = kind
        source = Run(range)
    }

    var attributes: Range<Int> { run.range }
}

/// A token in its batch.
struct TokenOrigin: Hashable, Sendable {
    private let batch: TokenBatch
    private let index: Int

    init(_ batch: TokenBatch, _ index: Int) {
        self.batch = batch
        self.index = index
    }

    var tree: Tree { batch.tree }

    var record: TokenRecord { batch.records[index] }

    /// The range in the whole text.
    var range: Range<Int> {
        let range = record.source.range
        return range.lowerBound + batch.baseOffset..<range.upperBound + batch.baseOffset
    }

    var source: String { tree.string(record.source) }

    func value(of name: Name) -> String? {
        tree.value(of: name, in: record.attributes).map(tree.string)
    }

    /// The string of a text or comment.
    private var string: String? {
        switch record.kind {
        case .text, .comment: tree.string(record.run)
        default: nil
        }
    }

    /// Compares the kind, the source and its range, and the string.
    static func == (first: TokenOrigin, second: TokenOrigin) -> Bool {
        first.record.kind == second.record.kind && first.range == second.range
            && first.source.utf8.elementsEqual(second.source.utf8) && first.string == second.string
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(range)
        hasher.combine(source)
    }
}
