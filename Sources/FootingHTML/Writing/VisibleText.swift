import FootingBytes

/// The text that a reader sees without style sheets.
struct VisibleText: ~Copyable {
    private struct Traits: OptionSet, Sendable {
        let rawValue: UInt8

        static let skipped = Traits(rawValue: 1)
        static let block = Traits(rawValue: 2)
        static let paragraph = Traits(rawValue: 4)
        static let preformatted = Traits(rawValue: 8)
        static let cell = Traits(rawValue: 16)
        static let lineBreak = Traits(rawValue: 32)
    }

    /// The traits of the elements of HTML by the identifiers of their names.
    private static let knownTraits: [Traits] = {
        var traits = [Traits](repeating: [], count: Name.count)
        func add(_ trait: Traits, _ names: [Name]) {
            for name in names { traits[Int(name.id)].insert(trait) }
        }
        add(
            .skipped,
            [
                .head, .title, .script, .style, .template, .noscript, .iframe, .noembed, .noframes,
                .object, .embed, .applet, .audio, .video, .canvas, .select, .datalist, .textarea,
                .rp,
            ]
        )
        add(
            .block,
            [
                .address, .article, .aside, .blockquote, .body, .center, .dd, .details, .dialog,
                .dir, .div, .dl, .dt, .fieldset, .figcaption, .figure, .footer, .form, .h1, .h2,
                .h3, .h4, .h5, .h6, .header, .hgroup, .hr, .html, .legend, .li, .listing, .main,
                .menu, .nav, .ol, .optgroup, .option, .p, .plaintext, .pre, .search, .section,
                .summary, .table, .caption, .colgroup, .thead, .tbody, .tfoot, .tr, .ul, .xmp,
            ]
        )
        add(.paragraph, [.p])
        add(.preformatted, [.listing, .plaintext, .pre, .xmp])
        add(.cell, [.td, .th])
        add(.lineBreak, [.br])
        return traits
    }()

    private let tree: Tree
    private let knownTraits = VisibleText.knownTraits
    private var output: [UInt8] = []
    /// The largest number of line breaks that blocks ask for, and those of `br` elements.
    private var requested = 0
    private var breaks = 0
    private var hasSpace = false
    /// The lengths of the output at the starts of open cells.
    private var cellStarts: [Int] = []
    private var preformattedDepth = 0

    /// Reads the text of an element, even if it would be skipped in its parent.
    static func text(of node: NodeID, in tree: Tree) -> String {
        var text = VisibleText(tree)
        text.read(node)
        return text.string
    }

    private init(_ tree: Tree) {
        self.tree = tree
    }

    /// The output without line breaks at its ends.
    private var string: String {
        let end = output.lastIndex { $0 != 0x0A }.map { $0 + 1 } ?? 0
        let start = output[..<end].firstIndex { $0 != 0x0A } ?? end
        return String(decoding: output[start..<end], as: UTF8.self)
    }

    private mutating func read(_ receiver: NodeID) {
        var ancestor = receiver
        while ancestor != noNode {
            if traits(of: tree[ancestor]).contains(.preformatted) { preformattedDepth += 1 }
            ancestor = tree[ancestor].parent
        }
        var node = tree[receiver].firstChild
        while node != noNode {
            let record = tree[node]
            if record.kind == .text {
                append(record.run)
            } else if record.isElement {
                let traits = traits(of: record)
                if !traits.contains(.skipped), tree.value(of: .hidden, in: record) == nil
                    || record.namespace != .html
                {
                    enter(traits)
                    if record.firstChild != noNode {
                        node = record.firstChild
                        continue
                    }
                    leave(traits, node)
                }
            }
            while tree[node].next == noNode {
                node = tree[node].parent
                if node == receiver { return }
                leave(traits(of: tree[node]), node)
            }
            node = tree[node].next
        }
    }

    @inline(__always)
    private func traits(of record: Node) -> Traits {
        guard record.isElement else { return [] }
        switch record.namespace {
        case .html:
            let id = Int(record.nameID)
            return id < knownTraits.count ? knownTraits[id] : []
        case .svg: return record.name == .svg ? .skipped : []
        case .math: return []
        }
    }

    private mutating func enter(_ traits: Traits) {
        if traits.isEmpty { return }
        if traits.contains(.cell) { cellStarts.append(output.count) }
        if traits.contains(.preformatted) { preformattedDepth += 1 }
        if traits.contains(.lineBreak) { breaks += 1 }
        if traits.contains(.block) { request(traits) }
    }

    private mutating func leave(_ traits: Traits, _ node: NodeID) {
        if traits.isEmpty { return }
        if traits.contains(.block) { request(traits) }
        if traits.contains(.preformatted) { preformattedDepth -= 1 }
        if traits.contains(.cell) { leaveCell(node) }
    }

    private mutating func request(_ traits: Traits) {
        // A block at the start of a cell stays on the line of the cells before it.
        if let start = cellStarts.last, start == output.count, output.last == 0x09 { return }
        requested = max(requested, traits.contains(.paragraph) ? 2 : 1)
    }

    private mutating func leaveCell(_ node: NodeID) {
        let start = cellStarts.popLast() ?? 0
        var next = tree[node].next
        while next != noNode, !traits(of: tree[next]).contains(.cell) { next = tree[next].next }
        guard next != noNode else { return }
        // A block at the end of a cell does not end the line of the cells behind it.
        if output.count > start { requested = 0 }
        startLine()
        output.append(0x09)
    }

    /// Writes the line breaks that are due. The space that is due before them vanishes.
    private mutating func startLine() {
        hasSpace = false
        if !output.isEmpty {
            for _ in 0..<requested + breaks { output.append(0x0A) }
        }
        (requested, breaks) = (0, 0)
    }

    private mutating func append(_ run: Run) {
        // A local reference, so that the closure may change this.
        let tree = tree
        tree.withBytes(of: run) { append($0) }
    }

    private mutating func append(_ bytes: ByteView) {
        if preformattedDepth > 0 {
            guard bytes.count > 0 else { return }
            writeSpace()
            unsafe bytes.withBytes { unsafe output.append(contentsOf: $0) }
            return
        }
        var index = 0
        while bytes.has(index) {
            if isHTMLSpace(bytes[index]) {
                hasSpace = true
                index &+= 1
                continue
            }
            let start = index
            while bytes.has(index), !isHTMLSpace(bytes[index]) { index &+= 1 }
            writeSpace()
            let word = bytes.slice(from: start, count: index &- start)
            unsafe word.withBytes { unsafe output.append(contentsOf: $0) }
        }
    }

    /// Writes the line breaks or the space that is due before a text.
    @inline(__always)
    private mutating func writeSpace() {
        if requested | breaks != 0 { startLine() }
        guard hasSpace else { return }
        hasSpace = false
        if let last = output.last, last != 0x0A, last != 0x09 { output.append(0x20) }
    }
}
