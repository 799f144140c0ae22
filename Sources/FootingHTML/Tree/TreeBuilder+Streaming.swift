import FootingBytes

/// Reading tokens without keeping a tree.
extension TreeBuilder {
    /// The number of nodes, or of names, above which unused ones are forgotten.
    private static var maxUnused: Int { 4096 }

    /// Returns the names, attributes and strings of the tokens so far, without nodes.
    mutating func takeTree(source: [UInt8]) -> Tree {
        defer { (attributes, side) = ([], []) }
        return Tree(
            nodes: [],
            attributes: attributes,
            names: tokenizer.names,
            source: source,
            side: side,
            isQuirks: false,
            isFragment: false
        )
    }

    /// Whether it is time to forget unused nodes and names.
    ///
    /// Fewer than a thousand elements are open or on the list of formatting elements, so that
    /// thousands of nodes come between two times.
    @inline(__always)
    var hasManyUnused: Bool {
        nodes.count > Self.maxUnused || tokenizer.names.count > Self.maxUnused
    }

    /// Forgets the nodes, and many names, that no open or formatting element has.
    mutating func forgetUnused() {
        let hasManyNames = tokenizer.names.count > Self.maxUnused
        let oldNames = tokenizer.names
        var kept: [Node] = []
        var newIDs: [NodeID: NodeID] = [noNode: noNode, 0: 0]
        if hasManyNames { tokenizer.names = .known }
        func newName(_ id: NameID) -> NameID {
            guard hasManyNames else { return id }
            return oldNames.withBytes(of: id) { tokenizer.names.intern($0) }
        }
        func newID(_ id: NodeID) -> NodeID {
            if let known = newIDs[id] { return known }
            let old = nodes[Int(id)]
            kept.append(Node(newName(old.nameID), old.namespace, attributes: 0..<0))
            newIDs[id] = NodeID(kept.count)
            return NodeID(kept.count)
        }
        for index in stack.indices {
            stack[index].node = newID(stack[index].node)
            stack[index].nameID = newName(stack[index].nameID)
        }
        for index in formatting.indices where !formatting[index].isMarker {
            formatting[index].node = newID(formatting[index].node)
            formatting[index].nameID = newName(formatting[index].nameID)
        }
        head = newID(head)
        form = newID(form)
        tokenizer.lastStartTag = tokenizer.lastStartTag.map(newName)
        // The first node is the document.
        nodes.removeLast(nodes.count - 1)
        nodes += kept
    }
}
