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

    init(
        nodes: [Node],
        attributes: [Attribute],
        names: NameTable,
        source: [UInt8],
        side: [UInt8],
        isQuirks: Bool,
        isFragment: Bool
    ) {
        self.nodes = nodes
        self.attributes = attributes
        self.names = names
        self.source = source
        self.side = side
        self.isQuirks = isQuirks
        self.isFragment = isFragment
    }

    subscript(id: NodeID) -> Node { nodes[Int(id)] }

    /// The `html` element, which every document and fragment has.
    var root: NodeID {
        var child = nodes[0].firstChild
        while child != noNode, !self[child].isElement { child = self[child].next }
        return child
    }

    /// Runs `body` on the bytes of a run.
    func withBytes<Result>(of run: Run, _ body: (ByteView) -> Result) -> Result {
        unsafe (run.isAside ? side : source).withUnsafeBytes { buffer in
            let view = unsafe ByteView(buffer)
            return body(view.slice(from: run.offset, count: Int(run.count)))
        }
    }

    func string(_ run: Run) -> String { withBytes(of: run) { $0.text } }

    /// The name of an element, as its namespace writes it.
    func name(of node: NodeID) -> String { names.string(self[node].nameID) }

    /// The value of an attribute, or `nil`.
    func value(of name: NameID, in node: Node) -> Run? {
        for index in node.attributes where attributes[index].nameID == name {
            return attributes[index].value
        }
        return nil
    }

    func value(of name: Name, in node: Node) -> Run? { value(of: name.id, in: node) }

    /// The node after `node` in tree order that is inside `scope`, or `noNode`.
    func next(after node: NodeID, in scope: NodeID) -> NodeID {
        let child = self[node].firstChild
        return child != noNode ? child : nextSkippingChildren(of: node, in: scope)
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
