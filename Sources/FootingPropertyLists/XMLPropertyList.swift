import FootingBytes

/// Converts a property list in XML to JSON.
///
/// The elements and their nesting are checked, and so are keys and strings; the text of other
/// values is skipped. Comments and processing instructions may stand anywhere. The element `plist`
/// may be missing, but must be closed, so that a file that is being written is not read; what
/// follows it is ignored. Nesting costs no stack.
struct XMLPropertyList: ~Copyable {
    private let bytes: ByteView
    private let maximumDepth: Int
    private var position: Int
    private var lines = LineCounter()
    /// The line of the list up to which the JSON has the line ends.
    private var line = 1
    /// Whether the element `plist` is open.
    private var isInList: Bool
    /// The closing brackets of the dictionaries and arrays that are open, the outermost first.
    private var open: [UInt8]
    private var json: [UInt8]

    static func json(
        of bytes: ByteView,
        _ isConverted: Bool,
        _ maximumDepth: Int
    ) throws(JSONFault) -> [UInt8] {
        var index = 0
        while bytes.has(index) {
            index = try bytes.endOfMultibyteScalars(at: bytes.indexAfterASCII(from: index))
        }
        var scanner = XMLPropertyList(
            bytes: bytes,
            maximumDepth: maximumDepth,
            position: bytes.hasMark ? 3 : 0,
            isInList: false,
            open: [],
            json: []
        )
        scanner.json.reserveCapacity(bytes.count / 2)
        try scanner.read(isConverted: isConverted)
        return scanner.json
    }

    private func fault(_ reason: JSONFault.Reason = .value) -> JSONFault {
        JSONFault(reason: reason, offset: position)
    }

    private mutating func read(isConverted: Bool) throws(JSONFault) {
        position = bytes.indexAfterBlanks(from: position)
        if !isConverted, bytes.has("<?xml", at: position) { try checkEncoding() }
        while true {
            position = bytes.indexAfterBlanks(from: position)
            guard bytes.has(position) else { break }
            guard bytes[position] == UInt8(ascii: "<") else { throw fault() }
            if try skipMarkup() { continue }
            guard bytes.has("</", at: position) else {
                try readElement()
                continue
            }
            if isInList, try skipTag("plist", isClosing: true) != nil {
                isInList = false
                break
            }
            guard let mark = open.last, json.last != UInt8(ascii: ":"),
                try skipTag(mark == UInt8(ascii: "}") ? "dict" : "array", isClosing: true) != nil
            else { throw fault() }
            open.removeLast()
            json.close(mark)
        }
        guard !json.isEmpty, open.isEmpty, !isInList else { throw fault() }
        json.removeLast()
    }

    // MARK: - Elements

    private mutating func readElement() throws(JSONFault) {
        let start = position
        let isInDictionary = open.last == UInt8(ascii: "}")
        let hasKey = json.last == UInt8(ascii: ":")
        if let isEmpty = try skipTag("key") {
            guard isInDictionary, !hasKey else { throw fault() }
            appendLineEnds(before: start)
            try readString("key", isEmpty: isEmpty)
            json.append(UInt8(ascii: ":"))
            return
        }
        // The list begins once, before all values.
        if json.isEmpty, let isEmpty = try skipTag("plist") {
            guard !isInList, !isEmpty else { throw fault() }
            isInList = true
            return
        }
        guard open.isEmpty ? json.isEmpty : isInDictionary == hasKey else { throw fault() }
        if let isEmpty = try skipTag("string") {
            try readString("string", isEmpty: isEmpty)
            json.append(UInt8(ascii: ","))
        } else if let isEmpty = try skipTag("dict") {
            try open(UInt8(ascii: "{"), UInt8(ascii: "}"), isEmpty: isEmpty)
        } else if let isEmpty = try skipTag("array") {
            try open(UInt8(ascii: "["), UInt8(ascii: "]"), isEmpty: isEmpty)
        } else {
            let names: [StaticString] = ["integer", "real", "true", "false", "date", "data"]
            for name in names {
                guard let isEmpty = try skipTag(name) else { continue }
                let count = json.count
                try readString(name, isEmpty: isEmpty)
                json.removeLast(json.count &- count)
                return json.appendNull()
            }
            throw fault()
        }
    }

    private mutating func open(
        _ mark: UInt8,
        _ closing: UInt8,
        isEmpty: Bool
    ) throws(JSONFault) {
        guard open.count < maximumDepth else { throw fault(.depth) }
        json.append(mark)
        if isEmpty { return json.close(closing) }
        open.append(closing)
    }

    private mutating func appendLineEnds(before end: Int) {
        let next = lines.line(at: end, in: bytes)
        while line < next {
            json.append(0x0A)
            line &+= 1
        }
    }

    // MARK: - Text

