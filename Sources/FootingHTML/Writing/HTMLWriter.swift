import FootingBytes

/// The standard's serialization, with changes.
struct HTMLWriter: ~Copyable {
    /// The end of an open element.
    private struct Ending {
        var hasTag = false
        /// Whether texts are written without references.
        var isRaw: Bool
        var suffix = ""
        var after = ""
    }

    private let document: HTMLDocument
    private let tree: Tree
    private var writer: MarkupWriter
    private var endings: [Ending] = []
    /// The element that is written.
    private let scope: NodeID
    private var matchers: [[UInt8]: SelectorMatcher] = [:]

    private init(_ element: HTMLElement) {
        document = element.document
        scope = element.node
        tree = element.tree
        writer = MarkupWriter(tree)
    }

    /// Writes an element, or only its content.
    static func html<Failure>(
        of element: HTMLElement,
        withTags: Bool,
        _ change: (inout HTMLEdit) throws(Failure) -> Void
    ) throws(Failure) -> String {
        var writer = HTMLWriter(element)
        if withTags, !element.isWhole {
            try writer.write(element.node, change)
        } else if !element.record.htmlName.isIn(.void) {
            writer.endings = [Ending(isRaw: writer.isRaw(element.record))]
            for child in element.tree.children(of: element.node) {
                try writer.write(child, change)
            }
        }
        return writer.writer.string
    }

    static func html(of element: HTMLElement, withTags: Bool) -> String {
        html(of: element, withTags: withTags) { _ throws(Never) in }
    }

    static func startTag(of element: HTMLElement) -> String {
        var writer = HTMLWriter(element)
        writer.writeStartTag(element.record, attributes: nil)
        return writer.writer.string
    }

    /// Writes a node and its descendants.
    private mutating func write<Failure>(
        _ start: NodeID,
        _ change: (inout HTMLEdit) throws(Failure) -> Void
    ) throws(Failure) {
        let tree = tree
        try tree.walk(start) { node, record throws(Failure) in
            guard record.isElement else {
                write(record)
                return false
            }
            var edit = HTMLEdit(HTMLElement(node, in: document), inside: scope)
            swap(&edit.matchers, &matchers)
            try change(&edit)
            swap(&edit.matchers, &matchers)
            let goesOn = enter(record, edit)
            if !goesOn { leave(record) }
            return goesOn
        } leave: { _, record in
            leave(record)
        }
    }

    /// Writes the start of an element, and returns whether its content follows.
    private mutating func enter(_ record: Node, _ edit: HTMLEdit) -> Bool {
        writer.write(edit.before)
        var ending = Ending(isRaw: endings.last?.isRaw ?? false, after: edit.after)
        defer { endings.append(ending) }
        if case .removed = edit.content { return false }
        if !edit.isUnwrapped {
            writeStartTag(record, attributes: edit.attributes)
            ending.hasTag = !record.htmlName.isIn(.void)
            ending.isRaw = isRaw(record)
        }
        guard !record.htmlName.isIn(.void) else { return false }
        writer.write(edit.prefix)
        ending.suffix = edit.suffix
        guard case .text(let string) = edit.content else { return true }
        let escaping = escaping(ending)
        string.utf8.withView { writer.writeText($0, escaping: escaping) }
        return false
    }

    private mutating func leave(_ record: Node) {
        guard let ending = endings.popLast() else { return }
        writer.write(ending.suffix)
        if ending.hasTag { writer.writeEndTag(record) }
        writer.write(ending.after)
    }

    /// Writes a node that is no element.
    private mutating func write(_ record: Node) {
        switch record.kind {
        case .document, .element: break
        case .text:
            let escaping = escaping(endings.last)
            tree.withBytes(of: record.run) { writer.writeText($0, escaping: escaping) }
        case .comment: writer.write("<!--", record.run, "-->")
        case .instruction:
            writer.write("<?", tree.value(of: .target, in: record), " ")
            writer.write("", tree.value(of: .data, in: record), "?>")
        case .doctype: writer.write("<!DOCTYPE ", tree.value(of: .name, in: record), ">")
        }
    }

    private mutating func writeStartTag(
        _ record: Node,
        attributes: [(name: String, value: String)]?
    ) {
        writer.beginTag(record)
        if let attributes {
            for (name, value) in attributes { writer.writeAttribute(name, value) }
        } else {
            for attribute in tree.attributes[record.attributes] {
                tree.withBytes(of: attribute.value) {
                    writer.writeAttribute(attribute.nameID, $0)
                }
            }
        }
        writer.endTag(record)
    }

    private func escaping(_ ending: Ending?) -> HTMLEscaping {
        ending?.isRaw == true ? .none : .text
    }

    private func isRaw(_ record: Node) -> Bool {
        let mode = record.htmlName.textMode(scriptingEnabled: document.content.scriptingEnabled)
        return mode != nil && mode != .rcdata
    }
}
