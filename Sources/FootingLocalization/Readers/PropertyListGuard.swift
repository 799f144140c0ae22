/// Checks of an XML property list before the system's decoder parses it.
enum PropertyListGuard {
    /// Whether the bytes are UTF-8 and declare no other encoding: the decoder would use that, and
    /// read something else than was checked.
    static func isUTF8(_ bytes: [UInt8]) -> Bool {
        guard String(validating: bytes, as: UTF8.self) != nil else { return false }
        let head = Array(bytes.prefix(256))
        guard let start = head.index(of: "<?xml", from: 0) else { return true }
        let end = head.index(of: "?>", from: start) ?? head.count
        guard let word = head.index(of: "encoding", from: 0), word < end else { return true }
        var name: [UInt8] = []
        for byte in head[word + 8..<max(word + 8, end)] {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                if !name.isEmpty { return isUTF8(name: name) }
            case UInt8(ascii: "="), 0x20, 0x09, 0x0A, 0x0D:
                if !name.isEmpty { name.append(byte) }
            default:
                name.append(byte)
            }
        }
        return isUTF8(name: name)
    }

    private static func isUTF8(name: [UInt8]) -> Bool {
        let name = String(decoding: name, as: UTF8.self).lowercased()
        return ["utf-8", "utf8", "us-ascii"].contains(name)
    }

    /// Scans the elements of a list, and returns the keys that occur twice in the outermost
    /// dictionary with different values, as written; the decoder silently uses one of the values.
    ///
    /// Elements with any name count, because the decoder recurses for all. Comments, character data
    /// and processing instructions are skipped; an internal subset of the document type could hide
    /// where these begin, so such a list is refused.
    static func duplicateKeys(
        in bytes: [UInt8],
        maximumDepth: Int
    ) throws(FileFault) -> [String] {
        let keys = OuterKeys(bytes: bytes)
        var (position, depth) = (0, 0)
        while let tag = bytes.index(of: "<", from: position) {
            position = tag + 1
            guard position < bytes.count else { break }
            switch bytes[position] {
            case UInt8(ascii: "!"):
                if bytes.has("<!--", at: tag) {
                    position = end(of: "-->", in: bytes, from: tag + 4)
                } else if bytes.has("<![CDATA[", at: tag) {
                    position = end(of: "]]>", in: bytes, from: tag + 9)
                } else {
                    position = end(of: ">", in: bytes, from: tag + 2)
                    if bytes[(tag + 1)..<position].contains(UInt8(ascii: "<")) { throw .noList }
                }
            case UInt8(ascii: "?"):
                // Begins at the question mark, because the decoder accepts `<?>` as closed.
                position = end(of: "?>", in: bytes, from: tag + 1)
            case UInt8(ascii: "/"):
                depth = max(0, depth - 1)
                // Depth 2 is inside `<plist>` and `<dict>`.
                if depth == 2, bytes.has("</key>", at: tag) { keys.endKey(at: tag) }
                if depth == 1 { keys.endValue(at: tag) }
            default:
                if depth == 2, bytes.has("<key>", at: tag) { keys.beginKey(at: tag) }
                position = end(of: ">", in: bytes, from: tag + 1)
                if bytes[position - 2] == UInt8(ascii: "/") { break }
                depth += 1
                if depth > maximumDepth { throw .listTooLarge }
            }
        }
        return keys.duplicates
    }

    private final class OuterKeys {
        let bytes: [UInt8]
        private(set) var duplicates: [String] = []
        /// The index of each key's value in `values`.
        private var places: [String: Int] = [:]
        private var values: [Range<Int>] = []
        private var key: String?
        private var start = 0

        init(bytes: [UInt8]) { self.bytes = bytes }

        func beginKey(at tag: Int) {
            endValue(at: tag)
            start = tag + 5
        }

        func endKey(at tag: Int) {
            guard start <= tag else { return }
            key = String(decoding: bytes[start..<tag], as: UTF8.self)
            start = tag + 6
        }

        func endValue(at tag: Int) {
            guard let key, start <= tag else { return }
            self.key = nil
            values.append(start..<tag)
            guard let earlier = places.updateValue(values.count - 1, forKey: key) else { return }
            if bytes[values[earlier]] != bytes[start..<tag] { duplicates.append(key) }
        }
    }

    /// The index after the next occurrence of `mark`, or the number of bytes if it does not occur.
    private static func end(of mark: String, in bytes: [UInt8], from start: Int) -> Int {
        bytes.index(of: mark, from: start).map { $0 + mark.utf8.count } ?? bytes.count
    }
}
