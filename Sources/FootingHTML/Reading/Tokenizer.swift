import FootingBytes

/// The tokenizer of the standard, whose states are positions in the program.
///
/// The input is text that does not end inside a scalar. A token that the end of the input may cut
/// off is read again when there are more bytes.
struct Tokenizer: ~Copyable {
    /// The state in which a token begins.
    enum Mode: Sendable {
        case data, rcdata, rawText, script, scriptEscaped, scriptDoubleEscaped, plaintext, cdata
    }

    enum Token: Sendable {
        /// A range of the input; text comes in any number of tokens.
        case text
        /// The text of a character reference.
        case characters
        /// A NUL in content, which the next stage drops or replaces.
        case null
        case startTag, endTag, comment, doctype, instruction
        /// Markup that is no token of the standard.
        case dropped
        /// The end of the input.
        case end
    }

    /// The number of bytes after a `<`, `&` or `]` in text that decide about its meaning.
    static let lookahead = 64

    var mode = Mode.data
    /// The name of the last start tag, whose end tag ends a text.
    var lastStartTag: NameID?
    /// Whether a CDATA section may begin here.
    var allowsCDATA = false
    var names = NameTable.known
    var log: IssueLog
    let limits: HTMLOptions.Limits

    /// The position of the token, and that after it.
    private(set) var start = 0
    var position = 0
    /// The offset of the input's first byte in the whole text.
    var baseOffset = 0
    /// The size of the input at which a token that was cut off is tried again.
    private var retrySize = 0
    /// Whether the token may go on after the input.
    private var isCutOff = false
    /// The position from which on the bytes up to the end of the input are too few to look ahead.
    private var certainEnd = 0

    /// The text of a text, reference or comment; aside is in `scratch`.
    var run = Run.empty
    /// The name of a tag.
    var nameID: NameID = 0
    /// The attributes of a tag, and the properties of a doctype or instruction.
    var attributes: [Attribute] = []
    var isSelfClosing = false
    var forcesQuirks = false
    /// Whether a part of the input that makes a difference is in no token or in no node.
    var leavesOut = false
    /// Text of the token that the input does not contain as such.
    var scratch: [UInt8] = []

    /// For each name, the number of the last tag with such an attribute.
    private var tagsOfNames: [UInt32] = []
    private var tagNumber: UInt32 = 0
    private var nameBuffer: [UInt8] = []
    private var errors: [(error: SyntaxError, offset: Int)] = []

    init(_ options: HTMLOptions) {
        log = IssueLog(options)
        limits = options.limits
    }

    var name: Name { Name(id: nameID) }

    /// Reads the next token, or returns `nil` if more bytes are needed.
    mutating func next(_ bytes: ByteView, isFinal: Bool) -> Token? {
        guard isFinal || bytes.count >= retrySize else { return nil }
        certainEnd = isFinal ? bytes.count : bytes.count &- Self.lookahead
        while true {
            start = position
            let savedMode = mode
            guard isFinal || position < bytes.count else { return nil }
            if !scratch.isEmpty { scratch.removeAll(keepingCapacity: true) }
            isCutOff = false
            let token = scan(bytes)
            guard isFinal || !isCutOff else {
                errors.removeAll()
                (position, mode) = (start, savedMode)
                let size = bytes.count &- start
                retrySize = size < 4096 ? 0 : bytes.count &+ size / 8
                return nil
            }
            if log.reportsSyntax { reportErrors(bytes) }
            guard let token else { continue }
            if token == .startTag { lastStartTag = nameID }
            return token
        }
    }

    /// Forgets bytes at the beginning of the input, which the next call does not get.
    mutating func discard(_ count: Int) {
        baseOffset &+= count
        position &-= count
        start &-= count
        retrySize = max(0, retrySize &- count)
    }

    /// Continues at a position of bytes that begin at an offset.
    mutating func restart(at position: Int, offset: Int) {
        self.position = position
        baseOffset = offset
        retrySize = 0
    }

    /// Has the next call try a long token that was cut off, whatever the number of new bytes.
    mutating func retry() { retrySize = 0 }

    /// Reads a token, or nothing at the borders of CDATA sections.
    @inline(__always)
    private mutating func scan(_ bytes: ByteView) -> Token? {
        guard mode == .data else { return scanSpecialText(bytes) }
        let found = endOfText(bytes, from: position, before: UInt8(ascii: "&"))
        if found > position { return text(to: found) }
        guard bytes.has(found) else { return .end }
        switch bytes[found] {
        case UInt8(ascii: "<"):
            return scanMarkup(bytes)
        case UInt8(ascii: "&"):
            return scanReference(bytes)
        default:
            report(.unexpectedNullCharacter, at: position)
            position &+= 1
            return .null
        }
    }

