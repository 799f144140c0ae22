/// The ways from node to node. The content of a template belongs to no element outside of it.
extension Tree {
    func isTemplate(_ node: NodeID) -> Bool { self[node].isHTML(.template) }

    /// The parent of an element, or `noNode` if it is the document or a template.
    func parentElement(of node: NodeID) -> NodeID {
        let parent = self[node].parent
        return parent > 0 && !isTemplate(parent) ? parent : noNode
    }

    func previousElement(before node: NodeID) -> NodeID {
        var node = self[node].previous
        while node != noNode, !self[node].isElement { node = self[node].previous }
        return node
    }

    func nextElement(after node: NodeID) -> NodeID {
        var node = self[node].next
        while node != noNode, !self[node].isElement { node = self[node].next }
        return node
    }

    /// The first child that a search enters.
    @inline(__always)
    func firstSearched(in node: NodeID) -> NodeID {
        let record = self[node]
        return record.isHTML(.template) ? noNode : record.firstChild
    }
}

extension Node {
    /// The name of an element of HTML, and `other` for every other node.
    var htmlName: Name { isElement && namespace == .html ? name : .other }
}

/// The children of a node.
struct ChildSequence: Sequence, IteratorProtocol, Sendable {
    fileprivate let tree: Tree
    fileprivate var child: NodeID

    mutating func next() -> NodeID? {
        guard child != noNode else { return nil }
        defer { child = tree[child].next }
        return child
    }
}

extension Tree {
    func children(of node: NodeID) -> ChildSequence {
        ChildSequence(tree: self, child: self[node].firstChild)
    }

    /// The node after `node` in tree order that is inside `scope` and in no template, or `noNode`.
    @inline(__always)
    func nextSearched(after node: NodeID, in scope: NodeID) -> NodeID {
        let child = firstSearched(in: node)
        return child != noNode ? child : nextSkippingChildren(of: node, in: scope)
    }

    /// The first node in tree order that passes, the content of templates aside.
    func first(where condition: (Node) -> Bool) -> NodeID? {
        var node: NodeID = 0
        while node != noNode, !condition(self[node]) { node = nextSearched(after: node, in: 0) }
        return node == noNode ? nil : node
    }

    /// Calls `body` with each element in tree order, the content of templates aside.
    func forEachElement(_ body: (NodeID, Node) -> Void) {
        var node: NodeID = 0
        while node != noNode {
            let record = self[node]
            if record.isElement { body(node, record) }
            node = nextSearched(after: node, in: 0)
        }
    }
}
