import FootingBytes

/// Writes tags and texts of a tree.
struct MarkupWriter {
    private let tree: Tree
    private(set) var output: [UInt8] = []
    /// The end of a start tag behind which readers drop a line feed.
    private var lineFeedDropped = -1

    init(_ tree: Tree, capacity: Int = 0) {
        self.tree = tree
        output.reserveCapacity(capacity)
    }

    var string: String { String(decoding: output, as: UTF8.self) }

    mutating func beginTag(_ record: Node) {
        output.append("<")
        writeName(record.nameID)
    }

    mutating func endTag(_ record: Node) {
        output.append(">")
        if record.htmlName.isIn(.skipsLineFeed) { lineFeedDropped = output.count }
    }

    mutating func writeEndTag(_ record: Node) {
        output.append("</")
        writeName(record.nameID)
        output.append(">")
    }

    mutating func writeAttribute(_ name: NameID, _ value: ByteView) {
        output.append(" ")
        writeName(name)
        writeValue(value)
    }

    mutating func writeAttribute(_ name: String, _ value: String) {
        output += " \(name)".utf8
        value.utf8.withView { writeValue($0) }
    }

    private mutating func writeValue(_ value: ByteView) {
        output.append("=\"")
        output.append(value, escaping: .attribute)
        output.append("\"")
    }

    mutating func writeText(_ bytes: ByteView, escaping: HTMLEscaping) {
        if output.count == lineFeedDropped, bytes.has(0), bytes[0] == 0x0A { output.append(0x0A) }
        output.append(bytes, escaping: escaping)
    }

    /// Writes HTML as it is.
    mutating func write(_ html: String) { output += html.utf8 }

    mutating func write(_ prefix: StaticString, _ run: Run?, _ suffix: StaticString) {
        output.append(prefix)
        if let run { tree.withBytes(of: run) { output.append($0) } }
        output.append(suffix)
    }

    private mutating func writeName(_ id: NameID) {
        tree.names.withBytes(of: id) { output.append($0) }
    }
}
