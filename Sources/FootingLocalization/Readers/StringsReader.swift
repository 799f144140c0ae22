import FootingBytes
import FootingPropertyLists

/// A reader of `.strings` files in text format: `"key" = "value";`, with comments between.
///
/// An invalid entry is skipped: reading continues at the line after its first one, or at the next
/// semicolon or line. Rewinding is limited to the length of the file in total, so that the time is
/// linear for any input.
struct StringsReader: ~Copyable {
    private typealias Text = OpenStepScanner.Text

    private var scanner: OpenStepScanner
    private let builder: StringTableBuilder

    private var lines = LineCounter()
    private var rewound = 0
    /// The first line of the current entry, and its key once that is read.
    private var entryLine = 1
    private var entryKey: Text?
    private var isBraced = false
    private var entryCount = 0

    static let maximumEntries = 1_000_000
    static let maximumDepth = 128

    /// Reads a file in text format, or a property list.
    static func read(
        _ file: consuming [UInt8],
        into builder: StringTableBuilder
    ) throws(FileFault) {
        let (isEmpty, issueCount) = (file.isEmpty, builder.issues.issueCount)
        let text = FileText(file, builder)
        if text.isPropertyList {
            try text.withPropertyList { read($0, hasLines: $1, into: builder) }
        } else {
            text.withView { read($0, into: builder) }
        }
        // An empty file is an empty table, but one that had strings is probably being written.
        let isFaultless = !isEmpty && builder.issues.issueCount == issueCount
        if builder.hadStrings, !isFaultless, !builder.hasEntriesOfCurrentFile { throw .noText }
    }

    private static func read(
        _ list: JSONDocument,
        hasLines: Bool,
        into builder: StringTableBuilder
    ) {
        var lines = LineCounter()
        for (key, value) in JSONMembers(of: 0, in: list) {
            let line = hasLines ? lines.line(at: Int(key.start), in: list.bytes) : nil
            guard let text = list.string(at: value) else {
                let name = list.text(of: key) ?? ""
                let message = "The value of " + name.quoted + " isn't a string."
                builder.note(.nonStringValue, line: line, key: name, .skippedInput, message)
                continue
            }
            guard !key.isEscaped else {
                builder.add(key: list.text(of: key) ?? "", text: text, line: line)
                continue
            }
            let hasPercent = text.hasByte(UInt8(ascii: "%"))
            let name = list.content(of: key)
            builder.add(key: name, text: text, hasPercent: hasPercent, line: line)
        }
    }

    /// Reads a file in text format.
    private static func read(_ bytes: ByteView, into builder: StringTableBuilder) {
        // Low estimates; the memory grows if needed.
        builder.reserve(entries: min(bytes.count / 100, maximumEntries), keyBytes: bytes.count / 8)
        var reader = StringsReader(bytes, builder)
        reader.read()
    }

    private init(_ bytes: ByteView, _ builder: StringTableBuilder) {
        scanner = OpenStepScanner(bytes)
        self.builder = builder
    }

    private var bytes: ByteView {
        @inline(__always) get { scanner.bytes }
    }
    private var byte: UInt8? {
        @inline(__always) get { scanner.byte }
    }
    private var position: Int {
        @inline(__always) get { scanner.position }
        @inline(__always) set { scanner.position = newValue }
    }

    private mutating func read() {
        // Loaded once: else it is retained for each entry.
        let builder = builder
        scanner.skipBlank()
        if byte == UInt8(ascii: "{") {
            isBraced = true
            position &+= 1
        }
        while true {
            scanner.skipBlank()
            guard position < bytes.count else { return noteOpenComment() }
            entryLine = lines.line(at: position, in: bytes)
            guard entryCount < Self.maximumEntries else {
                note(.limitExceeded, .skippedInput, "The file has more than a million entries.")
                return
            }
            if isBraced, byte == UInt8(ascii: "}") {
                position &+= 1
                isBraced = false
                continue
            }
            let start = position
            let reason = readEntry(into: builder)
            if let reason { recover(from: start, because: reason) }
            if scanner.isMarked { noteRepairs(isLost: reason != nil) }
        }
    }

