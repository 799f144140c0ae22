/// A step of a walk through a document in tree order.
///
/// ```swift
/// for event in page.events {
///     if case .start(let element) = event, element.name == "h2" { print(element.text) }
/// }
/// ```
public enum HTMLEvent: Hashable, Sendable {
    /// An element begins.
    case start(HTMLElement)
    /// An element ends; each element that begins also ends.
    case end(HTMLElement)
    /// A text.
    case text(String)
    /// Any other node.
    case other(HTMLNode)
}

extension HTMLElement {
    /// The events of the element, its content and its end.
    ///
    /// The content of templates has no events.
    public var events: some Sequence<HTMLEvent> & Sendable { EventSequence(element: self) }
}

/// The events of an element with its start and end, or those of the whole document.
struct EventSequence: Sequence, Sendable {
    let element: HTMLElement

    func makeIterator() -> Iterator { Iterator(element) }

    struct Iterator: IteratorProtocol, Sendable {
        private let document: HTMLDocument
        private let tree: Tree
        private let receiver: NodeID
        private var node: NodeID
        private var isAtEnd = false

        fileprivate init(_ element: HTMLElement) {
            document = element.document
            tree = document.tree
            receiver = element.node
            node = receiver
            if element.isWhole { _ = next() }
        }

        mutating func next() -> HTMLEvent? {
            guard node != noNode else { return nil }
            let record = tree[node]
            let current = HTMLNode(node, in: document)
            switch current {
            case .element(let element):
                let child = isAtEnd ? noNode : tree.firstSearched(in: node)
                if !isAtEnd {
                    isAtEnd = child == noNode
                    if child != noNode { node = child }
                    return .start(element)
                }
                advance(behind: record)
                return element.isWhole ? nil : .end(element)
            case .text(let string):
                advance(behind: record)
                return .text(string)
            case .comment, .instruction, .doctype:
                advance(behind: record)
                return .other(current)
            }
        }

        /// Goes on to the next sibling's start or the parent's end.
        private mutating func advance(behind record: Node) {
            isAtEnd = false
            if node == receiver {
                node = noNode
            } else if record.next != noNode {
                node = record.next
            } else {
                node = record.parent
                isAtEnd = true
            }
        }
    }
}