    mutating func text(to end: Int) -> Token {
        run = Run(position..<end)
        position = end
        return .text
    }

    /// Marks the token as one that may go on after the input.
    mutating func cutOff(_ token: Token?) -> Token? {
        isCutOff = true
        return token
    }

    /// The position of the first `<`, NUL or `other`, or the end.
    @inline(__always)
    private func endOfText(_ bytes: ByteView, from start: Int, before other: UInt8) -> Int {
        var index = start
        while bytes.hasEight(index) {
            let word = bytes.eightBytes(at: index)
            let marks =
                ByteWord.marks(of: UInt8(ascii: "<"), in: word)
                | ByteWord.marks(of: other, in: word) | ByteWord.marks(of: 0, in: word)
            if marks != 0 { return index &+ marks.trailingZeroBitCount >> 3 }
            index &+= 8
        }
        while bytes.has(index) {
            let byte = bytes[index]
            if byte == UInt8(ascii: "<") || byte == other || byte == 0 { return index }
            index &+= 1
        }
        return index
    }

    private mutating func scanReference(_ bytes: ByteView) -> Token {
        var end = position &+ 1
        if let reference = appendReference(bytes, at: position, isInAttribute: false) {
            end = reference
            run = Run(aside: 0..<scratch.count)
        } else {
            while bytes.has(end), Self.isLetter(bytes[end]) || isDigit(bytes[end]) { end &+= 1 }
            run = Run(position..<end)
        }
        // More bytes can make another reference of it, unless it has a semicolon.
        if end > certainEnd, bytes[end &- 1] != UInt8(ascii: ";") { isCutOff = true }
        position = end
        return run.isAside ? .characters : .text
    }

    /// Appends the text of a reference to the scratch, and returns the position after it.
    private mutating func appendReference(
        _ bytes: ByteView,
        at start: Int,
        isInAttribute: Bool
    ) -> Int? {
        var error: SyntaxError?
        let found = Reference.read(in: bytes, at: start &+ 1, isInAttribute: isInAttribute) {
            error = $0
        }
        if let error { report(error, at: start) }
        guard let found else { return nil }
        let end = start &+ 1 &+ found.length
        if found.lacksSemicolon { report(.missingSemicolonAfterCharacterReference, at: end) }
        if let error = found.error { report(error, at: end) }
        found.text.append(to: &scratch)
        return end
    }
}

// MARK: - Text of some elements

extension Tokenizer {
    /// Reads text, or the end tag after it, outside the data state.
    private mutating func scanSpecialText(_ bytes: ByteView) -> Token? {
        var index = position
        loop: while true {
            let other: UInt8 =
                switch mode {
                case .rcdata: UInt8(ascii: "&")
                case .scriptEscaped, .scriptDoubleEscaped: UInt8(ascii: "-")
                case .cdata: UInt8(ascii: "]")
                case .data, .rawText, .script, .plaintext: UInt8(ascii: "<")
                }
            index = endOfText(bytes, from: index, before: other)
            guard bytes.has(index) else { break }
            let isAtStart = index == position
            switch bytes[index] {
            case 0:
                return isAtStart ? scanSpecialNull() : text(to: index)
            case UInt8(ascii: "<") where mode == .plaintext || mode == .cdata:
                break
            case UInt8(ascii: "<"):
                if mode != .scriptDoubleEscaped, isEndTag(lastStartTag, bytes, at: index) {
                    guard isAtStart else { break loop }
                    mode = .data
                    return scanTag(bytes, from: index &+ 2, isEnd: true)
                }
                if mode == .scriptDoubleEscaped, isName("/script", bytes, at: index &+ 1) {
                    mode = .scriptEscaped
                } else if mode == .scriptEscaped, isName("script", bytes, at: index &+ 1) {
                    mode = .scriptDoubleEscaped
                } else if mode == .script, bytes.has("<!--", at: index) {
                    // The two dashes can also be the first of `-->`.
                    mode = .scriptEscaped
                    index &+= 1
                } else if index >= certainEnd {
                    return isAtStart ? cutOff(text(to: index &+ 1)) : text(to: index)
                }
            case UInt8(ascii: "-"):
                let first = index
                while bytes.has(index &+ 1), bytes[index &+ 1] == UInt8(ascii: "-") { index &+= 1 }
                guard bytes.has(index &+ 1) || certainEnd == bytes.count else {
                    return isAtStart ? cutOff(text(to: bytes.count)) : text(to: first)
                }
                if index > first, bytes.has(index &+ 1), bytes[index &+ 1] == UInt8(ascii: ">") {
                    mode = .script
                }
            case UInt8(ascii: "&"):
                return isAtStart ? scanReference(bytes) : text(to: index)
            default:
                if bytes.has("]]>", at: index) {
                    guard isAtStart else { break loop }
                    position &+= 3
                    mode = .data
                    return nil
                }
                if index >= certainEnd {
                    return isAtStart ? cutOff(text(to: index &+ 1)) : text(to: index)
                }
            }
            index &+= 1
        }
        if index > position { return text(to: index) }
        switch mode {
        case .scriptEscaped, .scriptDoubleEscaped:
            report(.eofInScriptHTMLCommentLikeText, at: index)
        case .cdata:
            report(.eofInCDATA, at: index)
        default:
            break
        }
        return .end
    }

