import FootingBytes

extension Name {
    fileprivate var isCell: Bool { self == .td || self == .th }
}

/// The text that a reader sees without style sheets.
struct VisibleText: ~Copyable {
    private let tree: Tree
    private var output: [UInt8] = []
    /// The largest number of line breaks that blocks ask for here.
    private var requested = 0
    /// The number of `br` elements here.
    private var breaks = 0
    private var hasSpace = false
    private var preformattedDepth = 0
    /// The lengths of the output at the starts of open cells.
    private var cellStarts: [Int] = []

    private init(_ tree: Tree) {
        self.tree = tree
    }

    /// Reads the text of an element, even if the text of its parent leaves it out.
    static func text(of node: NodeID, in tree: Tree) -> String {
        var text = VisibleText(tree)
        var ancestor = node
        while ancestor != noNode {
            if tree[ancestor].htmlName.isIn(.preformatted) { text.preformattedDepth += 1 }
            ancestor = tree[ancestor].parent
        }
        text.read(node)
        let end = text.output.lastIndex { $0 != 0x0A }.map { $0 + 1 } ?? 0
        let start = text.output[..<end].firstIndex { $0 != 0x0A } ?? end
        return String(decoding: text.output[start..<end], as: UTF8.self)
    }

    private mutating func read(_ receiver: NodeID) {
        let tree = tree
        tree.walk(receiver) { node, record in
            if record.kind == .text { tree.withBytes(of: record.run) { append($0) } }
            guard node != receiver else { return true }
            guard record.isElement, isVisible(record) else { return false }
            enter(record.htmlName)
            return true
        } leave: { node, record in
            if node != receiver { leave(record) }
        }
    }

    private func isVisible(_ record: Node) -> Bool {
        switch record.namespace {
        case .html: !record.name.isIn(.invisible) && tree.value(of: .hidden, in: record) == nil
        case .svg: record.name != .svg
        case .math: true
        }
    }

    private mutating func enter(_ name: Name) {
        if name.isCell { cellStarts.append(output.count) }
        if name.isIn(.preformatted) { preformattedDepth += 1 }
        if name == .br { breaks += 1 }
        if name.isIn(.block) { requestBreak(name) }
    }

    private mutating func leave(_ record: Node) {
        let name = record.htmlName
        if name.isIn(.block) { requestBreak(name) }
        if name.isIn(.preformatted) { preformattedDepth -= 1 }
        guard name.isCell else { return }
        let start = cellStarts.popLast() ?? 0
        var next = record.next
        while next != noNode, !tree[next].htmlName.isCell { next = tree[next].next }
        guard next != noNode else { return }
        // A block at the end of a cell does not end the line of the row.
        if output.count > start { requested = 0 }
        breakLine()
        output.append(0x09)
    }

    private mutating func requestBreak(_ name: Name) {
        // Nor does a block at the start of a cell behind another cell.
        if cellStarts.last == output.count, output.last == 0x09 { return }
        requested = max(requested, name == .p ? 2 : 1)
    }

    private mutating func append(_ bytes: ByteView) {
        var index = 0
        while bytes.has(index) {
            var end = index
            if preformattedDepth > 0 {
                end = bytes.count
            } else if isHTMLSpace(bytes[index]) {
                hasSpace = true
                index &+= 1
                continue
            }
            while bytes.has(end), !isHTMLSpace(bytes[end]) { end &+= 1 }
            if requested | breaks != 0 { breakLine() }
            if hasSpace, let last = output.last, last != 0x0A, last != 0x09 { output.append(0x20) }
            hasSpace = false
            output.append(bytes.slice(from: index, count: end &- index))
            index = end
        }
    }

    /// Writes the line breaks that are due, without the space before them.
    private mutating func breakLine() {
        hasSpace = false
        if !output.isEmpty { output += repeatElement(0x0A, count: requested + breaks) }
        (requested, breaks) = (0, 0)
    }
}
