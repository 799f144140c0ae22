/// Reads the text of a `.strings` file: `"key" = "value";`, with comments between.
///
/// An entry that can't be read loses only itself: reading goes on at the next semicolon or line.
/// Going back to the line after a broken entry's first one is limited to the length of the file in
/// all, so that the time is linear whatever the bytes are.
struct StringsReader {
    let bytes: [UInt8]
    var position = 0
    private(set) var file = TableFile()

    /// Whether each text must be checked for bytes that are no UTF-8.
    private let needsChecking: Bool
    private var countedLine = 1
    private var countedPosition = 0
    private var rewound = 0
    /// The line that the current entry begins on.
    private var entryLine = 1
    private var isBraced = false

    static let maximumEntries = 1_000_000
    static let maximumDepth = 128

    static func read(_ bytes: [UInt8]) -> TableFile {
        var reader = StringsReader(bytes)
        reader.read()
        return reader.file
    }

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
        needsChecking = String(validating: bytes, as: UTF8.self) == nil
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    private mutating func read() {
        skipBlank()
        if byte == UInt8(ascii: "{") {
            isBraced = true
            position += 1
        }
        while true {
            skipBlank()
            guard position < bytes.count else { return }
            countLines(to: position)
            guard file.entries.count < Self.maximumEntries else {
                let limit = "The file has more than \(Self.maximumEntries) entries."
                note(.limitExceeded, .skipped, limit)
                return
            }
            if isBraced, byte == UInt8(ascii: "}") {
                position += 1
                isBraced = false
                continue
            }
            let start = position
            if let reason = readEntry() { recover(from: start, because: reason) }
        }
    }

    /// Reads an entry, or answers what is wrong with it.
    private mutating func readEntry() -> String? {
        guard let key = readText() else { return "A key is missing or isn't closed." }
        skipBlank()
        guard byte != UInt8(ascii: ";") else {
            position += 1
            add(key: key, value: key)
            return nil
        }
        guard byte == UInt8(ascii: "=") else { return "“=” is missing after the key." }
        position += 1
        skipBlank()
        let valueStart = position
        guard let value = readText() else {
            guard skipOtherValue() else { return "The value is missing or isn't closed." }
            skipBlank()
            guard byte == UInt8(ascii: ";") else { return "The value is no text." }
            position += 1
            note(.nonStringValue, key: key, .skipped, "The value of “\(key)” is no text.")
            return nil
        }
        let valueEnd = position
        skipBlank()
        if byte == UInt8(ascii: ";") {
            position += 1
        } else if isEndOfEntry(value: valueStart..<valueEnd) {
            note(.missingSemicolon, key: key, .repaired, "“;” is missing after “\(key)”.")
        } else {
            return "“;” is missing, or a quotation mark inside of a text lacks its “\\”."
        }
        add(key: key, value: value)
        return nil
    }

    /// Whether an entry without a semicolon is complete nonetheless.
    ///
    /// It is if the end, a new line, or another key on the same line follows. A value that spans
    /// lines is not trusted: its closing mark is likely the opening one of a later entry.
    private func isEndOfEntry(value: Range<Int>) -> Bool {
        guard let byte else { return true }
        if isBraced, byte == UInt8(ascii: "}") { return true }
        if bytes[value].contains(where: Self.isLineEnd) { return false }
        return byte == UInt8(ascii: "\"")
            || bytes[value.upperBound..<position].contains(where: Self.isLineEnd)
    }

    private mutating func add(key: String, value: String) {
        file.addEntry(key: key, text: value, line: entryLine)
    }

    private mutating func recover(from start: Int, because reason: String) {
        note(.syntax, .skipped, reason)
        let failure = max(position, start + 1)
        let firstLineEnd = bytes[start..<min(failure, bytes.count)].firstIndex(
            where: Self.isLineEnd
        )
        if let firstLineEnd, rewound + failure - firstLineEnd <= bytes.count {
            rewound += failure - firstLineEnd
            position = firstLineEnd + 1
            return
        }
        position = failure
        while let byte, !Self.isLineEnd(byte) {
            position += 1
            if byte == UInt8(ascii: ";") { return }
        }
    }

    /// Skips an array, a dictionary or data, or answers that none stands here that is closed.
    private mutating func skipOtherValue() -> Bool {
        if byte == UInt8(ascii: "<") {
            position += 1
            while let byte, Self.isDataByte(byte) { position += 1 }
            guard byte == UInt8(ascii: ">") else { return false }
            position += 1
            return true
        }
        var depth = 0
        repeat {
            switch byte {
            case nil:
                return false
            case UInt8(ascii: "("), UInt8(ascii: "{"):
                depth += 1
                guard depth <= Self.maximumDepth else { return false }
                position += 1
            case UInt8(ascii: ")"), UInt8(ascii: "}"):
                depth -= 1
                position += 1
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                guard depth > 0, readText() != nil else { return false }
            default:
                guard depth > 0 else { return false }
                position += 1
            }
            skipBlank()
        } while depth > 0
        return depth == 0
    }

    mutating func note(
        _ code: LocalizationReport.Code,
        key: String? = nil,
        _ outcome: LocalizationReport.Issue.Outcome,
        _ message: @autoclosure () -> String
    ) {
        file.add(
            TableFile.Finding(
                code: code,
                line: entryLine,
                key: key,
                outcome: outcome,
                message: message()
            )
        )
    }

    /// Skips white space and comments; a comment that isn't closed reaches to the end.
    private mutating func skipBlank() {
        while let byte {
            switch byte {
            case 0x09...0x0D, 0x20:
                position += 1
            case 0xE2 where peek(1) == 0x80 && (peek(2) ?? 0) & 0xFE == 0xA8:
                position += 3  // U+2028 and U+2029, which Foundation takes for line ends.
            case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "/"):
                while let byte = self.byte, !Self.isLineEnd(byte) { position += 1 }
            case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "*"):
                position = min(position + 2, bytes.count)
                while position < bytes.count,
                    self.byte != UInt8(ascii: "*") || peek(1) != UInt8(ascii: "/")
                { position += 1 }
                position = min(position + 2, bytes.count)
            default:
                return
            }
        }
    }

    /// Counts the line ends up to a position; entries begin further and further down.
    private mutating func countLines(to position: Int) {
        while countedPosition < position {
            let byte = bytes[countedPosition]
            let isFirstHalf =
                byte == 0x0D && countedPosition + 1 < bytes.count
                && bytes[countedPosition + 1] == 0x0A
            if Self.isLineEnd(byte), !isFirstHalf { countedLine += 1 }
            countedPosition += 1
        }
        entryLine = countedLine
    }

    /// Whether a byte can stand in data: a hexadecimal digit or white space.
    private static func isDataByte(_ byte: UInt8) -> Bool {
        (byte | 0x20) &- UInt8(ascii: "a") < 6 || byte &- UInt8(ascii: "0") < 10
            || byte == 0x20 || (0x09...0x0D).contains(byte)
    }

    private static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

    @inline(__always)
    var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

    func peek(_ offset: Int) -> UInt8? {
        position + offset < bytes.count ? bytes[position + offset] : nil
    }

    /// Makes a text of bytes, with U+FFFD for what is no UTF-8.
    mutating func text(_ slice: ArraySlice<UInt8>) -> String {
        if needsChecking, String(validating: slice, as: UTF8.self) == nil {
            note(.undecodableText, .repaired, "A text has bytes that are no UTF-8.")
        }
        return String(decoding: slice, as: UTF8.self)
    }
}
