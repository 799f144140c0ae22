import FootingBytes

extension SwiftLexer {
    /// Bytes that UTF-8 doesn't have, in the contents of a string.
    private enum Mark {
        static let lineEnd: UInt8 = 0xFF
        /// A line end that a backslash precedes.
        static let joinedLine: UInt8 = 0xFE
        static let interpolation: UInt8 = 0xFD
        /// Replaces these bytes, and is replaced by U+FFFD.
        static let invalid: UInt8 = 0xFC
    }

    mutating func readString(hashes: Int) {
        let start = start
        let isMultiline = opensLines(hashes: hashes)
        let delimiter: StaticString = isMultiline ? "\"\"\"" : "\""
        position += delimiter.utf8CodeUnitCount
        var contents: [UInt8] = []
        var isWhole = true
        while isWhole, let byte = byte(at: position) {
            switch byte {
            case UInt8(ascii: "\"")
            where bytes.has(delimiter, at: position)
                && hasHashes(hashes, at: position + delimiter.utf8CodeUnitCount):
                position += delimiter.utf8CodeUnitCount + hashes
                emit(.literal, UInt64(file.literals.count))
                file.tokens[file.tokens.count - 1].line = start.line
                file.literals.append(Self.literal(contents, isMultiline: isMultiline))
                return
            case UInt8(ascii: "\\") where hasHashes(hashes, at: position + 1):
                position += 1 + hashes
                isWhole = readEscape(&contents, isMultiline: isMultiline)
            case 0x0A, 0x0D:
                isWhole = isMultiline
                if isMultiline { passLineEnd() }
                contents.append(Mark.lineEnd)
            default:
                contents.append(min(byte, Mark.invalid))
                position += 1
            }
        }
        restart(at: start)
    }

    /// Whether a string of several lines begins; `#"""#` is one quotation mark.
    private func opensLines(hashes: Int) -> Bool {
        guard bytes.has("\"\"\"", at: position) else { return false }
        var index = position + 1
        while hashes > 0, bytes.has(index), !isLineEnd(at: index) {
            if bytes[index] == UInt8(ascii: "\""), hasHashes(hashes, at: index + 1) { return false }
            index += 1
        }
        return true
    }

    /// Reads the rest of an escape; returns `false` if an interpolation has no end.
    private mutating func readEscape(_ contents: inout [UInt8], isMultiline: Bool) -> Bool {
        guard let byte = byte(at: position) else { return true }
        var next = position
        while isBlank(at: next) { next += 1 }
        if isMultiline, isLineEnd(at: next) {
            position = next
            passLineEnd()
            contents.append(Mark.joinedLine)
            return true
        }
        if isLineEnd(at: position) { return true }
        position += 1
        switch byte {
        case UInt8(ascii: "(") where depth < Self.maximumDepth:
            contents.append(Mark.interpolation)
            return readInterpolation(allowsNewlines: isMultiline)
        case UInt8(ascii: "u") where self.byte(at: position) == UInt8(ascii: "{"):
            position += 1
            var value: UInt32 = 0
            while let digit = self.byte(at: position).flatMap(hexadecimalValue) {
                value = min(value << 4 | UInt32(digit), 0xFF_FFFF)
                position += 1
            }
            if self.byte(at: position) == UInt8(ascii: "}") { position += 1 }
            contents += String(Unicode.Scalar(value) ?? "\u{FFFD}").utf8
        case UInt8(ascii: "n"): contents.append(0x0A)
        case UInt8(ascii: "r"): contents.append(0x0D)
        case UInt8(ascii: "t"): contents.append(0x09)
        case UInt8(ascii: "0"): contents.append(0)
        default: contents.append(min(byte, Mark.invalid))
        }
        return true
    }

    /// The text of a string, split at its interpolations, without the indentation of the last line.
    private static func literal(_ contents: [UInt8], isMultiline: Bool) -> SourceLiteral {
        var rest = contents[...]
        var indentation = rest.prefix(0)
        if isMultiline, let first = rest.firstIndex(of: Mark.lineEnd) {
            rest = rest[first...]
            if let last = rest.lastIndex(where: { $0 >= Mark.joinedLine }),
                rest[(last + 1)...].allSatisfy({ $0 == 0x20 || $0 == 0x09 })
            {
                indentation = rest[(last + 1)...]
                rest = rest[..<last]
            }
        }
        var segments: [[UInt8]] = [[]]
        while let byte = rest.popFirst() {
            switch byte {
            case Mark.interpolation: segments.append([])
            case Mark.lineEnd, Mark.joinedLine:
                if byte == Mark.lineEnd { segments[segments.count - 1].append(0x0A) }
                if rest.starts(with: indentation) { rest.removeFirst(indentation.count) }
            default: segments[segments.count - 1].append(byte)
            }
        }
        // The line end after the quotation marks.
        if isMultiline, !segments[0].isEmpty { segments[0].removeFirst() }
        return SourceLiteral(segments.map { String(decoding: $0, as: UTF8.self) })
    }
}
