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

    /// Walks through a node and its descendants in tree order, without recursion.
    ///
    /// The children of a node for which `enter` returns `false` are skipped, and it is not left.
    @inline(__always)
    func walk<Failure>(
        _ start: NodeID,
        enter: (NodeID, Node) throws(Failure) -> Bool,
        leave: (NodeID, Node) -> Void
    ) throws(Failure) {
        var node = start
        while true {
            let record = self[node]
            if try enter(node, record) {
                if record.firstChild != noNode {
                    node = record.firstChild
                    continue
                }
                leave(node, record)
            }
            while node != start, self[node].next == noNode {
                node = self[node].parent
                leave(node, self[node])
            }
            if node == start { return }
            node = self[node].next
        }
    }

    /// The nodes inside `scope` in tree order, the content of templates aside.
    func nodes(in scope: NodeID) -> NodeSequence {
        NodeSequence(tree: self, scope: scope, node: scope)
    }
}

/// The nodes inside another, in tree order.
struct NodeSequence: Sequence, IteratorProtocol, Sendable {
    fileprivate let tree: Tree
    fileprivate let scope: NodeID
    fileprivate var node: NodeID

    @inline(__always)
    mutating func next() -> NodeID? {
        guard node != noNode else { return nil }
        node = tree.nextSearched(after: node, in: scope)
        return node == noNode ? nil : node
    }
}
