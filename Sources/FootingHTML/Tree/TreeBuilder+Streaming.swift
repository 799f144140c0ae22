import FootingBytes

/// Reading tokens without keeping a tree.
extension TreeBuilder {
    /// Returns the names, attributes and strings of the tokens so far, without nodes.
    mutating func takeTree(source: [UInt8]) -> Tree {
        defer { (attributes, side) = ([], []) }
        return Tree(self, source: source)
    }

    /// Whether it is time to forget unused names.
    ///
    /// Tokens that were returned share the table, which is copied for the next new name. So it
    /// stays small, and more names come between two times than are kept at the first.
    @inline(__always)
    var hasManyNames: Bool {
        tokenizer.names.count > maxNames || tokenizer.names.byteCount > maxNameBytes
    }

    /// Forgets the names that no open or formatting element has.
    mutating func forgetNames() {
        let oldNames = tokenizer.names
        tokenizer.names = .known
        func newName(_ id: NameID) -> NameID {
            oldNames.withBytes(of: id) { tokenizer.names.intern($0) }
        }
        for index in stack.indices { stack[index].nameID = newName(stack[index].nameID) }
        for index in formatting.indices where !formatting[index].isMarker {
            formatting[index].nameID = newName(formatting[index].nameID)
        }
        tokenizer.lastStartTag = tokenizer.lastStartTag.map(newName)
        maxNames = 2 * tokenizer.names.count + 512
        maxNameBytes = 2 * tokenizer.names.byteCount + (64 << 10)
    }
}
