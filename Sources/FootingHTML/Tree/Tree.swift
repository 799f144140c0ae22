import FootingBytes

/// The nodes of a document or fragment, and the bytes that they refer to.
///
/// Node 0 is the document. The nodes of a fragment are the children of an `html` element. The
/// content of a template is the template's children.
final class Tree: Sendable {
    let nodes: [Node]
    let attributes: [Attribute]
    let names: NameTable
    /// The decoded input: valid UTF-8 with line feeds only.
    let source: [UInt8]
    /// Strings that the source does not contain as such.
    let side: [UInt8]
    let isQuirks: Bool
    let isFragment: Bool
    /// The `html` element, which every document and fragment has.
    let root: NodeID

    init(_ builder: borrowing TreeBuilder, source: [UInt8]) {
        nodes = builder.nodes.trimmed
        attributes = builder.attributes.trimmed
        names = builder.tokenizer.names
        self.source = source
        side = builder.side
        isQuirks = builder.isQuirks
        isFragment = builder.context != nil
        var root = nodes[0].firstChild
        while root != noNode, !nodes[Int(root)].isElement { root = nodes[Int(root)].next }
        self.root = root
    }

    subscript(id: NodeID) -> Node { nodes[Int(id)] }

    /// Runs `body` on the bytes of a run.
    func withBytes<Result>(of run: Run, _ body: (ByteView) -> Result) -> Result {
        (run.isAside ? side : source).withView {
            body($0.slice(run.range))
        }
    }

    func string(_ run: Run) -> String { withBytes(of: run) { $0.text } }

    /// The name of an element, as its namespace writes it.
    func name(of node: NodeID) -> String { names.string(self[node].nameID) }

    /// The value of an attribute, or `nil`.
    func value(of name: Name, in node: Node) -> Run? { value(of: name, in: node.attributes) }

    /// The value of an attribute out of a range, or `nil`.
    func value(of name: Name, in range: Range<Int>) -> Run? {
        for index in range where attributes[index].nameID == name.id {
            return attributes[index].value
        }
        return nil
    }

    /// The position of an attribute out of a range, by a name whose case is ignored.
    func attribute(named name: String, in range: Range<Int>) -> Int? {
        name.utf8.withView { name in
            // Elements have few attributes: comparing them is faster than a look-up.
            range.first {
                names.withBytes(of: attributes[$0].nameID) { $0.equals(name, ignoringCase: true) }
            }
        }
    }

    /// The names and values of a range of attributes.
    func pairs(_ range: Range<Int>) -> [(name: String, value: String)] {
        attributes[range].map { (names.string($0.nameID), string($0.value)) }
    }

    /// The first node after `node` and its descendants that is inside `scope`, or `noNode`.
    func nextSkippingChildren(of node: NodeID, in scope: NodeID) -> NodeID {
        var node = node
        while node != scope {
            let record = self[node]
            if record.next != noNode { return record.next }
            node = record.parent
        }
        return noNode
    }
}
