import FootingBytes

/// Reads the tokens of a Swift file, and hands them to a parser of calls.
///
/// Any bytes can be read, in linear time. Interpolations nest to 64 levels; deeper ones are text.
struct SwiftLexer: ~Copyable {
    private let bytes: ByteView
    private(set) var parser: CallParser

    private var position = 0
    private var line = 1
    private var depth = 0
    /// Whether white space, or the beginning of a line, precedes the next token.
    private var followsSpace = true
    private var isFirst = true
    /// Whether a slash after the latest token divides, unless that is a keyword.
    private var isOperand = false
    /// The hash of the latest token, if that is a name.
    private var latestName: UInt64 = 0
    /// How often reading may go on after a string or comment that lasts until the file's end.
    private var restarts = 8
    /// A regular expression that begins before this offset doesn't end on its line.
    private var regexFailure = 0
    /// The latest comment for translators, and the line that follows it.
    private var comment = (text: "", next: 0)

    static let maximumDepth = 64
    /// In bytes; the next lines don't go on with a longer comment.
    private static let maximumComment = 4096

    init(_ bytes: ByteView, _ parser: consuming CallParser) {
        self.bytes = bytes
        self.parser = parser
    }

    /// Reads the whole file, and returns the parser.
    consuming func read() -> CallParser {
        if has("\u{FEFF}", at: 0) { position = 3 }
        if has("#!", at: position) { skipLine() }
        while bytes.has(position) { _ = readTokens(inInterpolation: false, allowsNewlines: true) }
        parser.finish()
        return parser
    }

    @inline(__always)
    private func byte(at index: Int) -> UInt8? { bytes.has(index) ? bytes[index] : nil }

    private func has(_ text: StaticString, at index: Int) -> Bool { bytes.has(text, at: index) }

    private func isLineEnd(at index: Int) -> Bool {
        byte(at: index) == 0x0A || byte(at: index) == 0x0D
    }

    private func hasHashes(_ count: Int, at index: Int) -> Bool {
        (0..<count).allSatisfy { byte(at: index + $0) == UInt8(ascii: "#") }
    }

    /// Passes a line feed, a carriage return, or both.
    @inline(__always)
    private mutating func passLineEnd() {
        let isReturn = byte(at: position) == 0x0D
        position += isReturn && byte(at: position + 1) == 0x0A ? 2 : 1
        line += 1
        (followsSpace, isFirst) = (true, true)
    }

    private mutating func skipLine() {
        while bytes.has(position), !isLineEnd(at: position) { position += 1 }
    }

