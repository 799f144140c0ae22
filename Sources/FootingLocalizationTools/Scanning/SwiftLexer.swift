import FootingBytes

/// Reads the tokens of a Swift file.
///
/// Any bytes can be read, in linear time. Interpolations nest to 64 levels; deeper ones are text.
struct SwiftLexer: ~Copyable {
    let bytes: ByteView
    var file: SourceFile

    var position = 0
    var line: UInt32 = 1
    /// The number of interpolations around the position.
    var depth = 0
    /// Whether white space or the beginning of a line precedes the next token, and whether that is
    /// the first of its line.
    private var followsSpace = true
    private var isFirst = true
    /// The indices of the opening tokens without a counterpart yet.
    private var opens: [Int] = []
    /// How often reading may return over line ends: to a string or comment without an end, and
    /// from a regular expression of several lines without one.
    private var restarts = 8
    /// No regular expression begins before these offsets: without and with number signs.
    private var regexFailures = [0, 0]
    /// The latest comment for translators, the line that follows it, and the number of comments
    /// that it consists of.
    private var comment = (text: "", next: 0 as UInt32, count: 0)
    private let hash = KeyHash.current

    static let maximumDepth = 64
    /// In bytes, and in comments; the next lines don't go on with a longer comment.
    private static let maximumComment = (size: 4096, count: 64)

    init(_ bytes: ByteView, _ file: consuming SourceFile) {
        self.bytes = bytes
        self.file = file
    }

    /// Reads the whole file.
    consuming func read() -> SourceFile {
        if bytes.has("\u{FEFF}", at: 0) { position = 3 }
        if bytes.has("#!", at: position) { skipLine() }
        while bytes.has(position) { _ = readTokens(inInterpolation: false, allowsNewlines: true) }
        return file
    }

    /// Reads tokens to the end of the file or, in an interpolation, through its parenthesis;
    /// returns whether that was found.
    private mutating func readTokens(inInterpolation: Bool, allowsNewlines: Bool) -> Bool {
        var parentheses = 0
        while let byte = byte(at: position) {
            switch byte {
            case 0x20, 0x09, 0x0B, 0x0C, 0x00:
                position += 1
                followsSpace = true
            case 0x0A, 0x0D:
                guard allowsNewlines else { return false }
                passLineEnd()
            case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
                if byte == UInt8(ascii: "(") { parentheses += 1 }
                position += 1
                open(byte)
            case UInt8(ascii: ")"):
                position += 1
                if parentheses == 0, inInterpolation { return true }
                parentheses -= 1
                close(UInt8(ascii: "("))
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                position += 1
                // In ASCII, the counterpart is two before it.
                close(byte - 2)
            case UInt8(ascii: "\""): readString(hashes: 0)
            case UInt8(ascii: "#"): readHash()
            case UInt8(ascii: "`"): readQuotedName()
            case UInt8(ascii: "/"): readSlash()
            case _ where isDigit(byte): readNumber()
            case _ where Self.isInName(byte): readName()
            default: readSymbol()
            }
        }
        return false
    }

    /// Reads an interpolation behind its parenthesis; returns whether it has an end.
    mutating func readInterpolation(allowsNewlines: Bool) -> Bool {
        let outer = opens.count
        depth += 1
        open(UInt8(ascii: "\\"))
        let isWhole = readTokens(inInterpolation: true, allowsNewlines: allowsNewlines)
        opens.removeSubrange((outer + 1)...)
        if isWhole { close(UInt8(ascii: "\\")) } else { opens.removeLast() }
        depth -= 1
        return isWhole
    }

    @inline(__always)
    mutating func emit(_ kind: SourceToken.Kind, _ value: UInt64 = 0, byte: UInt8 = 0) {
        file.tokens.append(
            SourceToken(kind: kind, byte: byte, isFirst: isFirst, line: line, value: value)
        )
        (followsSpace, isFirst) = (false, false)
    }

    private mutating func open(_ byte: UInt8) {
        opens.append(file.tokens.count)
        emit(.open, byte: byte)
    }

