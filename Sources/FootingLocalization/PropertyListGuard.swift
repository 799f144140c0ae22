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

    /// Whether dictionaries and arrays are nested deeper than `limit`, or `nil` if that can't be
    /// told.
    ///
    /// What stands in comments, character data and processing instructions doesn't count. A
    /// document type with a part of its own could hide where these begin, so there is no answer for
    /// one.
    static func isDeeper(than limit: Int, _ bytes: [UInt8]) -> Bool? {
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
                position = end(of: "?>", in: bytes, from: tag + 2)
            case UInt8(ascii: "/"):
                let isEnd = rest.starts(with: "</dict".utf8) || rest.starts(with: "</array".utf8)
                if isEnd { depth = max(0, depth - 1) }
            default:
                guard rest.starts(with: "<dict".utf8) || rest.starts(with: "<array".utf8) else {
                    break
                }
                position = end(of: ">", in: bytes, from: tag + 1)
                if bytes[position - 2] == UInt8(ascii: "/") { break }
                depth += 1
                if depth > limit { return true }
            }
        }
        return false
    }

    private static func end(of text: StaticString, in bytes: [UInt8], from start: Int) -> Int {
        let pattern = Array(text.description.utf8)
        var position = start
        while position + pattern.count <= bytes.count {
            if bytes[position...].starts(with: pattern) { return position + pattern.count }
            position += 1
        }
        return bytes.count
    }
}
