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
        /// A part of a text, which comes in any number of tokens.
        case text
        /// A NUL in content, which the next stage drops or replaces.
        case null
        case startTag, endTag, comment, doctype, instruction
        /// Markup that is no token of the standard.
        case dropped
        /// A part of the rest of a token that is too long.
        case skipped
        /// The end of the input.
        case end
    }

    /// The number of bytes after a `<`, `&` or `]` in text that decide about its meaning.
    var lookahead = 64

    var mode = Mode.data
    /// The name of the last start tag, whose end tag ends a text.
    var lastStartTag: NameID?
    /// Whether a CDATA section may begin here.
    var allowsCDATA = false
    var names = NameTable.known
    var log: IssueLog
    let maxAttributes: Int
    /// The maximum size of a tag, comment or reference; the rest of a longer one is skipped.
    let maxTokenBytes: Int

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
    private(set) var certainEnd = 0
    /// Whether the input is the beginning of a token that is too long.
    private(set) var isBeginning = false
    /// The rest of that token, while it is skipped.
    var rest: Rest?

    /// The text of a text, reference or comment; aside is in `scratch`.
    var run = Run.empty
    /// The name of a tag.
    var nameID: NameID = 0
    /// The attributes of a tag, and the properties of a doctype or instruction.
    var attributes: [Attribute] = []
    /// The position of the tag's first attribute that is one too many.
    var excessAttribute: Int?
    var isSelfClosing = false
    var forcesQuirks = false
    /// Whether a part of the input that makes a difference is in no token or in no node.
    var leavesOut = false
    /// Text of the token that the input does not contain as such.
    var scratch: [UInt8] = []

    /// For each name, the number of the last tag with such an attribute.
    var tagsOfNames: [UInt32] = []
    var tagNumber: UInt32 = 0
    var nameBuffer: [UInt8] = []
    private var errors: [(error: String, offset: Int)] = []

    init(_ options: HTMLOptions) {
        log = IssueLog(options)
        maxAttributes = max(0, options.limits.attributes)
        // Positions have 32 bits.
        maxTokenBytes = max(1024, min(options.limits.tokenBytes, Int(Int32.max)))
    }

    var name: Name { Name(id: nameID) }

    /// Reads the next token, or returns `nil` if more bytes are needed.
    mutating func next(_ bytes: ByteView, isFinal: Bool) -> Token? {
        guard isFinal || bytes.count >= retrySize else { return nil }
        certainEnd = isFinal ? bytes.count : bytes.count &- lookahead
        while true {
            start = position
            let savedMode = mode
            guard isFinal || position < bytes.count else { return nil }
            if rest != nil {
                skipRest(bytes, isFinal: isFinal)
                if position > start { return .skipped }
                if rest != nil { return nil }
                continue
            }
            if !scratch.isEmpty { scratch.removeAll(keepingCapacity: true) }
            isCutOff = false
            var token = scan(bytes)
            if position &- start > maxTokenBytes, token != .text,
                bytes[start] == UInt8(ascii: "<")
            {
                errors.removeAll()
                (position, mode) = (start, savedMode)
                token = scanBeginning(bytes)
            } else if isCutOff, !isFinal {
                errors.removeAll()
                (position, mode) = (start, savedMode)
                let size = bytes.count &- start
                retrySize = size < 4096 ? 0 : bytes.count &+ size / 8
                return nil
            }
            if log.reportsSyntax { reportErrors(bytes) }
            guard let token else { continue }
            if let index = excessAttribute {
                excessAttribute = nil
                log.add(.attributes, at: baseOffset &+ index)
            }
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

    /// Reads the beginning of a token that is too long, and has the rest of it skipped.
    @inline(never)
    private mutating func scanBeginning(_ bytes: ByteView) -> Token? {
        var end = start &+ maxTokenBytes
        while bytes[end] & 0xC0 == 0x80 { end &-= 1 }
        log.add(.tokenBytes, at: baseOffset &+ start)
        scratch.removeAll(keepingCapacity: true)
        let savedEnd = certainEnd
        (certainEnd, isBeginning) = (end, true)
        let token = scan(bytes.slice(from: 0, count: end))
        (certainEnd, isBeginning) = (savedEnd, false)
        // That the beginning ends is no error.
        errors.removeAll { $0.offset >= end }
        return token
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
            report("unexpected-null-character", at: position)
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
    func endOfText(_ bytes: ByteView, from start: Int, before other: UInt8) -> Int {
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

    mutating func scanReference(_ bytes: ByteView) -> Token {
        let all = bytes
        let bytes = all.slice(from: 0, count: min(all.count, position &+ maxTokenBytes))
        var end = position &+ 1
        if let reference = appendReference(
            bytes,
            after: position..<position,
            isInAttribute: false
        ) {
            end = reference
            run = Run(aside: 0..<scratch.count)
        } else {
            end = bytes.indexAfterLettersAndDigits(from: end)
            run = Run(position..<end)
        }
        if run.isAside, end == bytes.count, all.has(end), bytes[end &- 1] != UInt8(ascii: ";") {
            // Only a number is that long.
            let isHexadecimal = bytes[position &+ 2] | 0x20 == UInt8(ascii: "x")
            if all[end] == UInt8(ascii: ";") || isDigit(all[end], isHexadecimal: isHexadecimal) {
                log.add(.tokenBytes, at: baseOffset &+ start)
                rest = .digits(isHexadecimal: isHexadecimal)
            }
        } else if end > certainEnd {
            // More letters or digits can make another reference of it.
            let first = position &+ (all.has("&#", at: position) ? 2 : 1)
            isCutOff = all.indexAfterLettersAndDigits(from: first) == all.count
        }
        position = end
        return .text
    }

    /// Appends a range and the text of the reference after it to the scratch.
    ///
    /// - Returns: The position after the reference, or `nil` and nothing is appended if the bytes
    ///   after the range are no reference.
    mutating func appendReference(
        _ bytes: ByteView,
        after range: Range<Int>,
        isInAttribute: Bool
    ) -> Int? {
        let start = range.upperBound
        var error: String?
        let found = Reference.read(in: bytes, at: start &+ 1, isInAttribute: isInAttribute) {
            error = $0
        }
        if let error { report(error, at: start) }
        guard let found else { return nil }
        let end = start &+ 1 &+ found.length
        if found.lacksSemicolon { report("missing-semicolon-after-character-reference", at: end) }
        if let error = found.error { report(error, at: end) }
        append(bytes, range)
        found.text.append(to: &scratch)
        return end
    }
}

// MARK: - Bytes and errors

extension Tokenizer {
    static let mark: [UInt8] = [0xEF, 0xBF, 0xBD]

    mutating func appendMark() { scratch += Self.mark }

    mutating func append(_ bytes: ByteView, _ range: Range<Int>) {
        scratch.append(bytes.slice(range))
    }

    /// Adds a parse error of the current token.
    @inline(__always)
    mutating func report(_ error: @autoclosure () -> String, at position: Int) {
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
                log.add("control-character-in-input-stream", at: baseOffset &+ index)
            } else if Self.isNoncharacter(bytes, at: index) {
                log.add("noncharacter-in-input-stream", at: baseOffset &+ index)
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
    static func isPlain(_ byte: UInt8) -> Bool {
        if byte > UInt8(ascii: ">") { return byte != UInt8(ascii: "`") }
        return byte > 0x27 && byte < UInt8(ascii: "<") || byte &- 0x23 < 3 || byte == 0x21
    }
}