    private mutating func scanSpecialNull() -> Token {
        position &+= 1
        // Tree construction reports one of a CDATA section.
        if mode == .cdata { return .null }
        report(.unexpectedNullCharacter, at: start)
        appendMark()
        run = Run(aside: 0..<scratch.count)
        return .characters
    }

    private func isEndTag(_ name: NameID?, _ bytes: ByteView, at index: Int) -> Bool {
        guard let name, bytes.has("</", at: index) else { return false }
        return names.withBytes(of: name) { isName($0, bytes, at: index &+ 2) }
    }

    private func isName(_ name: StaticString, _ bytes: ByteView, at index: Int) -> Bool {
        isName(ByteView(name), bytes, at: index)
    }

    /// Whether a tag has a name, ignoring case, and after it what ends a name.
    private func isName(_ name: ByteView, _ bytes: ByteView, at index: Int) -> Bool {
        let end = index &+ name.count
        guard bytes.has(end), bytes.has(name, at: index, ignoringCase: true) else { return false }
        return isHTMLSpace(bytes[end]) || bytes[end] == UInt8(ascii: "/")
            || bytes[end] == UInt8(ascii: ">")
    }
}

// MARK: - Tags

extension Tokenizer {
    /// Reads a tag from its name on.
    mutating func scanTag(_ bytes: ByteView, from nameStart: Int, isEnd: Bool) -> Token? {
        var index = nameStart
        nameID = scanName(bytes, &index)
        if !attributes.isEmpty { attributes.removeAll(keepingCapacity: true) }
        isSelfClosing = false
        tagNumber &+= 1
        while true {
            while bytes.has(index), isHTMLSpace(bytes[index]) { index &+= 1 }
            guard bytes.has(index) else { return cutOffTag(bytes, isEnd: isEnd) }
            if bytes[index] == UInt8(ascii: ">") { break }
            if bytes[index] == UInt8(ascii: "/") {
                index &+= 1
                guard bytes.has(index) else { return cutOffTag(bytes, isEnd: isEnd) }
                if bytes[index] == UInt8(ascii: ">") {
                    isSelfClosing = true
                    break
                }
                report(.unexpectedSolidusInTag, at: index)
                continue
            }
            guard scanAttribute(bytes, &index) else {
                return cutOffTag(bytes, isEnd: isEnd)
            }
        }
        position = index &+ 1
        guard isEnd else { return .startTag }
        if isSelfClosing { report(.endTagWithTrailingSolidus, at: index) }
        if !attributes.isEmpty {
            report(.endTagWithAttributes, at: index)
            leavesOut = true
            attributes.removeAll(keepingCapacity: true)
        }
        return .endTag
    }

    private mutating func cutOffTag(_ bytes: ByteView, isEnd: Bool) -> Token? {
        report(.eofInTag, at: bytes.count)
        position = bytes.count
        isCutOff = true
        // A stream must return a tag at the limit, before it knows the end.
        guard certainEnd == bytes.count, bytes.count &- start > limits.tokenBytes else {
            return .dropped
        }
        log.append(.limit(.tokenBytes), at: baseOffset &+ start)
        if isEnd { attributes.removeAll(keepingCapacity: true) }
        return isEnd ? .endTag : .startTag
    }

