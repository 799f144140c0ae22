import FootingBytes

/// Reading tokens without keeping a tree.
extension TreeBuilder {
    /// The number of nodes, or of names, above which unused ones are forgotten.
    private static var maxUnused: Int { 4096 }

    /// Forgets the nodes and names that no open or formatting element has, if there are many.
    ///
    /// Only for a builder without a tree. Returns whether names have changed. Fewer than a thousand
    /// elements are open or on the list, so that thousands of nodes come between two calls.
    @inline(__always)
    mutating func forgetUnused() -> Bool {
        let hasManyNames = tokenizer.names.count > Self.maxUnused
        guard nodes.count > Self.maxUnused || hasManyNames else { return false }
        forgetUnused(names: hasManyNames)
        return hasManyNames
    }

    @inline(never)
    private mutating func forgetUnused(names hasManyNames: Bool) {
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