    @inline(__always)
    private mutating func emit(
        _ kind: SourceToken.Kind,
        byte: UInt8 = 0,
        value: UInt64 = 0,
        isOperand: Bool = false
    ) {
        parser.accept(
            SourceToken(
                kind: kind,
                byte: byte,
                followsSpace: followsSpace,
                isFirst: isFirst,
                line: UInt32(truncatingIfNeeded: line),
                value: value
            )
        )
        (followsSpace, isFirst) = (false, false)
        self.isOperand = isOperand
        latestName = kind == .name ? value : 0
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
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
                readName()
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                readNumber()
            case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
                if byte == UInt8(ascii: "(") { parentheses += 1 }
                position += 1
                emit(.open, byte: byte)
            case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
                position += 1
                if byte == UInt8(ascii: ")") {
                    if parentheses == 0, inInterpolation { return true }
                    parentheses -= 1
                }
                emit(.close, byte: byte, isOperand: true)
            case UInt8(ascii: ","):
                position += 1
                emit(.comma)
            case UInt8(ascii: ":"):
                position += 1
                emit(.colon)
            case UInt8(ascii: "\""):
                readString(hashes: 0)
            case UInt8(ascii: "#"):
                readHash()
            case UInt8(ascii: "`"):
                readQuotedName()
            case UInt8(ascii: "/"):
                readSlash()
            case UInt8(ascii: "@"), UInt8(ascii: ";"), UInt8(ascii: "\\"), UInt8(ascii: "'"):
                position += 1
                emit(.symbol, value: UInt64(byte))
            default:
                readOperator()
            }
        }
        return false
    }

    @inline(__always)
    private static func isInName(_ byte: UInt8) -> Bool {
        byte | 0x20 &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10
            || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$") || byte >= 0x80
    }

    @inline(__always)
    private mutating func readName() {
        var hash = NameHash()
        while let byte = byte(at: position), Self.isInName(byte) {
            hash.add(byte)
            position += 1
        }
        emit(.name, value: hash.value, isOperand: true)
    }

    /// A name in backticks; without the second one, the first is a symbol.
    private mutating func readQuotedName() {
        var hash = NameHash()
        var end = position + 1
        while let byte = byte(at: end), byte != UInt8(ascii: "`"), !isLineEnd(at: end) {
            hash.add(byte)
            end += 1
        }
        guard byte(at: end) == UInt8(ascii: "`") else {
            // Nor do later backticks of the line have a second one.
            position = end
            return emit(.other)
        }
        position = end + 1
        emit(.name, value: hash.value, isOperand: true)
    }

    private mutating func readNumber() {
        while let byte = byte(at: position) {
            let isFraction =
                byte == UInt8(ascii: ".")
                && self.byte(at: position + 1).map { $0 &- UInt8(ascii: "0") < 10 } == true
            guard Self.isInName(byte) || isFraction else { break }
            position += 1
        }
        emit(.other, isOperand: true)
    }

    private mutating func readOperator() {
        var value: UInt64 = 0
        let start = position
        repeat {
            value = value << 8 | UInt64(bytes[position])
            position += 1
        } while byte(at: position).map(Self.isInOperator) == true
            // A dot is a token of its own, but for ranges.
            && (byte(at: position) != UInt8(ascii: ".") || bytes[start] == UInt8(ascii: "."))
            && !has("//", at: position) && !has("/*", at: position)
        let isPostfix = !followsSpace && (value == 0x21 || value == 0x3F)
        emit(.symbol, value: value, isOperand: isPostfix)
    }

    private static func isInOperator(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "/"), UInt8(ascii: "="), UInt8(ascii: "-"), UInt8(ascii: "+"),
            UInt8(ascii: "!"), UInt8(ascii: "*"), UInt8(ascii: "%"), UInt8(ascii: "<"),
            UInt8(ascii: ">"), UInt8(ascii: "&"), UInt8(ascii: "|"), UInt8(ascii: "^"),
            UInt8(ascii: "~"), UInt8(ascii: "?"), UInt8(ascii: "."):
            true
        default: false
        }
    }

    private mutating func readHash() {
        var count = 1
        while byte(at: position + count) == UInt8(ascii: "#") { count += 1 }
        switch byte(at: position + count) {
        case UInt8(ascii: "\""):
            position += count
            readString(hashes: count)
        case UInt8(ascii: "/") where readRegex(hashes: count): break
        default:
            position += count
            emit(.symbol, value: UInt64(UInt8(ascii: "#")))
        }
    }

    /// The names after which an expression begins.
    private static let keywords: Set<UInt64> = Set(
        [
            "await", "case", "catch", "consume", "copy", "do", "else", "for", "guard", "if", "in",
            "is", "as", "return", "repeat", "switch", "throw", "throws", "try", "where", "while",
            "yield", "each", "any", "some", "let", "var", "inout",
        ].map(NameHash.of)
    )
}

// Comments and regular expressions.
extension SwiftLexer {
    private mutating func readSlash() {
        switch byte(at: position + 1) {
        case UInt8(ascii: "/"):
            let start = position
            skipLine()
            noteComment(from: start + 2, to: position, startLine: line)
        case UInt8(ascii: "*"):
            readBlockComment()
        case let next:
            let isSpaced = next == 0x20 || next == 0x09 || isLineEnd(at: position + 1)
            // A slash at the beginning of a line divides only if it is spaced.
            let divides = isOperand && !isFirst && !Self.keywords.contains(latestName)
            if divides || isSpaced || !readRegex(hashes: 0) { readOperator() }
        }
    }

    private mutating func readBlockComment() {
        let (start, startLine) = (position, line)
        var level = 0
        repeat {
            if has("/*", at: position) {
                level += 1
                position += 2
            } else if has("*/", at: position) {
                level -= 1
                position += 2
            } else if isLineEnd(at: position) {
                passLineEnd()
            } else {
                position += 1
            }
        } while level > 0 && bytes.has(position)
        if level > 0 { return restart(at: start, line: startLine) }
        followsSpace = true
        noteComment(from: start + 2, to: position - 2, startLine: startLine)
    }