    /// Reads text up to the closing tag, inclusively, as a string.
    private mutating func readString(_ name: StaticString, isEmpty: Bool) throws(JSONFault) {
        json.append(UInt8(ascii: "\""))
        var isOpen = !isEmpty
        while isOpen {
            let start = position
            position = bytes.index(of: UInt8(ascii: "<"), or: UInt8(ascii: "&"), from: start)
            guard bytes.has(position) else { throw fault() }
            json.append(text: bytes.slice(from: start, count: position &- start))
            if bytes[position] == UInt8(ascii: "&") {
                try readReference()
            } else if bytes.has("<![CDATA[", at: position) {
                let start = position &+ 9
                position = try end(of: "]]>", from: start)
                json.append(text: bytes.slice(from: start, count: position &- 3 &- start))
            } else if try !skipMarkup() {
                guard try skipTag(name, isClosing: true) != nil else { throw fault() }
                isOpen = false
            }
        }
        json.append(UInt8(ascii: "\""))
    }

    /// Reads `&amp;`, `&#38;` or `&#x26;`.
    private mutating func readReference() throws(JSONFault) {
        position &+= 1
        var value: UInt32 = 0
        let entities: [(name: StaticString, value: UInt32)] = [
            ("amp;", 0x26), ("lt;", 0x3C), ("gt;", 0x3E), ("quot;", 0x22), ("apos;", 0x27),
        ]
        for entity in entities where bytes.has(entity.name, at: position) {
            value = entity.value
            position &+= entity.name.utf8CodeUnitCount &- 1
        }
        if value == 0 {
            guard bytes.has("#", at: position) else { throw fault() }
            let radix: UInt32 = bytes.has("x", at: position &+ 1) ? 16 : 10
            position &+= radix == 16 ? 2 : 1
            let start = position
            while bytes.has(position), let digit = hexadecimalValue(bytes[position]),
                digit < radix, value <= 0x10FFFF
            {
                value = value &* radix &+ UInt32(digit)
                position &+= 1
            }
            guard position > start, bytes.has(";", at: position) else { throw fault() }
        }
        guard json.append(scalar: value) else { throw fault() }
        position &+= 1
    }

    // MARK: - Markup

    /// Skips a comment, a processing instruction or a document type; returns `false` if none
    /// follows.
    private mutating func skipMarkup() throws(JSONFault) -> Bool {
        if bytes.has("<!--", at: position) {
            position = try end(of: "-->", from: position &+ 4)
        } else if bytes.has("<?", at: position) {
            position = try end(of: "?>", from: position &+ 2)
        } else if bytes.has("<!DOCTYPE", at: position) {
            // An internal subset could define entities.
            let end = try end(of: ">", from: position)
            let subset = bytes.index(
                of: UInt8(ascii: "["),
                or: UInt8(ascii: "<"),
                from: position &+ 1
            )
            guard subset >= end else { throw fault() }
            position = end
        } else {
            return false
        }
        return true
    }

    /// Skips a tag and returns whether its element is empty, or returns `nil` if another element's
    /// tag follows.
    @inline(never)
    private mutating func skipTag(
        _ name: StaticString,
        isClosing: Bool = false
    ) throws(JSONFault) -> Bool? {
        let start = position &+ (isClosing ? 2 : 1)
        guard !isClosing || bytes.has("</", at: position), bytes.has(name, at: start) else {
            return nil
        }
        let end = start &+ name.utf8CodeUnitCount
        guard bytes.has(end) else { throw fault() }
        guard
            bytes[end] == UInt8(ascii: ">") || ByteView.isBlank(bytes[end])
                || !isClosing && bytes[end] == UInt8(ascii: "/")
        else { return nil }
        position = try self.end(of: ">", from: end)
        return bytes[position &- 2] == UInt8(ascii: "/")
    }

    /// Returns the index after the next occurrence of `mark`.
    private func end(of mark: StaticString, from start: Int) throws(JSONFault) -> Int {
        var index = start
        // A mark's last byte is the same in all of them, and its other bytes are before it.
        while true {
            index = bytes.index(of: UInt8(ascii: ">"), from: index) &+ 1
            guard index <= bytes.count else { throw fault() }
            let begin = index &- mark.utf8CodeUnitCount
            if begin >= start, bytes.has(mark, at: begin) { return index }
        }
    }

    /// Refuses a declaration of another encoding than UTF-8.
    private func checkEncoding() throws(JSONFault) {
        let end = try end(of: "?>", from: position &+ 2)
        var index = position
        while index < end, !bytes.has("encoding", at: index) { index &+= 1 }
        guard index < end else { return }
        index = bytes.index(of: UInt8(ascii: "\""), or: UInt8(ascii: "'"), from: index)
        guard index < end else { throw fault(.utf8) }
        let close = bytes.index(of: bytes[index], from: index &+ 1)
        let name = bytes.slice(from: index &+ 1, count: max(0, min(close, end) &- index &- 1)).text
        guard ["utf-8", "utf8", "us-ascii"].contains(name.lowercased()) else { throw fault(.utf8) }
    }
}
