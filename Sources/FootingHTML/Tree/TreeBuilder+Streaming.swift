import FootingBytes

/// Reading tokens without keeping a tree.
extension TreeBuilder {
    /// The number of nodes, and of names of the input, above which unused ones are forgotten.
    private static let maxUnused = 4096

    /// Forgets the nodes and names that no open or formatting element has, if there are many.
    ///
    /// Only for a builder without a tree. Returns whether names have changed.
    mutating func forgetUnused() -> Bool {
        let hasManyNames = tokenizer.names.count > NameTable.known.count + Self.maxUnused
        guard nodes.count > Self.maxUnused || hasManyNames else { return false }
        let (oldNodes, oldNames) = (nodes, tokenizer.names)
        var newIDs: [NodeID: NodeID] = [noNode: noNode, 0: 0]
        nodes.removeSubrange(1...)
        if hasManyNames { tokenizer.names = .known }
        func newName(_ id: NameID) -> NameID {
            guard hasManyNames else { return id }
            return oldNames.withBytes(of: id) { tokenizer.names.intern($0) }
        }
        func newID(_ id: NodeID) -> NodeID {
            if let known = newIDs[id] { return known }
            let old = oldNodes[Int(id)]
            newIDs[id] = NodeID(nodes.count)
            nodes.append(Node(newName(old.nameID), old.namespace, attributes: 0..<0))
            return NodeID(nodes.count - 1)
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
        return hasManyNames
    }
}
