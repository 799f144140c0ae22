import FootingBytes

/// The standard's serialization, with changes.
struct HTMLWriter: ~Copyable {
    /// The end of an open element.
    private struct Ending {
        var hasTag: Bool
        /// Whether texts are written without references.
        var isRaw: Bool
        var suffix = ""
        var after = ""
    }

    private let document: HTMLDocument
    private let tree: Tree
    private let isEdited: Bool
    private var output: [UInt8] = []
    private var endings: [Ending] = []
    /// The end of a start tag behind which readers drop a line feed.
    private var lineFeedDropped = -1
    /// The element that is written.
    private let scope: NodeID
    private var matchers: [String: SelectorMatcher] = [:]

    private init(_ element: HTMLElement, isEdited: Bool) {
        document = element.document
        scope = element.node
        self.isEdited = isEdited
        tree = element.tree
    }

    /// Writes an element, or only its content.
    static func html<Failure>(
        of element: HTMLElement,
        withTags: Bool,
        isEdited: Bool = true,
        _ change: (inout HTMLEdit) throws(Failure) -> Void
    ) throws(Failure) -> String {
        var writer = HTMLWriter(element, isEdited: isEdited)
        if withTags, !element.isWhole {
            try writer.write(element.node, change)
        } else if !element.record.htmlName.isVoid {
            writer.endings = [Ending(hasTag: false, isRaw: writer.isRaw(element.record))]
            for child in element.tree.children(of: element.node) {
                try writer.write(child, change)
            }
        }
        return String(decoding: writer.output, as: UTF8.self)
    }

    static func html(of element: HTMLElement, withTags: Bool) -> String {
        html(of: element, withTags: withTags, isEdited: false) { _ throws(Never) in }
    }

    static func startTag(of element: HTMLElement) -> String {
        var writer = HTMLWriter(element, isEdited: false)
        writer.writeStartTag(element.record, attributes: nil)
        return String(decoding: writer.output, as: UTF8.self)
    }

    /// Writes a node and its descendants.
    private mutating func write<Failure>(
        _ start: NodeID,
        _ change: (inout HTMLEdit) throws(Failure) -> Void
    ) throws(Failure) {
        var node = start
        while true {
            let record = tree[node]
            if record.isElement {
                var edit = HTMLEdit(HTMLElement(node, in: document), inside: scope)
                if isEdited {
                    swap(&edit.matchers, &matchers)
                    try change(&edit)
                    swap(&edit.matchers, &matchers)
                }
                if enter(record, edit), record.firstChild != noNode {
                    node = record.firstChild
                    continue
                }
            } else {
                write(record)
            }
            while true {
                if tree[node].isElement { leave(tree[node]) }
                if node == start { return }
                if tree[node].next != noNode { break }
                node = tree[node].parent
            }
            node = tree[node].next
        }
    }

    /// Writes the start of an element, and returns whether its content follows.
    private mutating func enter(_ record: Node, _ edit: HTMLEdit) -> Bool {
        output += edit.before.utf8
        var ending = Ending(hasTag: false, isRaw: endings.last?.isRaw ?? false, after: edit.after)
        defer { endings.append(ending) }
        if case .removed = edit.content { return false }
        if !edit.isUnwrapped {
            writeStartTag(record, attributes: edit.attributes)
            ending.hasTag = !record.htmlName.isVoid
            ending.isRaw = isRaw(record)
        }
        guard !record.htmlName.isVoid else { return false }
        output += edit.prefix.utf8
        ending.suffix = edit.suffix
        guard case .text(var string) = edit.content else { return true }
        string.withUTF8 { unsafe writeText(ByteView($0), isRaw: ending.isRaw) }
        return false
    }

    private mutating func leave(_ record: Node) {
        guard let ending = endings.popLast() else { return }
        output += ending.suffix.utf8
        if ending.hasTag {
            output.append("</")
            writeName(record.nameID)
            output.append(">")
        }
        output += ending.after.utf8
    }

    /// Writes a node that is no element.
    private mutating func write(_ record: Node) {
        switch record.kind {
        case .document, .element: break
        case .text:
            let isRaw = endings.last?.isRaw ?? false
            tree.withBytes(of: record.run) { writeText($0, isRaw: isRaw) }
        case .comment: write("<!--", record.run, "-->")
        case .instruction:
            write("<?", tree.value(of: .target, in: record), " ")
            write("", tree.value(of: .data, in: record), "?>")
        case .doctype: write("<!DOCTYPE ", tree.value(of: .name, in: record), ">")
        }
    }

    private mutating func write(_ prefix: StaticString, _ run: Run?, _ suffix: StaticString) {
        output.append(prefix)
        if let run { tree.withBytes(of: run) { output.append($0) } }
        output.append(suffix)
    }

    private mutating func writeText(_ bytes: ByteView, isRaw: Bool) {
        if output.count == lineFeedDropped, bytes.has(0), bytes[0] == 0x0A { output.append(0x0A) }
        if isRaw {
            output.append(bytes)
        } else {
            output.append(bytes, escaping: .text)
        }
    }

    private mutating func writeStartTag(
        _ record: Node,
        attributes: [(name: String, value: String)]?
    ) {
        output.append("<")
        writeName(record.nameID)
        if let attributes {
            for (name, value) in attributes {
                output += " \(name)=\"".utf8
                output.append(value, escaping: .attribute)
                output.append("\"")
            }
        } else {
            for attribute in tree.attributes[record.attributes] {
                output.append(" ")
                writeName(attribute.nameID)
                output.append("=\"")
                tree.withBytes(of: attribute.value) { output.append($0, escaping: .attribute) }
                output.append("\"")
            }
        }
        output.append(">")
        switch record.htmlName {
        case .pre, .textarea, .listing: lineFeedDropped = output.count
        default: break
        }
    }

    private mutating func writeName(_ id: NameID) {
        tree.names.withBytes(of: id) { output.append($0) }
    }

    private func isRaw(_ record: Node) -> Bool {
        switch record.htmlName {
        case .style, .script, .xmp, .iframe, .noembed, .noframes, .plaintext: true
        case .noscript: document.content.scriptingEnabled
        default: false
        }
    }
}
