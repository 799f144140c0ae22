/// What must be known about an XML property list before the system's decoder may see it.
enum PropertyListGuard {
    /// Whether the bytes are UTF-8 and don't say that they are something else: the decoder would
    /// believe them, and what we looked at would not be what it reads.
    static func isUTF8(_ bytes: [UInt8]) -> Bool {
        guard String(validating: bytes, as: UTF8.self) != nil else { return false }
        let head = String(decoding: bytes.prefix(256), as: UTF8.self)
        guard head.contains("<?xml"), let declaration = head.split(separator: "?>").first,
            let encoding = declaration.split(separator: "encoding").dropFirst().first
        else { return true }
        let name = encoding.drop { "= \t\r\n\"'".contains($0) }.prefix { !"\"'".contains($0) }
        return ["utf-8", "utf8", "us-ascii"].contains(name.lowercased())
    }

    /// What a walk over the elements showed.
    struct Findings {
        var isTooDeep = false
        /// The keys of the outermost dictionary that stand twice with different values.
        ///
        /// They are as they are written. The decoder keeps one of the values and doesn't say so.
        var duplicateKeys: [String] = []
    }

    /// Walks over the elements of a list, or answers `nil` if their depth can't be told.
    ///
    /// Elements of every name count: the decoder calls itself for those it doesn't know too.
    /// What stands in comments, character data and processing instructions doesn't count. A
    /// document type with a part of its own could hide where these begin, so there is no answer for
    /// one.
    static func inspect(_ bytes: [UInt8], maximumDepth: Int) -> Findings? {
        var findings = Findings()
        var keys = OuterKeys(bytes: bytes)
        var (position, depth) = (0, 0)
        while let tag = bytes[position...].firstIndex(of: UInt8(ascii: "<")) {
            let rest = bytes[tag...]
            position = tag + 1
            guard position < bytes.count else { break }
            switch bytes[position] {
            case UInt8(ascii: "!"):
                if rest.starts(with: "<!--".utf8) {
                    position = end(of: "-->", in: bytes, from: tag + 4)
                } else if rest.starts(with: "<![CDATA[".utf8) {
                    position = end(of: "]]>", in: bytes, from: tag + 9)
                } else {
                    position = end(of: ">", in: bytes, from: tag + 2)
                    if bytes[(tag + 1)..<position].contains(UInt8(ascii: "<")) { return nil }
                }
            case UInt8(ascii: "?"):
                // From the question mark on: `<?>` is closed for the decoder.
                position = end(of: "?>", in: bytes, from: tag + 1)
            case UInt8(ascii: "/"):
                depth = max(0, depth - 1)
                // `<plist>`, `<dict>`, and in these the key.
                if depth == 2, rest.starts(with: "</key>".utf8) { keys.endKey(at: tag) }
                if depth == 1 { keys.endValue(at: tag) }
            default:
                if depth == 2, rest.starts(with: "<key>".utf8) { keys.beginKey(at: tag) }
                position = end(of: ">", in: bytes, from: tag + 1)
                if bytes[position - 2] == UInt8(ascii: "/") { break }
                depth += 1
                if depth > maximumDepth {
                    findings.isTooDeep = true
                    return findings
                }
            }
        }
        findings.duplicateKeys = keys.duplicates
        return findings
    }

    /// The keys of the outermost dictionary, with their values, as they are written.
    private struct OuterKeys {
        let bytes: [UInt8]
        private(set) var duplicates: [String] = []
        private var values: [ArraySlice<UInt8>: Range<Int>] = [:]
        private var key: ArraySlice<UInt8>?
        private var start = 0

        init(bytes: [UInt8]) { self.bytes = bytes }

        mutating func beginKey(at tag: Int) {
            endValue(at: tag)
            start = tag + 5
        }

        mutating func endKey(at tag: Int) {
            guard start <= tag else { return }
            key = bytes[start..<tag]
            start = tag + 6
        }

        mutating func endValue(at tag: Int) {
            guard let key, start <= tag else { return }
            self.key = nil
            let value = start..<tag
            guard let earlier = values.updateValue(value, forKey: key) else { return }
            guard !bytes[earlier].elementsEqual(bytes[value]) else { return }
            duplicates.append(String(decoding: key, as: UTF8.self))
        }
    }

    /// Where what is closed by `mark` ends: after the mark, or with the bytes if it isn't there.
    private static func end(of mark: StaticString, in bytes: [UInt8], from start: Int) -> Int {
        let mark = mark.description.utf8
        var position = start
        while position + mark.count <= bytes.count {
            if bytes[position...].starts(with: mark) { return position + mark.count }
            position += 1
        }
        return bytes.count
    }
}
