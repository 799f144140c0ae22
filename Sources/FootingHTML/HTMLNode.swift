/// A node of a document.
public enum HTMLNode: Hashable, Sendable {
    /// An element.
    case element(HTMLElement)
    /// A text, with its references resolved.
    case text(String)
    /// A comment.
    case comment(String)
    /// A processing instruction.
    case instruction(target: String, data: String)
    /// A document type. Identifiers that are missing are empty.
    case doctype(name: String, publicID: String, systemID: String)

    init(_ node: NodeID, in document: HTMLDocument) {
        let tree = document.tree
        let record = tree[node]
        func value(_ name: Name) -> String {
            tree.value(of: name, in: record).map(tree.string) ?? ""
        }
        switch record.kind {
        case .document, .element: self = .element(HTMLElement(node, in: document))
        case .text: self = .text(tree.string(record.run))
        case .comment: self = .comment(tree.string(record.run))
        case .instruction: self = .instruction(target: value(.target), data: value(.data))
        case .doctype:
            self = .doctype(
                name: value(.name),
                publicID: value(.public),
                systemID: value(.system)
            )
        }
    }
}