    /// Ends the list that begins with a byte.
    private mutating func close(_ byte: UInt8) {
        if byte == UInt8(ascii: "{") {
            // A brace ends the lists in it that have no end.
            while let open = opens.last, "([".utf8.contains(file.tokens[open].byte) {
                opens.removeLast()
            }
        }
        guard let open = opens.last, file.tokens[open].byte == byte else { return emit(.operand) }
        opens.removeLast()
        file.tokens[open].value = UInt64(file.tokens.count)
        emit(.close, UInt64(open), byte: byte)
    }

    /// The state before a token.
    typealias Start = (position: Int, line: UInt32, tokenCount: Int, literalCount: Int)

    var start: Start { (position, line, file.tokens.count, file.literals.count) }

    /// Notes a string or comment without an end, and goes on at the line after its beginning.
    mutating func restart(at start: Start) {
        if file.syntaxLines.last != start.line { file.syntaxLines.append(start.line) }
        if !bytes.has(position) || line != start.line {
            guard restarts > 0 else { return }
            restarts -= 1
        }
        (position, line) = (start.position, start.line)
        file.tokens.removeSubrange(start.tokenCount...)
        file.literals.removeSubrange(start.literalCount...)
        skipLine()
    }
}

// Bytes.
extension SwiftLexer {
    @inline(__always)
    func byte(at index: Int) -> UInt8? { bytes.has(index) ? bytes[index] : nil }

    func isLineEnd(at index: Int) -> Bool { byte(at: index) == 0x0A || byte(at: index) == 0x0D }

    func isBlank(at index: Int) -> Bool { byte(at: index) == 0x20 || byte(at: index) == 0x09 }

    func hasHashes(_ count: Int, at index: Int) -> Bool {
        (0..<count).allSatisfy { byte(at: index + $0) == UInt8(ascii: "#") }
    }

    /// Passes a line feed, a carriage return, or both.
    @inline(__always)
    mutating func passLineEnd() {
        position += bytes.has("\r\n", at: position) ? 2 : 1
        line += 1
        (followsSpace, isFirst) = (true, true)
    }

    private mutating func skipLine() {
        while bytes.has(position), !isLineEnd(at: position) { position += 1 }
    }

    @inline(__always)
    private static func isInName(_ byte: UInt8) -> Bool {
        byte | 0x20 &- UInt8(ascii: "a") < 26 || isDigit(byte) || byte == UInt8(ascii: "_")
            || byte == UInt8(ascii: "$") || byte >= 0x80
    }

    private static let isInOperator = (0...UInt8.max).map("/=-+!*%<>&|^~?.".utf8.contains)
}

// Names, numbers and operators.
extension SwiftLexer {
    @inline(__always)
    private mutating func readName() {
        let start = position
        while let byte = byte(at: position), Self.isInName(byte) { position += 1 }
        emit(.name, hash(bytes.slice(from: start, count: position - start)))
    }

    /// Reads a name in backticks; without the second one, the rest of the line has no name.
    private mutating func readQuotedName() {
        position += 1
        let start = position
        while let byte = byte(at: position), byte != UInt8(ascii: "`"), !isLineEnd(at: position) {
            position += 1
        }
        guard byte(at: position) == UInt8(ascii: "`") else { return emit(.symbol) }
        emit(.name, hash(bytes.slice(from: start, count: position - start)))
        position += 1
    }

    private mutating func readNumber() {
        while let byte = byte(at: position), Self.isInName(byte) || byte == UInt8(ascii: ".") {
            // A dot before a name is that of a member, and one before a dot that of a range.
            if byte == UInt8(ascii: "."), self.byte(at: position + 1).map(isDigit) != true { break }
            position += 1
        }
        emit(.operand)
    }

    private mutating func readSymbol() {
        let first = bytes[position]
        let isOperator = Self.isInOperator[Int(first)]
        var value: UInt64 = 0
        repeat {
            value = value << 8 | UInt64(bytes[position])
            position += 1
        } while isOperator && bytes.has(position) && Self.isInOperator[Int(bytes[position])]
            // A dot is a token of its own, but for ranges.
            && (bytes[position] != UInt8(ascii: ".") || first == UInt8(ascii: "."))
            && !bytes.has("//", at: position) && !bytes.has("/*", at: position)
        let isPostfix = !followsSpace && (value == 0x21 || value == 0x3F)
        emit(isPostfix ? .postfix : .symbol, value)
    }