    /// Reads an entry, or returns the reason why it is invalid.
    private mutating func readEntry(into builder: StringTableBuilder) -> StaticString? {
        scanner.reset()
        entryKey = nil
        guard let key = scanner.readText() else { return "A key is missing or isn't closed." }
        entryKey = key
        scanner.skipBlank()
        var value = key
        var valueStart = position
        if byte != UInt8(ascii: ";") {
            guard byte == UInt8(ascii: "=") else { return "“=” is missing after the key." }
            position &+= 1
            scanner.skipBlank()
            valueStart = position
            guard let text = scanner.readText() else {
                guard skipOtherValue() else { return "The value is missing or isn't closed." }
                scanner.skipBlank()
                guard byte == UInt8(ascii: ";") else { return "The value isn't a string." }
                position &+= 1
                let name = scanner.name(of: key)
                note(
                    .nonStringValue,
                    key: name,
                    .skippedInput,
                    "The value of " + name.quoted + " isn't a string."
                )
                return nil
            }
            value = text
        }
        let valueEnd = position
        scanner.skipBlank()
        if byte == UInt8(ascii: ";") {
            position &+= 1
        } else if isEndOfEntry(value: valueStart..<valueEnd) {
            let name = scanner.name(of: key)
            let message = "“;” is missing after " + name.quoted + "."
            note(.missingSemicolon, key: name, .usedRepaired, message)
        } else {
            return "“;” is missing, or a quotation mark inside of a text lacks its “\\”."
        }
        add(key: key, value: value, to: builder)
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
    private mutating func add(key: Text, value: Text, to builder: StringTableBuilder) {
        entryCount &+= 1
        let text = scanner.string(of: value)
        if key.isInFile, key.isASCII {
            builder.add(
                key: bytes.slice(from: key.range.lowerBound, count: key.range.count),
                text: text,
                hasPercent: value.hasPercent,
                line: entryLine
            )
        } else {
            builder.add(key: scanner.string(of: key), text: text, line: entryLine)
        }
    }

    private mutating func recover(from start: Int, because reason: StaticString) {
        // A key of several lines probably began in another entry.
        let key = entryKey.map { scanner.name(of: $0) }
        let isOneLine = key?.utf8.contains { Self.isLineEnd($0) } == false
        note(.syntax, key: isOneLine ? key : nil, .skippedInput, reason.description)
        let failure = max(position, start &+ 1)
        let firstLineEnd = lineEnd(in: start..<min(failure, bytes.count))
        if let firstLineEnd, rewound &+ failure &- firstLineEnd <= bytes.count {
            rewound &+= failure &- firstLineEnd
            position = firstLineEnd &+ 1
            scanner.openComment = nil
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
            while let byte, hexadecimalValue(byte) != nil || ByteView.isBlank(byte) {
                position &+= 1
            }
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
                guard depth > 0, scanner.readText() != nil else { return false }
            default:
                guard depth > 0 else { return false }
                position &+= 1
            }
            scanner.skipBlank()
        } while depth > 0
        return depth == 0
    }

    private mutating func noteOpenComment() {
        guard let openComment = scanner.openComment else { return }
        entryLine = lines.line(at: openComment, in: bytes)
        note(.syntax, .skippedInput, "A comment is not ended: write “*/” at its end.")
    }

    private static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

    private func lineEnd(in range: Range<Int>) -> Int? {
        let slice = bytes.slice(from: range.lowerBound, count: range.count)
        let index = slice.index(of: 0x0A, or: 0x0D, from: 0)
        return index < slice.count ? range.lowerBound &+ index : nil
    }

    @inline(never)
    private mutating func noteRepairs(isLost: Bool) {
        let key = entryKey.map { scanner.name(of: $0) }
        for fault in scanner.faults where !isLost {
            let (code, message) = Self.description(of: fault)
            var escape: String?
            if case .unknownEscape(let byte) = fault { escape = String(Unicode.Scalar(byte)) }
            builder.note(code, line: entryLine, key: key, about: escape, .usedRepaired, message)
        }
    }

    private static func description(
        of fault: OpenStepScanner.Fault
    ) -> (LocalizationIssue.Code, String) {
        switch fault {
        case .lowercaseEscape:
            (
                .lowercaseUnicodeEscape,
                "“\\u” is no escape for Foundation, which shows the digits; write “\\U”."
            )
        case .unknownEscape(let byte):
            (
                .unknownEscape,
                (0x21..<0x7F ~= byte
                    ? "“\\\(Unicode.Scalar(byte))”" : "A backslash before this character")
                    + " is not an escape, and loses its backslash."
            )
        case .halfSurrogate: (.undecodableText, "An escape is half of a surrogate pair.")
        case .invalidUTF8: (.undecodableText, "A string is not valid UTF-8.")
        }
    }

    @inline(never)
    private mutating func note(
        _ code: LocalizationIssue.Code,
        key: String? = nil,
        _ resolution: LocalizationIssue.Resolution,
        _ message: String
    ) {
        builder.note(code, line: entryLine, key: key, resolution, message)
    }
}
