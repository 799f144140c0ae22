/// The positions of elements among their siblings, counted once for each parent.
struct SiblingPositions {
    /// For each kind of position, the positions of all elements that have a counted parent.
    private var tables = [[NodeID: Int32]](repeating: [:], count: 4)

    /// The position of an element among its siblings, from 1 on.
    mutating func position(of node: NodeID, _ test: NthTest, in tree: Tree) -> Int {
        let table = (test.isFromEnd ? 1 : 0) + (test.isOfType ? 2 : 0)
        if let position = tables[table][node] { return Int(position) }
        var counts: [UInt64: Int32] = [:]
        var count: Int32 = 0
        let parent = tree[tree[node].parent]
        var sibling = test.isFromEnd ? parent.lastChild : parent.firstChild
        while sibling != noNode {
            let record = tree[sibling]
            if record.isElement {
                if test.isOfType {
                    let type = UInt64(record.nameID) << 8 | UInt64(record.namespace.rawValue)
                    count = counts[type, default: 0] + 1
                    counts[type] = count
                } else {
                    count += 1
                }
                tables[table][sibling] = count
            }
            sibling = test.isFromEnd ? record.previous : record.next
        }
        return Int(tables[table][node] ?? 0)
    }
}