    /// Reads the name of a tag, and moves the index behind it.
    @inline(__always)
    private mutating func scanName(_ bytes: ByteView, _ index: inout Int) -> NameID {
        let start = index
        var isChanged = false
        while bytes.has(index) {
            let byte = bytes[index]
            if byte <= UInt8(ascii: ">") {
                if byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/") || isHTMLSpace(byte) {
                    break
                }
                if byte == 0 { isChanged = true }
            } else if byte &- 0x41 < 26 {
                isChanged = true
            }
            index &+= 1
        }
        return isChanged
            ? internChanged(bytes, start..<index) : names.intern(bytes, start..<index)
    }

    /// The identifier of a name with capitals or NULs.
    @inline(never)
    private mutating func internChanged(_ bytes: ByteView, _ range: Range<Int>) -> NameID {
        nameBuffer.removeAll(keepingCapacity: true)
        for index in range {
            if bytes[index] == 0 {
                report(.unexpectedNullCharacter, at: index)
                nameBuffer += Self.mark
            } else {
                nameBuffer.append(lowercase(bytes[index]))
            }
        }
        return unsafe nameBuffer.withUnsafeBytes { unsafe names.intern(ByteView($0)) }
    }

    /// Reads an attribute; returns false if the input cuts it off.
    @inline(__always)
    private mutating func scanAttribute(_ bytes: ByteView, _ index: inout Int) -> Bool {
        let nameStart = index
        var isChanged = false
        if bytes[index] == UInt8(ascii: "=") {
            report(.unexpectedEqualsSignBeforeAttributeName, at: index)
            index &+= 1
        }
        while bytes.has(index) {
            let byte = bytes[index]
            if byte <= UInt8(ascii: ">") {
                if byte == UInt8(ascii: "=") || byte == UInt8(ascii: ">")
                    || byte == UInt8(ascii: "/") || isHTMLSpace(byte)
                {
                    break
                }
                if byte == 0 {
                    isChanged = true
                } else if byte == 0x22 || byte == 0x27 || byte == UInt8(ascii: "<") {
                    report(.unexpectedCharacterInAttributeName, at: index)
                }
            } else if byte &- 0x41 < 26 {
                isChanged = true
            }
            index &+= 1
        }
        let nameID =
            isChanged
            ? internChanged(bytes, nameStart..<index) : names.intern(bytes, nameStart..<index)
        let isNew = isFirst(nameID)
        if !isNew {
            report(.duplicateAttribute, at: index)
            leavesOut = true
        }
        while bytes.has(index), isHTMLSpace(bytes[index]) { index &+= 1 }
        guard bytes.has(index) else { return false }
        var value = Run.empty
        if bytes[index] == UInt8(ascii: "=") {
            index &+= 1
            guard scanValue(bytes, &index, &value) else { return false }
        }
        guard isNew else { return true }
        if attributes.count >= limits.attributes {
            log.append(.limit(.attributes), at: baseOffset &+ nameStart)
        } else if index &- start > limits.tokenBytes {
            log.append(.limit(.tokenBytes), at: baseOffset &+ nameStart)
        } else {
            attributes.append(Attribute(nameID: nameID, value: value))
        }
        return true
    }

    /// Whether the current tag has no such attribute yet.
    @inline(__always)
    private mutating func isFirst(_ nameID: NameID) -> Bool {
        let index = Int(nameID)
        while tagsOfNames.count <= index { tagsOfNames.append(0) }
        defer { tagsOfNames[index] = tagNumber }
        return tagsOfNames[index] != tagNumber
    }

    /// Reads the value of an attribute after the equals sign.
    @inline(__always)
    private mutating func scanValue(
        _ bytes: ByteView,
        _ index: inout Int,
        _ value: inout Run
    ) -> Bool {
        while bytes.has(index), isHTMLSpace(bytes[index]) { index &+= 1 }
        guard bytes.has(index) else { return false }
        let quote = bytes[index]
        if quote == UInt8(ascii: ">") {
            report(.missingAttributeValue, at: index)
            return true
        }
        guard quote == 0x22 || quote == 0x27 else {
            let first = index
            while bytes.has(index), Self.isPlain(bytes[index]) { index &+= 1 }
            guard bytes.has(index) else { return false }
            if bytes[index] == UInt8(ascii: ">") || isHTMLSpace(bytes[index]) {
                value = Run(first..<index)
                return true
            }
            index = first
            value = decodedValue(bytes, &index, quote: nil)
            return bytes.has(index)
        }
        index &+= 1
        let first = index
        while bytes.hasEight(index) {
            let word = bytes.eightBytes(at: index)
            let marks =
                ByteWord.marks(of: quote, in: word) | ByteWord.marks(of: 0, in: word)
                | ByteWord.marks(of: UInt8(ascii: "&"), in: word)
            index &+= marks == 0 ? 8 : marks.trailingZeroBitCount >> 3
            if marks != 0 { break }
        }
        if bytes.has(index), bytes[index] == quote {
            value = Run(first..<index)
        } else {
            index = first
            value = decodedValue(bytes, &index, quote: quote)
            guard bytes.has(index) else { return false }
        }
        index &+= 1
        if bytes.has(index), !isHTMLSpace(bytes[index]), bytes[index] != UInt8(ascii: ">"),
            bytes[index] != UInt8(ascii: "/")
        {
            report(.missingWhitespaceBetweenAttributes, at: index)
        }
        return true
    }

    /// Reads a value up to its quote, or without quotes; references are resolved in the scratch.
    @inline(never)
    private mutating func decodedValue(
        _ bytes: ByteView,
        _ index: inout Int,
        quote: UInt8?
    ) -> Run {
        let (first, firstInScratch) = (index, scratch.count)
        var copied = first
        loop: while bytes.has(index) {
            let byte = bytes[index]
            switch byte {
            case quote:
                break loop
            case UInt8(ascii: ">") where quote == nil:
                break loop
            case _ where quote == nil && isHTMLSpace(byte):
                break loop
            case UInt8(ascii: "&"):
                let count = scratch.count
                append(bytes, copied..<index)
                if let end = appendReference(bytes, at: index, isInAttribute: true) {
                    (index, copied) = (end, end)
                } else {
                    scratch.removeLast(scratch.count &- count)
                    index &+= 1
                }
            case 0:
                report(.unexpectedNullCharacter, at: index)
                leavesOut = true
                append(bytes, copied..<index)
                appendMark()
                index &+= 1
                copied = index
            case 0x22, 0x27, UInt8(ascii: "<"), UInt8(ascii: "="), UInt8(ascii: "`"):
                if quote == nil { report(.unexpectedCharacterInUnquotedAttributeValue, at: index) }
                index &+= 1
            default:
                index &+= 1
            }
        }
        if copied == first { return Run(first..<index) }
        append(bytes, copied..<index)
        return Run(aside: firstInScratch..<scratch.count)
    }
}

