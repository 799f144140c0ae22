import FootingBytes

/// The search for the declaration of an encoding in the first bytes of a page.
struct Prescan {
    /// The number of bytes that are searched.
    static let size = 1024

    private let bytes: ByteView
    private var index = 0

    /// The encoding that the first bytes declare, with `meta` or in an XML declaration.
    static func encoding(in bytes: ByteView) -> (HTMLEncoding, HTMLReport.EncodingSource)? {
        if isXML(bytes, [0x3C, 0, 0x3F, 0, 0x78, 0]) { return (.utf16LE, .xmlDeclaration) }
        if isXML(bytes, [0, 0x3C, 0, 0x3F, 0, 0x78]) { return (.utf16BE, .xmlDeclaration) }
        var prescan = Prescan(bytes: bytes)
        if let encoding = prescan.metaEncoding() { return (encoding, .meta) }
        return xmlEncoding(in: bytes).map { ($0, .xmlDeclaration) }
    }

    /// The encoding that is used for a declared one.
    ///
    /// A declaration that can be read as ASCII is not in UTF-16.
    static func used(_ encoding: HTMLEncoding) -> HTMLEncoding {
        switch encoding {
        case .utf16BE, .utf16LE: .utf8
        case .userDefined: .windows1252
        default: encoding
        }
    }

    /// The label in the value of a header, or in a bare label, in lower case; and whether the value
    /// has none.
    static func label(ofContentType value: String) -> (label: [UInt8]?, isMissing: Bool) {
        let value = value.utf8.map(lowercase)
        if EncodingTables.encoding(label: value) != nil { return (value, false) }
        let label = charset(in: value)
        return (label, label == nil && (value.isEmpty || value.contains(UInt8(ascii: "/"))))
    }