    /// Notes a comment that begins with `Translators:`, or that goes on with such a comment.
    private mutating func noteComment(from start: Int, to end: Int, startLine: Int) {
        var start = start
        while start < end, "/*! \t\r\n".utf8.contains(bytes[start]) { start += 1 }
        let mark: StaticString = "Translators:"
        let begins = has(mark, at: start)
        let continues = isFirst && comment.next == startLine
        guard begins || continues && comment.text.utf8.count < Self.maximumComment else { return }
        if begins {
            comment.text = ""
            start += mark.utf8CodeUnitCount
        }
        let text = bytes.slice(from: min(start, end), count: max(0, end - start)).text
        let words = text.split { $0.isWhitespace }.joined(separator: " ")
        comment.text += (comment.text.isEmpty || words.isEmpty ? "" : " ") + words
        comment.next = line + 1
        if !comment.text.isEmpty { parser.comments[line] = comment.text }
    }

    /// Reads a regular expression, or returns `false` if there is none.
    private mutating func readRegex(hashes: Int) -> Bool {
        let start = position
        var (index, lines) = (position + hashes + 1, 0)
        let isMultiline = hashes > 0 && isLineEnd(at: index)
        if hashes == 0, start < regexFailure { return false }
        if isMultiline, restarts == 0 { return false }
        var parentheses = 0
        while let byte = byte(at: index), isMultiline || !isLineEnd(at: index) {
            switch byte {
            case UInt8(ascii: "\\"):
                // An escaped line end is seen by the loop.
                index += isLineEnd(at: index + 1) ? 1 : 2
                continue
            case UInt8(ascii: "/") where hasHashes(hashes, at: index + 1):
                let isSpaced = self.byte(at: index - 1) == 0x20 || self.byte(at: index - 1) == 0x09
                if hashes == 0, isSpaced { return false }
                position = index + 1 + hashes
                line += lines
                emit(.other, isOperand: true)
                return true
            case UInt8(ascii: "("): parentheses += 1
            case UInt8(ascii: ")"):
                parentheses -= 1
                if hashes == 0, parentheses < 0 { return false }
            case 0x0A: lines += 1
            default: break
            }
            index += 1
        }
        if isMultiline { restarts -= 1 } else { regexFailure = index }
        return false
    }

    /// Notes a string or comment without an end, and goes on at the next line.
    private mutating func restart(at start: Int, line startLine: Int) {
        parser.noteSyntax(line: startLine)
        guard restarts > 0 else { return }
        restarts -= 1
        (position, line) = (start, startLine)
        skipLine()
    }
}

// Strings.
extension SwiftLexer {
    /// The text of a string that is read, as bytes.
    private struct Text {
        var bytes: [UInt8] = []
        /// The offsets of interpolations.
        var holes: [Int] = []
        /// The offsets of lines of the source, in a string of several lines.
        var lines: [Int] = []
    }

    private mutating func readString(hashes: Int) {
        let (start, startLine) = (position, line)
        let (followsSpace, isFirst) = (followsSpace, isFirst)
        let isMultiline = opensLines(hashes: hashes)
        position += isMultiline ? 3 : 1
        var text = Text()
        if isMultiline {
            while byte(at: position) == 0x20 || byte(at: position) == 0x09 { position += 1 }
            if isLineEnd(at: position) { passLineEnd() }
            text.lines = [0]
        }
        let delimiter: StaticString = isMultiline ? "\"\"\"" : "\""
        var run = position
        while let byte = byte(at: position) {
            if byte == UInt8(ascii: "\""), has(delimiter, at: position),
                hasHashes(hashes, at: position + delimiter.utf8CodeUnitCount)
            {
                let literal: SourceLiteral
                if text.bytes.isEmpty, text.holes.isEmpty, !isMultiline {
                    literal = SourceLiteral([bytes.slice(from: run, count: position - run).text])
                } else {
                    add(run, to: &text)
                    literal = Self.literal(text)
                }
                position += delimiter.utf8CodeUnitCount + hashes
                (self.followsSpace, self.isFirst) = (followsSpace, isFirst)
                let index = parser.add(literal)
                let endLine = line
                line = startLine
                emit(.literal, value: UInt64(index), isOperand: true)
                line = endLine
                return
            } else if byte == UInt8(ascii: "\\"), hasHashes(hashes, at: position + 1) {
                add(run, to: &text)
                position += 1 + hashes
                guard readEscape(&text, isMultiline: isMultiline) else { break }
                run = position
            } else if isLineEnd(at: position) {
                guard isMultiline else { break }
                add(run, to: &text)
                passLineEnd()
                text.bytes.append(0x0A)
                text.lines.append(text.bytes.count)
                run = position
            } else {
                position += 1
            }
        }
        // The end of the line, or of the file.
        if isMultiline {
            restart(at: start, line: startLine)
        } else {
            parser.noteSyntax(line: startLine)
        }
    }

