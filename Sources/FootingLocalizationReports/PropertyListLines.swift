import FootingFormats

/// The lines of the keys in the outermost dictionary of an XML property list.
///
/// The system's decoder records no lines, so this scans the file again.
struct PropertyListLines {
    private var lines: [KeyBytes: Int] = [:]

    /// The line of a key, or of its last occurrence.
    subscript(key: String) -> Int? { lines[KeyBytes(key)] }

    /// - Complexity: O(*n*) in the number of bytes.
    init(_ bytes: [UInt8]) {
        guard !bytes.starts(with: "bplist00".utf8) else { return }
        unsafe bytes.withUnsafeBufferPointer { buffer in
            var scanner = unsafe Scanner(bytes: ByteView(buffer))
            scanner.scan()
            lines = scanner.lines
        }
    }

    private struct Scanner {
        let bytes: ByteView
        private(set) var lines: [KeyBytes: Int] = [:]
        private var counter = LineScanner()
        private var position = 0
        private var depth = 0
        /// The nesting depth of the outermost dictionary's keys.
        private var keyDepth: Int?
        /// The key that is being read, and the line on which it began.
        private var key: (text: [UInt8], line: Int)?

        init(bytes: ByteView) { self.bytes = bytes }

        mutating func scan() {
            while bytes.has(position) {
                if bytes[position] == UInt8(ascii: "<") {
                    readMark()
                } else if key != nil, bytes[position] == UInt8(ascii: "&") {
                    readEntity()
                } else {
                    key?.text.append(bytes[position])
                    position += 1
                }
            }
        }

        private mutating func readMark() {
            if has("<!--") {
                position = end(of: "-->", from: position + 4)
            } else if has("<![CDATA[") {
                let (start, end) = (position + 9, end(of: "]]>", from: position + 9))
                if key != nil {
                    for index in start..<max(start, end - 3) { key?.text.append(bytes[index]) }
                }
                position = end
            } else if has("<?") {
                position = end(of: "?>", from: position + 2)
            } else if has("<!") {
                position = end(of: ">", from: position + 2)
            } else if has("</") {
                depth -= 1
                if depth == keyDepth, let (text, line) = key {
                    lines[KeyBytes(String(decoding: text, as: UTF8.self))] = line
                    key = nil
                }
                position = end(of: ">", from: position + 2)
            } else {
                readElement()
            }
        }

        private mutating func readElement() {
            let start = position
            position = end(of: ">", from: start + 1)
            if position >= 2, bytes[position - 2] == UInt8(ascii: "/") { return }
            if depth == keyDepth, has("<key", at: start), isEndOfName(start + 4) {
                key = ([], counter.line(at: start, in: bytes))
            }
            depth += 1
            if keyDepth == nil, has("<dict", at: start), isEndOfName(start + 5) { keyDepth = depth }
        }

        /// Reads `&amp;`, `&#38;` or `&#x26;`; anything else is literal.
        private mutating func readEntity() {
            var name: [UInt8] = []
            var index = position + 1
            while bytes.has(index), bytes[index] != UInt8(ascii: ";"), name.count < 12 {
                name.append(bytes[index])
                index += 1
            }
            guard bytes.has(index), bytes[index] == UInt8(ascii: ";"),
                let scalar = Self.scalar(named: String(decoding: name, as: UTF8.self))
            else {
                key?.text.append(bytes[position])
                position += 1
                return
            }
            key?.text += Array(String(Character(scalar)).utf8)
            position = index + 1
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

        private func isEndOfName(_ index: Int) -> Bool {
            guard bytes.has(index) else { return true }
            return bytes[index] <= 0x20 || bytes[index] == UInt8(ascii: ">")
        }

        private func has(_ mark: String, at start: Int? = nil) -> Bool {
            var index = start ?? position
            for byte in mark.utf8 {
                guard bytes.has(index), bytes[index] == byte else { return false }
                index += 1
            }
            return true
        }

        /// The index after `mark`, or the end of the bytes.
        private func end(of mark: String, from start: Int) -> Int {
            var index = start
            while bytes.has(index) {
                if has(mark, at: index) { return index + mark.utf8.count }
                index += 1
            }
            return bytes.count
        }
    }
}