// MARK: - Bytes and errors

extension Tokenizer {
    private static let mark: [UInt8] = [0xEF, 0xBF, 0xBD]

    mutating func appendMark() { scratch += Self.mark }

    mutating func append(_ bytes: ByteView, _ range: Range<Int>) {
        let slice = bytes.slice(from: range.lowerBound, count: range.count)
        unsafe slice.withBytes { unsafe scratch.append(contentsOf: $0) }
    }

    /// Adds a parse error of the current token.
    @inline(__always)
    mutating func report(_ error: @autoclosure () -> SyntaxError, at position: Int) {
        if log.reportsSyntax { errors.append((error(), position)) }
    }

    /// Adds the errors of the token to the log, and those of characters that should not be there.
    private mutating func reportErrors(_ bytes: ByteView) {
        for (error, position) in errors { log.add(error, at: baseOffset &+ position) }
        errors.removeAll()
        var index = start
        while index < min(position, bytes.count) {
            let byte = bytes[index]
            if byte < 0x20 && byte != 0 && !isHTMLSpace(byte) || byte == 0x7F
                || byte == 0xC2 && bytes[index &+ 1] < 0xA0
            {
                log.add(.controlCharacterInInputStream, at: baseOffset &+ index)
            } else if Self.isNoncharacter(bytes, at: index) {
                log.add(.noncharacterInInputStream, at: baseOffset &+ index)
            }
            index &+= 1
        }
    }

    private static func isNoncharacter(_ bytes: ByteView, at index: Int) -> Bool {
        switch bytes[index] {
        case 0xEF:
            // U+FDD0 to U+FDEF, U+FFFE and U+FFFF.
            bytes[index &+ 1] == 0xB7 && 0x90...0xAF ~= bytes[index &+ 2]
                || bytes[index &+ 1] == 0xBF && bytes[index &+ 2] >= 0xBE
        case 0xF0...0xF4:
            bytes[index &+ 1] & 0x0F == 0x0F && bytes[index &+ 2] == 0xBF
                && bytes[index &+ 3] >= 0xBE
        default: false
        }
    }

    /// Whether a byte has no meaning in a value without quotes.
    @inline(__always)
    private static func isPlain(_ byte: UInt8) -> Bool {
        if byte > UInt8(ascii: ">") { return byte != UInt8(ascii: "`") }
        return byte > 0x27 && byte < UInt8(ascii: "<") || byte &- 0x23 < 3 || byte == 0x21
    }

    static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }
}
