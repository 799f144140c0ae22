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

    /// Whether elements are nested deeper than `limit`, or `nil` if that can't be told.
    ///
    /// Elements of every name count: the decoder calls itself for those it doesn't know too.
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
                // From the question mark on: `<?>` is closed for the decoder.
                position = end(of: "?>", in: bytes, from: tag + 1)
            case UInt8(ascii: "/"):
                depth = max(0, depth - 1)
            default:
                position = end(of: ">", in: bytes, from: tag + 1)
                if bytes[position - 2] == UInt8(ascii: "/") { break }
                depth += 1
                if depth > limit { return true }
            }
        }
        return false
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