    /// Whether a string of several lines begins; `#"""#` is one quotation mark.
    private func opensLines(hashes: Int) -> Bool {
        guard has("\"\"\"", at: position) else { return false }
        guard hashes > 0 else { return true }
        var index = position + 1
        while bytes.has(index), !isLineEnd(at: index) {
            if bytes[index] == UInt8(ascii: "\""), hasHashes(hashes, at: index + 1) { return false }
            index += 1
        }
        return true
    }

    private func add(_ start: Int, to text: inout Text) {
        for index in start..<position { text.bytes.append(bytes[index]) }
    }

    /// Reads what follows a backslash; returns `false` if an interpolation has no end.
    private mutating func readEscape(_ text: inout Text, isMultiline: Bool) -> Bool {
        guard let byte = byte(at: position) else { return true }
        switch byte {
        case UInt8(ascii: "(") where depth < Self.maximumDepth:
            text.holes.append(text.bytes.count)
            position += 1
            depth += 1
            let outer = parser.beginInterpolation()
            let isWhole = readTokens(inInterpolation: true, allowsNewlines: isMultiline)
            parser.endInterpolation(outer)
            depth -= 1
            return isWhole
        case UInt8(ascii: "u") where self.byte(at: position + 1) == UInt8(ascii: "{"):
            position += 2
            var value: UInt32 = 0
            while let byte = self.byte(at: position),
                let digit = Character(Unicode.Scalar(byte)).hexDigitValue
            {
                value = min(value << 4 | UInt32(digit), 0xFF_FFFF)
                position += 1
            }
            if self.byte(at: position) == UInt8(ascii: "}") { position += 1 }
            text.bytes += String(Unicode.Scalar(value) ?? "\u{FFFD}").utf8
            return true
        case 0x20, 0x09, 0x0A, 0x0D:
            guard isMultiline else { return true }
            // The next line continues this one.
            var end = position
            while self.byte(at: end) == 0x20 || self.byte(at: end) == 0x09 { end += 1 }
            guard isLineEnd(at: end) else { return true }
            position = end
            passLineEnd()
            text.lines.append(text.bytes.count)
            return true
        case UInt8(ascii: "n"): text.bytes.append(0x0A)
        case UInt8(ascii: "r"): text.bytes.append(0x0D)
        case UInt8(ascii: "t"): text.bytes.append(0x09)
        case UInt8(ascii: "0"): text.bytes.append(0)
        default: text.bytes.append(byte)
        }
        position += 1
        return true
    }

    /// Splits a text at its interpolations, without the indentation of its last line.
    private static func literal(_ text: Text) -> SourceLiteral {
        let bytes = text.bytes[...]
        var end = bytes.count
        var indentation: ArraySlice<UInt8> = []
        if let last = text.lines.last, bytes[last...].allSatisfy({ $0 == 0x20 || $0 == 0x09 }),
            text.holes.last.map({ $0 < last }) ?? true
        {
            indentation = bytes[last...]
            // The last line end isn't part of the text.
            end = last > 0 && bytes[last - 1] == 0x0A ? last - 1 : last
        }
        var segments: [String] = []
        var segment: [UInt8] = []
        var (holes, lines) = (text.holes[...], text.lines[...])
        var index = 0
        while index < end || !holes.isEmpty {
            if lines.first == index {
                lines.removeFirst()
                // A line of a continued string can be empty.
                if bytes[index...].starts(with: indentation), index + indentation.count <= end {
                    index += indentation.count
                }
                continue
            }
            if let hole = holes.first, hole <= index {
                holes.removeFirst()
                segments.append(String(decoding: segment, as: UTF8.self))
                segment = []
                continue
            }
            guard index < end else { break }
            segment.append(bytes[index])
            index += 1
        }
        return SourceLiteral(segments + [String(decoding: segment, as: UTF8.self)])
    }
}
