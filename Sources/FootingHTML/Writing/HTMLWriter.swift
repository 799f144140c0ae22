import FootingBytes

/// The standard's serialization, with changes.
struct HTMLWriter: ~Copyable {
    /// The end of an open element.
    private struct Ending {
        var hasTag = true
        /// Whether texts are written without references.
        var isRaw = false
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

    private init(_ document: HTMLDocument, isEdited: Bool) {
        self.document = document
        self.isEdited = isEdited
        tree = document.tree
    }

    /// Writes an element, or only its content.
    static func html<Failure>(
        of element: HTMLElement,
        withTags: Bool,
        isEdited: Bool = true,
        _ change: (inout HTMLEdit) throws(Failure) -> Void
    ) throws(Failure) -> String {
        var writer = HTMLWriter(element.document, isEdited: isEdited)
        if withTags, !element.isWhole {
            try writer.write(element.node, within: element.node, change)
        } else if !(element.record.htmlName.isVoid) {
            writer.endings.append(Ending(hasTag: false, isRaw: writer.isRaw(element.record)))
            var child = element.record.firstChild
            while child != noNode {
                try writer.write(child, within: child, change)
                child = element.tree[child].next
            }
        }
        return String(decoding: writer.output, as: UTF8.self)
    }

    static func html(of element: HTMLElement, withTags: Bool) -> String {
        html(of: element, withTags: withTags, isEdited: false) { _ throws(Never) in }
    }

    static func startTag(of element: HTMLElement) -> String {
        var writer = HTMLWriter(element.document, isEdited: false)
        writer.writeStartTag(element.node, element.record, attributes: nil)
        return String(decoding: writer.output, as: UTF8.self)
    }

    /// Writes a node and its descendants.
    private mutating func write<Failure>(
        _ start: NodeID,
        within scope: NodeID,
        _ change: (inout HTMLEdit) throws(Failure) -> Void
    ) throws(Failure) {
        var node = start
        while true {
            let record = tree[node]
            if record.isElement {
                var edit: HTMLEdit?
                if isEdited {
                    var changed = HTMLEdit(HTMLElement(node, in: document))
                    try change(&changed)
                    edit = changed
                }
                if enter(node, record, edit), record.firstChild != noNode {
                    node = record.firstChild
                    continue
                }
            } else {
                write(record)
            }
            while true {
                if tree[node].isElement { leave(node) }
                if node == scope { return }
                if tree[node].next != noNode { break }
                node = tree[node].parent
            }
            node = tree[node].next
        }
    }

    /// Writes the start of an element, and returns whether its content follows.
    private mutating func enter(_ node: NodeID, _ record: Node, _ edit: HTMLEdit?) -> Bool {
        let isVoid = record.htmlName.isVoid
        var ending = Ending(hasTag: !isVoid, isRaw: isRaw(record))
        guard let edit else {
            writeStartTag(node, record, attributes: nil)
            endings.append(ending)
            return !isVoid
        }
        ending.after = edit.after
        output += edit.before.utf8
        if case .removed = edit.content {
            ending.hasTag = false
            endings.append(ending)
            return false
        }
        if edit.isUnwrapped {
            ending.hasTag = false
            ending.isRaw = endings.last?.isRaw ?? false
        } else {
            writeStartTag(node, record, attributes: edit.attributes)
        }
        if !isVoid {
            output += edit.prefix.utf8
            ending.suffix = edit.suffix
        }
        endings.append(ending)
        if case .text(let string) = edit.content {
            if !isVoid {
                var string = string
                string.withUTF8 { unsafe writeText(ByteView($0)) }
            }
            return false
        }
        return !isVoid
    }

    private mutating func leave(_ node: NodeID) {
        guard let ending = endings.popLast() else { return }
        output += ending.suffix.utf8
        if ending.hasTag {
            output += "</".utf8
            writeName(tree[node].nameID)
            output.append(UInt8(ascii: ">"))
        }
        output += ending.after.utf8
    }

    private mutating func write(_ record: Node) {
        switch record.kind {
        case .document, .element: break
        case .text:
            let tree = tree
            tree.withBytes(of: record.run) { writeText($0) }
        case .comment:
            output += "<!--".utf8
            writeRun(record.run)
            output += "-->".utf8
        case .instruction:
            output += "<?".utf8
            if let target = tree.value(of: .target, in: record) { writeRun(target) }
            output.append(UInt8(ascii: " "))
            if let data = tree.value(of: .data, in: record) { writeRun(data) }
            output += "?>".utf8
        case .doctype:
            output += "<!DOCTYPE ".utf8
            if let name = tree.value(of: .name, in: record) { writeRun(name) }
            output.append(UInt8(ascii: ">"))
        }
    }

    private mutating func writeText(_ bytes: ByteView) {
        if output.count == lineFeedDropped, bytes.has(0), bytes[0] == 0x0A { output.append(0x0A) }
        if endings.last?.isRaw == true {
            output.append(bytes)
        } else {
            output.append(bytes, escaping: .text)
        }
    }

    private mutating func writeStartTag(
        _ node: NodeID,
        _ record: Node,
        attributes: [(name: String, value: String)]?
    ) {
        output.append(UInt8(ascii: "<"))
        writeName(record.nameID)
        if let attributes {
            for (name, value) in attributes {
                output.append(UInt8(ascii: " "))
                output += name.utf8
                output += "=\"".utf8
                output.append(value, escaping: .attribute)
                output.append(UInt8(ascii: "\""))
            }
        } else {
            let tree = tree
            for index in record.attributes {
                let attribute = tree.attributes[index]
                output.append(UInt8(ascii: " "))
                writeName(attribute.nameID)
                output += "=\"".utf8
                tree.withBytes(of: attribute.value) { output.append($0, escaping: .attribute) }
                output.append(UInt8(ascii: "\""))
            }
        }
        output.append(UInt8(ascii: ">"))
        switch record.htmlName {
        case .pre, .textarea, .listing: lineFeedDropped = output.count
        default: break
        }
    }

    private mutating func writeName(_ id: NameID) {
        let tree = tree
        tree.names.withBytes(of: id) { output.append($0) }
    }

    private mutating func writeRun(_ run: Run) {
        let tree = tree
        tree.withBytes(of: run) { output.append($0) }
    }

    private func isRaw(_ record: Node) -> Bool {
        switch record.htmlName {
        case .style, .script, .xmp, .iframe, .noembed, .noframes, .plaintext: true
        case .noscript: document.content.scriptingEnabled
        default: false
        }
    }
}