    /// The label after `charset` in a content type in lower case, such as the `content` of a `meta`
    /// element.
    static func charset(in value: [UInt8]) -> [UInt8]? {
        func indexAfterSpaces(_ start: Int) -> Int {
            value[start...].firstIndex { !isHTMLSpace($0) } ?? value.count
        }
        let name = Array("charset".utf8)
        var start = 0
        while start + name.count <= value.count {
            guard value[start..<start + name.count].elementsEqual(name) else {
                start += 1
                continue
            }
            let index = indexAfterSpaces(start + name.count)
            guard index < value.count, value[index] == UInt8(ascii: "=") else {
                start += name.count
                continue
            }
            let labelStart = indexAfterSpaces(index + 1)
            guard labelStart < value.count else { return nil }
            let quote = value[labelStart]
            if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
                let label = value[(labelStart + 1)...]
                return label.firstIndex(of: quote).map { Array(label[..<$0]) }
            }
            let label = value[labelStart...]
            return Array(label.prefix { !isHTMLSpace($0) && $0 != UInt8(ascii: ";") })
        }
        return nil
    }

    private init(bytes: ByteView) {
        self.bytes = bytes
    }

    private static func isXML(_ bytes: ByteView, _ start: [UInt8]) -> Bool {
        bytes.count >= start.count && start.indices.allSatisfy { bytes[$0] == start[$0] }
    }

    // MARK: Elements

    private mutating func metaEncoding() -> HTMLEncoding? {
        while true {
            index = bytes.index(of: UInt8(ascii: "<"), from: index)
            guard index < bytes.count else { return nil }
            if bytes.has("<!--", at: index) {
                // The dashes of the beginning may also be those of the end.
                index += 2
                while index < bytes.count, !bytes.has("-->", at: index) { index += 1 }
                index += 2
            } else if isMeta {
                index += 5
                if let encoding = encodingOfMeta() { return encoding }
            } else {
                let isEnd = bytes.has(index + 1) && bytes[index + 1] == UInt8(ascii: "/")
                let name = index + (isEnd ? 2 : 1)
                if bytes.has(name), Tokenizer.isLetter(bytes[name]) {
                    index = name
                    while index < bytes.count, !isHTMLSpace(bytes[index]), bytes[index] != 0x3E {
                        index += 1
                    }
                    while attribute() != nil {}
                } else if isEnd || bytes.has("<!", at: index) || bytes.has("<?", at: index) {
                    index = bytes.index(of: UInt8(ascii: ">"), from: index)
                }
            }
            index += 1
        }
    }

    private var isMeta: Bool {
        let name = Array("meta".utf8)
        guard bytes.has(index + 5) else { return false }
        let isNamed = name.indices.allSatisfy { lowercase(bytes[index + 1 + $0]) == name[$0] }
        return isNamed && (isHTMLSpace(bytes[index + 5]) || bytes[index + 5] == UInt8(ascii: "/"))
    }

    private mutating func encodingOfMeta() -> HTMLEncoding? {
        var names: Set<[UInt8]> = []
        var hasContentType = false
        var needsContentType: Bool?
        var encoding: HTMLEncoding?
        while let (name, value) = attribute() {
            guard names.insert(name).inserted else { continue }
            if name.elementsEqual("http-equiv".utf8) {
                if value.elementsEqual("content-type".utf8) { hasContentType = true }
            } else if name.elementsEqual("content".utf8) {
                let label = Self.charset(in: value)
                let found = label.flatMap { EncodingTables.encoding(label: $0) }
                if let found, needsContentType == nil {
                    (encoding, needsContentType) = (found, true)
                }
            } else if name.elementsEqual("charset".utf8) {
                encoding = EncodingTables.encoding(label: value)
                needsContentType = false
            }
        }
        guard bytes.has(index), let needsContentType, !needsContentType || hasContentType else {
            return nil
        }
        return encoding.map(Self.used)
    }

    /// Reads an attribute, with its name and value in lower case; `nil` at the end of the tag.
    private mutating func attribute() -> (name: [UInt8], value: [UInt8])? {
        var (name, value): ([UInt8], [UInt8]) = ([], [])
        while bytes.has(index), isHTMLSpace(bytes[index]) || bytes[index] == UInt8(ascii: "/") {
            index += 1
        }
        guard bytes.has(index), bytes[index] != UInt8(ascii: ">") else { return nil }
        while bytes.has(index) {
            let byte = bytes[index]
            if byte == UInt8(ascii: "=") && !name.isEmpty || isHTMLSpace(byte) { break }
            if byte == UInt8(ascii: "/") || byte == UInt8(ascii: ">") { return (name, value) }
            name.append(lowercase(byte))
            index += 1
        }
        skipSpaces()
        guard bytes.has(index), bytes[index] == UInt8(ascii: "=") else { return (name, value) }
        index += 1
        skipSpaces()
        guard bytes.has(index) else { return nil }
        let quote = bytes[index]
        if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
            index += 1
            while bytes.has(index), bytes[index] != quote {
                value.append(lowercase(bytes[index]))
                index += 1
            }
            // A value that is cut off does not count.
            guard bytes.has(index) else { return nil }
            index += 1
            return (name, value)
        }
        while bytes.has(index), !isHTMLSpace(bytes[index]), bytes[index] != UInt8(ascii: ">") {
            value.append(lowercase(bytes[index]))
            index += 1
        }
        return bytes.has(index) ? (name, value) : nil
    }

    private mutating func skipSpaces() {
        while bytes.has(index), isHTMLSpace(bytes[index]) { index += 1 }
    }

    // MARK: XML

    private static func xmlEncoding(in bytes: ByteView) -> HTMLEncoding? {
        guard bytes.has("<?xml", at: 0) else { return nil }
        let end = bytes.index(of: UInt8(ascii: ">"), from: 0)
        let declaration = bytes.slice(from: 0, count: end)
        guard var index = (0..<end).first(where: { declaration.has("encoding", at: $0) }) else {
            return nil
        }
        index += 8
        func skipControls() {
            while declaration.has(index), declaration[index] <= 0x20 { index += 1 }
        }
        skipControls()
        guard end < bytes.count, declaration.has("=", at: index) else { return nil }
        index += 1
        skipControls()
        guard declaration.has("\"", at: index) || declaration.has("'", at: index) else {
            return nil
        }
        let labelEnd = declaration.index(of: declaration[index], from: index + 1)
        guard labelEnd < end else { return nil }
        let label = (index + 1..<labelEnd).map { lowercase(declaration[$0]) }
        guard label.allSatisfy({ $0 > 0x20 }) else { return nil }
        return EncodingTables.encoding(label: label).map(used)
    }
}
