/// An element of a document.
///
/// Two elements are equal if they are the same element of the same document. An element keeps its
/// document alive. Elements can't be changed; ``html(_:)`` writes them with changes.
public struct HTMLElement: Sendable {
    /// The document of the element.
    public let document: HTMLDocument
    let node: NodeID

    var tree: Tree { document.tree }
    var record: Node { tree[node] }

    init(_ node: NodeID, in document: HTMLDocument) {
        self.document = document
        self.node = node
    }

    init?(unless node: NodeID, in document: HTMLDocument) {
        guard node != noNode else { return nil }
        self.init(node, in: document)
    }

    /// The vocabulary that an element belongs to.
    public enum Namespace: Hashable, Sendable {
        /// HTML.
        case html
        /// SVG, inside an `svg` element.
        case svg
        /// MathML, inside a `math` element.
        case math
    }

    /// The name: in lower case for HTML, and as in the standards for SVG and MathML, such as
    /// `foreignObject`.
    public var name: String { tree.name(of: node) }

    /// The vocabulary of the name.
    public var namespace: Namespace {
        switch record.namespace {
        case .html: .html
        case .svg: .svg
        case .math: .math
        }
    }

    /// The value of an attribute, or `nil` if the element does not have it.
    ///
    /// An attribute without a value has the value `""`. The case of ASCII letters in the name is
    /// ignored.
    public subscript(name: String) -> String? {
        let tree = tree
        return tree.attribute(named: name, in: tree[node].attributes)
            .map { tree.string(tree.attributes[$0].value) }
    }

    /// The value of an attribute that rules mention.
    func value(of name: Name) -> String? { tree.value(of: name, in: record).map(tree.string) }

    /// All attributes in their order.
    public var attributes: [(name: String, value: String)] { tree.pairs(record.attributes) }

    /// The value of the attribute `id`.
    public var id: String? { value(of: .id) }

    /// The words of the attribute `class`.
    public var classes: [String] { words(of: .class) }

    func words(of name: Name) -> [String] { value(of: name)?.words ?? [] }
}

extension HTMLElement: Hashable {
    /// Whether two elements are the same element of the same document.
    public static func == (first: HTMLElement, second: HTMLElement) -> Bool {
        first.document.content === second.document.content && first.node == second.node
    }

    /// Hashes the identity of the element.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(document.content))
        hasher.combine(node)
    }
}

extension HTMLElement: CustomStringConvertible {
    /// The start tag.
    public var description: String { HTMLWriter.startTag(of: self) }
}
