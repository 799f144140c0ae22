/// Reads a property list in XML.
///
/// The elements and their nesting are checked, and so are keys and strings; the text of other
/// values is skipped. Comments and processing instructions may stand anywhere. The element `plist`
/// may be missing, but must be closed, so that a file that is being written is not read; what
/// follows it is ignored. Nesting costs no stack.
package struct XMLPropertyList {
    private let bytes: ByteView
    private let maximumDepth: Int
    private var position: Int
    private var list = PropertyList()
    private var hasRoot = false
    /// Whether the element `plist` is open.
    private var isInList = false
    /// The dictionaries and arrays that are not closed, the outermost first.
    private var open: [Container] = []
    /// The key whose value is read next.
    private var key: (text: String, offset: Int32)?

    private struct Container {
        let key: (text: String, offset: Int32)
        let isDictionary: Bool
        var members: [PropertyListNode] = []
    }

    /// Reads a list in UTF-8, which may be converted from the encoding that it declares.
    ///
    /// The time is linear in the number of bytes.
    package static func read(
        _ bytes: ByteView,
        isConverted: Bool = false,
        maximumDepth: Int
    ) throws(PropertyListFault) -> PropertyList {
        let isUTF8 = unsafe bytes.withBytes { unsafe String(validating: $0, as: UTF8.self) != nil }
        guard isUTF8 else { throw .unsupportedEncoding }
        guard bytes.count <= Int32.max else { throw .limitExceeded }
        var scanner = Self(bytes: bytes, maximumDepth: maximumDepth)
        try scanner.read(isConverted: isConverted)
        return scanner.list
    }

    private init(bytes: ByteView, maximumDepth: Int) {
        self.bytes = bytes
        self.maximumDepth = maximumDepth
        position = bytes.hasMark ? 3 : 0
    }

    private mutating func read(isConverted: Bool) throws(PropertyListFault) {
        position = bytes.indexAfterBlanks(from: position)
        if !isConverted, bytes.has("<?xml", at: position) { try checkEncoding() }
        while true {
            position = bytes.indexAfterBlanks(from: position)
            guard bytes.has(position) else { break }
            guard bytes[position] == UInt8(ascii: "<") else { throw .malformed }
            if try skipMarkup() { continue }
            if bytes.has("</", at: position) {
                if isInList, try endOfTag("plist", isClosing: true) != nil {
                    isInList = false
                    break
                }
                try closeContainer()
            } else {
                try readElement()
            }
        }
        guard hasRoot, open.isEmpty, !isInList else { throw .malformed }
    }

    // MARK: - Elements

    private mutating func readElement() throws(PropertyListFault) {
        let start = position
        for (name, kind) in Self.elements {
            guard let end = try endOfTag(name, isClosing: false) else { continue }
            position = end
            let isEmpty = bytes[end &- 2] == UInt8(ascii: "/")
            switch kind {
            case .list:
                // The list begins once, before all values.
                guard open.isEmpty, !hasRoot, !isInList, !isEmpty else { throw .malformed }
                isInList = true
            case .key:
                guard open.last?.isDictionary == true, key == nil else { throw .malformed }
                let text = isEmpty ? "" : try readText(in: name)
                key = (text, Int32(truncatingIfNeeded: start))
            case .string:
                let key = try takeKey()
                let text = isEmpty ? "" : try readText(in: name)
                add(.string(text), key)
            case .container(let isDictionary):
                let key = try takeKey()
                guard open.count < maximumDepth else { throw .limitExceeded }
                open.append(Container(key: key, isDictionary: isDictionary))
                if isEmpty { try close() }
            case .other:
                let key = try takeKey()
                if !isEmpty { _ = try readText(in: name) }
                add(.other, key)
            }
            return
        }
        throw .malformed
    }

    private enum Kind {
        case list, key, string, other
        case container(isDictionary: Bool)
    }

    private static let elements: [(name: StaticString, kind: Kind)] = [
        ("key", .key), ("string", .string), ("dict", .container(isDictionary: true)),
        ("array", .container(isDictionary: false)), ("integer", .other), ("real", .other),
        ("true", .other), ("false", .other), ("date", .other), ("data", .other), ("plist", .list),
    ]

    /// Returns the key of the next value, which is empty outside of dictionaries.
    private mutating func takeKey() throws(PropertyListFault) -> (text: String, offset: Int32) {
        guard let last = open.indices.last else {
            guard !hasRoot else { throw .malformed }
            return ("", -1)
        }
        guard open[last].isDictionary else { return ("", -1) }
        guard let key else { throw .malformed }
        self.key = nil
        return key
    }

    private mutating func add(
        _ content: PropertyListNode.Content,
        _ key: (text: String, offset: Int32)
    ) {
        let node = PropertyListNode(key: key.text, offset: key.offset, content)
        if let last = open.indices.last {
            open[last].members.append(node)
        } else {
            list.root = node
            hasRoot = true
        }
    }

    private mutating func closeContainer() throws(PropertyListFault) {
        let isDictionary = open.last?.isDictionary == true
        guard let end = try endOfTag(isDictionary ? "dict" : "array", isClosing: true) else {
            throw .malformed
        }
        position = end
        try close()
    }

    private mutating func close() throws(PropertyListFault) {
        guard key == nil, var container = open.popLast() else { throw .malformed }
        guard container.isDictionary else {
            return add(.array(container.members), container.key)
        }
        // The root is the outermost dictionary, and its members own all that is in them.
        let owner = open.count == 1 ? container.key.text : open.dropFirst().first?.key.text
        list.removeDuplicates(from: &container.members, of: open.isEmpty ? nil : owner)
        add(.dictionary(container.members), container.key)
    }

    // MARK: - Text

    /// Reads text up to the closing tag, inclusively.
    private mutating func readText(in name: StaticString) throws(PropertyListFault) -> String {
        var text: [UInt8] = []
        while true {
            let start = position
            position = bytes.index(of: UInt8(ascii: "<"), or: UInt8(ascii: "&"), from: start)
            guard bytes.has(position) else { throw .malformed }
            let run = bytes.slice(from: start, count: position &- start)
            if bytes[position] == UInt8(ascii: "&") {
                append(run, to: &text)
                try readReference(to: &text)
            } else if bytes.has("<![CDATA[", at: position) {
                append(run, to: &text)
                let start = position &+ 9
                position = try end(of: "]]>", from: start)
                append(bytes.slice(from: start, count: position &- 3 &- start), to: &text)
            } else if try skipMarkup() {
                append(run, to: &text)
            } else if let end = try endOfTag(name, isClosing: true) {
                position = end
                if text.isEmpty { return run.text }
                append(run, to: &text)
                return String(decoding: text, as: UTF8.self)
            } else {
                throw .malformed
            }
        }
    }

    private func append(_ run: ByteView, to text: inout [UInt8]) {
        unsafe run.withBytes { unsafe text.append(contentsOf: $0) }
    }

    /// Reads `&amp;`, `&#38;` or `&#x26;`.
    private mutating func readReference(to text: inout [UInt8]) throws(PropertyListFault) {
        let start = position &+ 1
        var end = start
        while bytes.has(end), bytes[end] != UInt8(ascii: ";"), end &- start < 12 { end &+= 1 }
        guard bytes.has(end), bytes[end] == UInt8(ascii: ";"),
            let scalar = Self.scalar(named: bytes.slice(from: start, count: end &- start).text),
            let units = UTF8.encode(scalar)
        else { throw .malformed }
        text.append(contentsOf: units)
        position = end &+ 1
    }

    private static func scalar(named name: String) -> Unicode.Scalar? {
        switch name {
        case "amp": return "&"
        case "lt": return "<"
        case "gt": return ">"
        case "quot": return "\""
        case "apos": return "'"
        default: break
        }
        guard name.hasPrefix("#") else { return nil }
        let isHexadecimal = name.hasPrefix("#x")
        let digits = name.dropFirst(isHexadecimal ? 2 : 1)
        return UInt32(digits, radix: isHexadecimal ? 16 : 10).flatMap { Unicode.Scalar($0) }
    }

    // MARK: - Markup

    /// Skips a comment, a processing instruction or a document type; returns `false` if none
    /// follows.
    private mutating func skipMarkup() throws(PropertyListFault) -> Bool {
        if bytes.has("<!--", at: position) {
            position = try end(of: "-->", from: position &+ 4)
        } else if bytes.has("<?", at: position) {
            position = try end(of: "?>", from: position &+ 2)
        } else if bytes.has("<!DOCTYPE", at: position) {
            // An internal subset could define entities.
            let end = try end(of: ">", from: position)
            guard
                bytes.index(of: UInt8(ascii: "["), or: UInt8(ascii: "<"), from: position &+ 1)
                    >= end
            else { throw .malformed }
            position = end
        } else {
            return false
        }
        return true
    }

    /// Returns the index after a tag, or `nil` if another element's tag stands here.
    private func endOfTag(
        _ name: StaticString,
        isClosing: Bool
    ) throws(PropertyListFault) -> Int? {
        let start = position &+ (isClosing ? 2 : 1)
        guard !isClosing || bytes.has("</", at: position), bytes.has(name, at: start) else {
            return nil
        }
        let end = start &+ name.utf8CodeUnitCount
        guard bytes.has(end) else { throw .malformed }
        if bytes[end] == UInt8(ascii: ">") { return end &+ 1 }
        guard ByteView.isBlank(bytes[end]) || !isClosing && bytes[end] == UInt8(ascii: "/") else {
            return nil
        }
        return try self.end(of: ">", from: end)
    }

    /// Returns the index after the next occurrence of `mark`.
    private func end(of mark: StaticString, from start: Int) throws(PropertyListFault) -> Int {
        var index = start
        // A mark's last byte is the same in all of them, and its other bytes are before it.
        while true {
            index = bytes.index(of: UInt8(ascii: ">"), from: index) &+ 1
            guard index <= bytes.count else { throw .malformed }
            let begin = index &- mark.utf8CodeUnitCount
            if begin >= start, bytes.has(mark, at: begin) { return index }
        }
    }

    /// Refuses a declaration of another encoding than UTF-8.
    private func checkEncoding() throws(PropertyListFault) {
        let end = try end(of: "?>", from: position &+ 2)
        var index = position
        while index < end, !bytes.has("encoding", at: index) { index &+= 1 }
        guard index < end else { return }
        var parts = bytes.slice(from: index, count: end &- index).text
            .split(omittingEmptySubsequences: false) { $0 == "\"" || $0 == "'" }
        guard parts.count > 2 else { throw .unsupportedEncoding }
        let name = parts.remove(at: 1).lowercased()
        guard ["utf-8", "utf8", "us-ascii"].contains(name) else { throw .unsupportedEncoding }
    }
}
