import FootingFormats

/// A reader of `.strings` files in text format: `"key" = "value";`, with comments between.
///
/// An invalid entry is skipped: reading continues at the line after its first one, or at the next
/// semicolon or line. Rewinding is limited to the length of the file in total, so that the time is
/// linear for any input.
struct StringsReader: ~Copyable {
    let bytes: ByteView
    var position = 0
    let builder: StringTableBuilder

    var unescaped: [UInt8] = []
    private var lines = LineCounter()
    private var rewound = 0
    /// The first line of the current entry, and its key once that is read.
    private var entryLine = 1
    private var entryKey: Text?
    private var repairs: [(code: LocalizationReport.Code, message: String)] = []
    private var isBraced = false
    private var entryCount = 0
    /// The start of an unclosed comment, which extends to the end of the file.
    private var openComment: Int?

    static let maximumEntries = 1_000_000
    static let maximumDepth = 128

    /// Reads a file in UTF-8, UTF-16 or UTF-32 into a table.
    static func read(_ bytes: ByteView, into builder: StringTableBuilder) {
        guard let converted = ConvertedText(bytes) else {
            return readUTF8(bytes, into: builder)
        }
        unsafe converted.bytes.withUnsafeBufferPointer { buffer in
            let view = unsafe ByteView(buffer)
            if let fault = converted.firstFault {
                var lines = LineCounter()
                builder.note(
                    .undecodableText,
                    line: lines.line(at: fault, in: view),
                    .repaired,
                    "The file has \(converted.faultCount) places with invalid Unicode."
                )
            }
            readUTF8(view, into: builder)
        }
    }

    private static func readUTF8(_ bytes: ByteView, into builder: StringTableBuilder) {
        // Low estimates; the memory grows if needed.
        builder.reserve(entries: min(bytes.count / 100, maximumEntries), keyBytes: bytes.count / 8)
        var reader = StringsReader(bytes, builder)
        reader.read()
    }

    private init(_ bytes: ByteView, _ builder: StringTableBuilder) {
        self.bytes = bytes
        self.builder = builder
        if bytes.hasMark { position = 3 }
    }

    private mutating func read() {
        skipBlank()
        if byte == UInt8(ascii: "{") {
            isBraced = true
            position &+= 1
        }
        while true {
            skipBlank()
            guard position < bytes.count else { return noteOpenComment() }
            entryLine = lines.line(at: position, in: bytes)
            guard entryCount < Self.maximumEntries else {
                let limit = "The file has more than \(Self.maximumEntries) entries."
                note(.limitExceeded, .skipped, limit)
                return
            }
            if isBraced, byte == UInt8(ascii: "}") {
                position &+= 1
                isBraced = false
                continue
            }
            let start = position
            let reason = readEntry()
            if let reason { recover(from: start, because: reason) }
            if !repairs.isEmpty { noteRepairs(isLost: reason != nil) }
        }
    }

    /// Reads an entry, or returns the reason why it is invalid.
    private mutating func readEntry() -> StaticString? {
        if !unescaped.isEmpty { unescaped.removeAll(keepingCapacity: true) }
        entryKey = nil
        guard let key = readText() else { return "A key is missing or isn't closed." }
        entryKey = key
        skipBlank()
        var value = key
        var valueStart = position
        if byte != UInt8(ascii: ";") {
            guard byte == UInt8(ascii: "=") else { return "“=” is missing after the key." }
            position &+= 1
            skipBlank()
            valueStart = position
            guard let text = readText() else {
                guard skipOtherValue() else { return "The value is missing or isn't closed." }
                skipBlank()
                guard byte == UInt8(ascii: ";") else { return "The value isn't a string." }
                position &+= 1
                let name = name(of: key)
                note(.nonStringValue, key: name, .skipped, "The value of “\(name)” isn't a string.")
                return nil
            }
            value = text
        }
        let valueEnd = position
        skipBlank()
        if byte == UInt8(ascii: ";") {
            position &+= 1
        } else if isEndOfEntry(value: valueStart..<valueEnd) {
            let name = name(of: key)
            note(.missingSemicolon, key: name, .repaired, "“;” is missing after “\(name)”.")
        } else {
            return "“;” is missing, or a quotation mark inside of a text lacks its “\\”."
        }
        add(key: key, value: value)
        return nil
    }