    private mutating func readHash() {
        var count = 1
        while byte(at: position + count) == UInt8(ascii: "#") { count += 1 }
        let next = byte(at: position + count)
        if next == UInt8(ascii: "\"") {
            position += count
            readString(hashes: count)
        } else if next != UInt8(ascii: "/") || !readRegex(hashes: count) {
            position += count
            emit(.symbol)
        }
    }
}

// Comments and regular expressions.
extension SwiftLexer {
    private mutating func readSlash() {
        let start = position
        if bytes.has("//", at: position) {
            skipLine()
            noteComment(from: start + 2, to: position, startLine: line)
        } else if bytes.has("/*", at: position) {
            readBlockComment()
        } else {
            let isSpaced = isBlank(at: position + 1) || isLineEnd(at: position + 1)
            // A slash at the beginning of a line divides only if it is spaced.
            let followsOperand = file.tokens.last?.endsOperand == true
            if followsOperand && !isFirst || isSpaced || !readRegex(hashes: 0) { readSymbol() }
        }
    }

    private mutating func readBlockComment() {
        let start = start
        var level = 0
        repeat {
            if bytes.has("/*", at: position) {
                level += 1
                position += 2
            } else if bytes.has("*/", at: position) {
                level -= 1
                position += 2
            } else if isLineEnd(at: position) {
                passLineEnd()
            } else {
                position += 1
            }
        } while level > 0 && bytes.has(position)
        guard level == 0 else { return restart(at: start) }
        followsSpace = true
        noteComment(from: start.position + 2, to: position - 2, startLine: start.line)
    }

    /// Notes a comment that begins with `Translators:`, or that goes on with such a comment.
    private mutating func noteComment(from start: Int, to end: Int, startLine: UInt32) {
        var start = start
        while start < end, "/*! \t\r\n".utf8.contains(bytes[start]) { start += 1 }
        let mark: StaticString = "Translators:"
        if bytes.has(mark, at: start) {
            comment = ("", 0, 0)
            start += mark.utf8CodeUnitCount
        } else if !isFirst || comment.next != startLine
            || comment.text.utf8.count >= Self.maximumComment.size
            || comment.count == Self.maximumComment.count
        {
            return
        } else if file.tokens.last?.line != startLine - 1 {
            // No call is on the line before.
            file.comments[startLine - 1] = nil
        }
        let text = bytes.slice(from: min(start, end), count: max(0, end - start)).text
        for word in text.split(whereSeparator: \.isWhitespace) {
            if !comment.text.isEmpty { comment.text += " " }
            comment.text += word
        }
        comment.next = line + 1
        comment.count += 1
        if !comment.text.isEmpty { file.comments[line] = comment.text }
    }

    /// Reads a regular expression; returns `false`, without moving, for any other use of the slash.
    private mutating func readRegex(hashes: Int) -> Bool {
        var (index, lines, parentheses) = (position + hashes + 1, 0 as UInt32, 0)
        let isMultiline = hashes > 0 && isLineEnd(at: index)
        if isMultiline ? restarts == 0 : position < regexFailures[min(hashes, 1)] { return false }
        search: while let byte = byte(at: index), isMultiline || !isLineEnd(at: index) {
            switch byte {
            case UInt8(ascii: "\\") where !isLineEnd(at: index + 1): index += 1
            case UInt8(ascii: "/") where hasHashes(hashes, at: index + 1):
                if hashes == 0, isBlank(at: index - 1) { break search }
                position = index + 1 + hashes
                line += lines
                emit(.operand)
                return true
            case UInt8(ascii: "("): parentheses += 1
            case UInt8(ascii: ")"):
                parentheses -= 1
                if hashes == 0, parentheses < 0 { break search }
            case 0x0A: lines += 1
            default: break
            }
            index += 1
        }
        if isMultiline { restarts -= 1 } else { regexFailures[min(hashes, 1)] = index }
        return false
    }
}
