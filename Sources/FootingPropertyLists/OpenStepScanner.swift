public import FootingBytes

/// Scans the tokens of property lists in OpenStep's text format, such as `.strings` files: strings,
/// words, and the blanks and comments between them.
@usableFromInline
package struct OpenStepScanner: ~Copyable {
    @usableFromInline
    package struct Text: Sendable {
        /// The range in the file or, if there were escapes, in `unescaped`.
        @usableFromInline
        package let range: Range<Int>
        @usableFromInline
        package let isInFile: Bool
        @usableFromInline
        package let isASCII: Bool
        package let hasPercent: Bool
    }

    /// A fault that a string was read with.
    package enum Fault: Equatable {
        /// The escape is `\u`; Foundation reads only `\U`.
        case lowercaseEscape
        /// An escape is half of a surrogate pair.
        case halfSurrogate
        /// A backslash before this character begins no escape; Foundation omits it, too.
        case unknownEscape(UInt8)
        /// The bytes of a string are not UTF-8.
        case invalidUTF8
    }

    @usableFromInline
    package let bytes: ByteView
    @usableFromInline
    package var position = 0
    /// The texts with escapes, decoded.
    private var unescaped: [UInt8] = []
    /// The faults of the texts since the last ``reset()``, each once.
    package private(set) var faults: [Fault] = []
    /// Whether texts were read with escapes or faults since the last ``reset()``.
    @usableFromInline
    package internal(set) var isMarked = false
    /// The start of an unclosed comment, which extends to the end of the file.
    package var openComment: Int?

    package init(_ bytes: ByteView) {
        self.bytes = bytes
        if bytes.hasMark { position = 3 }
    }

    /// Forgets the texts and faults that were read.
    @inlinable
    @inline(__always)
    package mutating func reset() {
        if isMarked { forget() }
    }

    @usableFromInline
    @inline(never)
    mutating func forget() {
        isMarked = false
        unescaped.removeAll(keepingCapacity: true)
        faults = []
    }

    @inlinable
    @inline(__always)
    package var byte: UInt8? { bytes.has(position) ? bytes[position] : nil }

    private func peek(_ offset: Int) -> UInt8? {
        bytes.has(position &+ offset) ? bytes[position &+ offset] : nil
    }

    private mutating func note(_ fault: Fault) {
        isMarked = true
        if !faults.contains(fault) { faults.append(fault) }
    }

    // MARK: - Blanks

    @inlinable
    @inline(__always)
    package mutating func skipBlank() {
        // Fast path: usually there is one space, or none.
        if byte == 0x20 { position &+= 1 }
        if let byte, byte > 0x20, byte != UInt8(ascii: "/"), byte < 0x80 { return }
        skipBlanks()
    }

    @usableFromInline
    @inline(never)
    mutating func skipBlanks() {
        while let byte {
            switch byte {
            case 0x09...0x0D, 0x20:
                position &+= 1
            case 0xE2 where peek(1) == 0x80 && (peek(2) ?? 0) & 0xFE == 0xA8:
                position &+= 3  // U+2028 and U+2029, which are line ends for Foundation.
            case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "/"):
                position = bytes.index(of: 0x0A, or: 0x0D, from: position)
            case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "*"):
                skipComment()
            default:
                return
            }
        }
    }

    private mutating func skipComment() {
        let start = position
        position &+= 2
        while true {
            position = bytes.index(of: UInt8(ascii: "*"), from: position) &+ 1
            guard bytes.has(position) else {
                position = bytes.count
                openComment = start
                return
            }
            if bytes[position] == UInt8(ascii: "/") {
                position &+= 1
                return
            }
        }
    }

    // MARK: - Texts

    /// Reads a quoted string or an unquoted word; returns `nil` if no complete one follows.
    @inline(never)
    package mutating func readText() -> Text? {
        guard let quote = byte else { return nil }
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return readWord() }
        position &+= 1
        let start = position
        var seen: UInt64 = 0
        var hasPercent = skipPlain(to: quote, &seen)
        guard let end = byte else { return nil }
        if end == quote {
            position &+= 1
            return Text(
                range: start..<(position &- 1),
                isInFile: true,
                isASCII: seen & ByteWord.highBits == 0,
                hasPercent: hasPercent
            )
        }
        return readEscapedText(from: start, to: quote, &hasPercent)
    }

    /// Skips to the next `quote` or backslash, and returns whether a percent sign was skipped; adds
    /// the bits of all skipped bytes to `seen`.
    @inline(__always)
    private mutating func skipPlain(to quote: UInt8, _ seen: inout UInt64) -> Bool {
        var percent: UInt64 = 0
        while bytes.hasEight(position) {
            let word = bytes.eightBytes(at: position)
            let marks =
                ByteWord.marks(of: quote, in: word)
                | ByteWord.marks(of: UInt8(ascii: "\\"), in: word)
            guard marks == 0 else {
                let passed = ByteWord.below(marks, in: word)
                seen |= passed
                percent |= ByteWord.marks(of: UInt8(ascii: "%"), in: passed)
                position &+= marks.trailingZeroBitCount >> 3
                return percent != 0
            }
            seen |= word
            percent |= ByteWord.marks(of: UInt8(ascii: "%"), in: word)
            position &+= 8
        }
        while let byte, byte != quote, byte != UInt8(ascii: "\\") {
            seen |= UInt64(byte)
            if byte == UInt8(ascii: "%") { percent = 1 }
            position &+= 1
        }
        return percent != 0
    }

    private mutating func readEscapedText(
        from start: Int,
        to quote: UInt8,
        _ hasPercent: inout Bool
    ) -> Text? {
        isMarked = true
        let first = unescaped.count
        var runStart = start
        var seen: UInt64 = 0
        while true {
            let run = bytes.slice(from: runStart, count: position &- runStart)
            unsafe run.withBytes { unsafe unescaped.append(contentsOf: $0) }
            guard let byte else { return nil }
            position &+= 1
            if byte == quote { break }
            let escapeStart = unescaped.count
            readEscape()
            if unescaped[escapeStart...].contains(UInt8(ascii: "%")) { hasPercent = true }
            runStart = position
            if skipPlain(to: quote, &seen) { hasPercent = true }
        }
        return Text(
            range: first..<unescaped.count,
            isInFile: false,
            isASCII: false,
            hasPercent: hasPercent
        )
    }

    /// Decodes a key or value; invalid UTF-8 becomes U+FFFD.
    @usableFromInline
    package func name(of text: Text) -> String {
        if text.isInFile {
            return bytes.slice(from: text.range.lowerBound, count: text.range.count).text
        }
        return String(decoding: unescaped[text.range], as: UTF8.self)
    }

    /// Decodes a key or value, and notes invalid UTF-8.
    @inlinable
    @inline(__always)
    package mutating func string(of text: Text) -> String {
        if text.isInFile, text.isASCII { return name(of: text) }
        return checkedString(of: text)
    }

    @usableFromInline
    @inline(never)
    mutating func checkedString(of text: Text) -> String {
        let valid: String?
        if text.isInFile {
            let slice = bytes.slice(from: text.range.lowerBound, count: text.range.count)
            valid = unsafe slice.withBytes { unsafe String(validating: $0, as: UTF8.self) }
        } else {
            valid = String(validating: unescaped[text.range], as: UTF8.self)
        }
        if let valid { return valid }
        note(.invalidUTF8)
        return name(of: text)
    }

    private mutating func readWord() -> Text? {
        let start = position
        while let byte, Self.isWordByte(byte) { position &+= 1 }
        guard position > start else { return nil }
        return Text(range: start..<position, isInFile: true, isASCII: true, hasPercent: false)
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        (byte | 0x20) &- 0x61 < 26 || isDigit(byte) || "_$/:.-".utf8.contains(byte)
    }

    private mutating func readEscape() {
        guard let byte else { return }
        position &+= 1
        switch byte {
        case UInt8(ascii: "a"): unescaped.append(0x07)
        case UInt8(ascii: "b"): unescaped.append(0x08)
        case UInt8(ascii: "f"): unescaped.append(0x0C)
        case UInt8(ascii: "n"): unescaped.append(0x0A)
        case UInt8(ascii: "r"): unescaped.append(0x0D)
        case UInt8(ascii: "t"): unescaped.append(0x09)
        case UInt8(ascii: "v"): unescaped.append(0x0B)
        case UInt8(ascii: "0")...UInt8(ascii: "7"): readOctal(first: byte)
        case UInt8(ascii: "U"), UInt8(ascii: "u"): readUnicode(letter: byte)
        case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "\\"), 0x0A, 0x0D,
            UInt8(ascii: "/"), UInt8(ascii: "?"):
            unescaped.append(byte)  // The last two are escapes in JSON and in C.
        default:
            note(.unknownEscape(byte))
            unescaped.append(byte)
        }
    }

    /// Reads up to three octal digits, a character of the NextStep encoding.
    private mutating func readOctal(first: UInt8) {
        var code = Int(first & 7)
        for _ in 0..<2 {
            guard let byte, byte & 0xF8 == UInt8(ascii: "0") else { break }
            code = code << 3 | Int(byte & 7)
            position &+= 1
        }
        append(nextStepCharacter(UInt8(truncatingIfNeeded: code)))
    }

    /// Reads a UTF-16 code unit of up to four digits, or a surrogate pair in two escapes.
    private mutating func readUnicode(letter: UInt8) {
        guard let unit = readHexadecimal() else {
            note(.unknownEscape(letter))
            unescaped.append(letter)
            return
        }
        if letter == UInt8(ascii: "u") { note(.lowercaseEscape) }
        var code = UInt32(unit)
        if UTF16.isLeadSurrogate(unit) {
            let start = position
            if byte == UInt8(ascii: "\\"), let letter = peek(1), letter | 0x20 == UInt8(ascii: "u")
            {
                if letter == UInt8(ascii: "u") { note(.lowercaseEscape) }
                position &+= 2
                if let trail = readHexadecimal(), UTF16.isTrailSurrogate(trail) {
                    code = 0x10000 &+ (UInt32(unit) & 0x3FF) << 10 &+ (UInt32(trail) & 0x3FF)
                } else {
                    position = start
                }
            }
        }
        let scalar = Unicode.Scalar(code)
        if scalar == nil { note(.halfSurrogate) }
        append(scalar ?? "\u{FFFD}")
    }

    private mutating func append(_ scalar: Unicode.Scalar) {
        unescaped.append(contentsOf: String(Character(scalar)).utf8)
    }

    private mutating func readHexadecimal() -> UInt16? {
        var value: UInt16?
        for _ in 0..<4 {
            guard let byte, let digit = hexadecimalValue(byte) else { break }
            value = (value ?? 0) << 4 | UInt16(digit)
            position &+= 1
        }
        return value
    }
}

/// Returns the character of a byte in the NextStep encoding, which octal escapes use.
private func nextStepCharacter(_ byte: UInt8) -> Unicode.Scalar {
    for (index, scalar) in upperHalf.unicodeScalars.enumerated() where index + 0x80 == Int(byte) {
        return scalar
    }
    return Unicode.Scalar(byte)
}

private let upperHalf = """
    \u{A0}ÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖÙÚÛÜÝÞµ×÷©¡¢£⁄¥ƒ§¤’“«‹›ﬁﬂ®–†‡·¦¶•‚„”\
    »…‰¬¿¹ˋ´ˆ˜¯˘˙¨²˚¸³˝˛ˇ—±¼½¾àáâãäåçèéêëìÆíªîïðñŁØŒºòóôõöæùúûıüýłøœ\
    ßþÿ\u{FFFD}\u{FFFD}
    """

// It borrows memory of the thread that uses it.
@available(*, unavailable)
extension OpenStepScanner: @unchecked Sendable {}