    /// Whether an entry without a semicolon is complete: the end, a new line or another key
    /// follows.
    ///
    /// A value of several lines is not accepted, because its closing quotation mark is probably the
    /// opening one of a later entry.
    private func isEndOfEntry(value: Range<Int>) -> Bool {
        guard let byte else { return true }
        if isBraced, byte == UInt8(ascii: "}") { return true }
        if lineEnd(in: value) != nil { return false }
        return byte == UInt8(ascii: "\"") || lineEnd(in: value.upperBound..<position) != nil
    }

    @inline(__always)
    private mutating func add(key: Text, value: Text) {
        entryCount &+= 1
        let text = string(of: value)
        if key.isInFile, key.isASCII {
            builder.add(
                key: bytes.slice(from: key.range.lowerBound, count: key.range.count),
                text: text,
                hasPercent: value.hasPercent,
                line: entryLine
            )
        } else {
            builder.add(key: string(of: key), text: text, line: entryLine)
        }
    }

    private mutating func recover(from start: Int, because reason: StaticString) {
        // A key of several lines probably began in another entry.
        let key = entryKey.map { name(of: $0) }
        let isOneLine = key?.utf8.contains { Self.isLineEnd($0) } == false
        note(.syntax, key: isOneLine ? key : nil, .skipped, reason.description)
        let failure = max(position, start &+ 1)
        let firstLineEnd = lineEnd(in: start..<min(failure, bytes.count))
        if let firstLineEnd, rewound &+ failure &- firstLineEnd <= bytes.count {
            rewound &+= failure &- firstLineEnd
            position = firstLineEnd &+ 1
            openComment = nil
            return
        }
        position = failure
        while let byte, !Self.isLineEnd(byte) {
            position &+= 1
            if byte == UInt8(ascii: ";") { return }
        }
    }

    /// Skips an array, a dictionary or data; returns `false` if no complete one follows.
    private mutating func skipOtherValue() -> Bool {
        if byte == UInt8(ascii: "<") {
            position &+= 1
            while let byte, Self.isDataByte(byte) { position &+= 1 }
            guard byte == UInt8(ascii: ">") else { return false }
            position &+= 1
            return true
        }
        var depth = 0
        repeat {
            switch byte {
            case nil:
                return false
            case UInt8(ascii: "("), UInt8(ascii: "{"):
                depth &+= 1
                guard depth <= Self.maximumDepth else { return false }
                position &+= 1
            case UInt8(ascii: ")"), UInt8(ascii: "}"):
                depth &-= 1
                position &+= 1
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                guard depth > 0, readText() != nil else { return false }
            default:
                guard depth > 0 else { return false }
                position &+= 1
            }
            skipBlank()
        } while depth > 0
        return depth == 0
    }

    @inline(__always)
    private mutating func skipBlank() {
        // Fast path: usually there is one space, or none.
        if byte == 0x20 { position &+= 1 }
        if let byte, byte > 0x20, byte != UInt8(ascii: "/"), byte < 0x80 { return }
        skipBlanks()
    }

    @inline(never)
    private mutating func skipBlanks() {
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

    private mutating func noteOpenComment() {
        guard let openComment else { return }
        entryLine = lines.line(at: openComment, in: bytes)
        note(.syntax, .skipped, "A comment is not ended: write “*/” at its end.")
    }

    private static func isDataByte(_ byte: UInt8) -> Bool {
        hexadecimalValue(byte) != nil || byte == 0x20 || (0x09...0x0D).contains(byte)
    }

    private static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

    private func lineEnd(in range: Range<Int>) -> Int? {
        let slice = bytes.slice(from: range.lowerBound, count: range.count)
        let index = slice.index(of: 0x0A, or: 0x0D, from: 0)
        return index < slice.count ? range.lowerBound &+ index : nil
    }

    @inline(__always)
    var byte: UInt8? { bytes.has(position) ? bytes[position] : nil }

    @inline(__always)
    func peek(_ offset: Int) -> UInt8? {
        bytes.has(position &+ offset) ? bytes[position &+ offset] : nil
    }

    /// Records a repair, until the key of the entry is known.
    @inline(never)
    mutating func noteRepair(_ code: LocalizationReport.Code, _ message: String) {
        if !repairs.contains(where: { $0.message == message }) { repairs.append((code, message)) }
    }

    @inline(never)
    private mutating func noteRepairs(isLost: Bool) {
        let key = entryKey.map { name(of: $0) }
        if !isLost { for (code, message) in repairs { note(code, key: key, .repaired, message) } }
        repairs = []
    }

    @inline(never)
    private mutating func note(
        _ code: LocalizationReport.Code,
        key: String? = nil,
        _ resolution: LocalizationReport.Issue.Resolution,
        _ message: String
    ) {
        builder.note(code, line: entryLine, key: key, resolution, message)
    }
}
