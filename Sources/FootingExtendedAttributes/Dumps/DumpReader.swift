import FootingFiles

/// A parser for dumps: the output of `getfattr`, and everything else that `setfattr --restore`
/// accepts.
///
/// A line “# file: PATH” begins the section of one file, which a blank line ends. Each other line
/// of a section is a name, optionally followed by “=” and a value; without “=”, the value is empty.
/// Lines that begin with “#” are comments. Carriage returns at the ends of lines are ignored.
struct DumpReader {
    enum Item: Equatable {
        /// The following lines are about the file at this path.
        case file([UInt8])
        case attribute(ExtendedAttributeName, value: [UInt8])
        /// The line is not `expected`; the name is present if only the value is malformed.
        case malformed(ExtendedAttributeName?, expected: String)
    }

    static let fileMark = "# file: "

    /// The line of the latest item, counted from 1.
    private(set) var line = 0
    private var rest: ArraySlice<UInt8>
    /// Whether the current line is in the section of a file.
    private var isInFile = false
    /// Whether the only file of the dump was named: the path of another one ends the dump.
    private var hasItsFile = false
    private let isOfOneFile: Bool

    init(_ dump: [UInt8], isOfOneFile: Bool = false) {
        rest = dump[...]
        self.isOfOneFile = isOfOneFile
    }

    /// Returns the item of the next line that is not blank and not a comment, or `nil` at the end.
    mutating func next() -> Item? {
        while let text = nextLine() {
            if text.isEmpty {
                isInFile = false
            } else if text.starts(with: Self.fileMark.utf8) {
                if hasItsFile {
                    rest = []
                    return .malformed(nil, expected: "the dump of one file, but of several")
                }
                (isInFile, hasItsFile) = (true, isOfOneFile)
                return .file(unescaped(text.dropFirst(Self.fileMark.utf8.count)))
            } else if text.starts(with: "# file:".utf8) {
                // Skipping this line would assign the attributes of this file to the previous file.
                isInFile = false
                return .malformed(nil, expected: "a path after “\(Self.fileMark)”")
            } else if text.first != UInt8(ascii: "#") {
                return isInFile
                    ? attribute(text)
                    : .malformed(nil, expected: "a line after one that names a file")
            }
        }
        return nil
    }

    private mutating func nextLine() -> ArraySlice<UInt8>? {
        guard !rest.isEmpty else { return nil }
        let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
        var text = rest[..<end]
        rest = rest[end...].dropFirst()
        line &+= 1
        while text.last == UInt8(ascii: "\r") { text = text.dropLast() }
        return text
    }

    private func attribute(_ text: ArraySlice<UInt8>) -> Item {
        let end = text.firstIndex(of: UInt8(ascii: "=")) ?? text.endIndex
        let name = ExtendedAttributeName(bytes: unescaped(text[..<end]))
        switch DumpValue(text[end...].dropFirst()) {
        case .bytes(let bytes): return .attribute(name, value: bytes)
        case .malformed(let expected): return .malformed(name, expected: expected)
        }
    }
}

/// Replaces each backslash and its octal digits, three in a path or a name, with a byte.
///
/// In a value, a backslash escapes a backslash, a quote, or one to three octal digits. Any other
/// backslash is literal. A number that does not fit in a byte is truncated, as in `setfattr`. Of
/// quoted text, only the opening quote must have been removed.
func unescaped(
    _ text: ArraySlice<UInt8>,
    isValue: Bool = false,
    isQuoted: Bool = false
) -> [UInt8] {
    let (backslash, quote) = (UInt8(ascii: "\\"), UInt8(ascii: "\""))
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var rest = text
    while let byte = rest.popFirst() {
        if byte == backslash {
            let digits = rest.prefix(3).prefix { $0 & 0xF8 == UInt8(ascii: "0") }
            if digits.count == 3 || isValue && !digits.isEmpty {
                bytes.append(digits.reduce(0) { $0 << 3 | ($1 & 7) })
                rest = rest.dropFirst(digits.count)
            } else if isValue, let next = rest.first, next == backslash || next == quote {
                bytes.append(next)
                rest = rest.dropFirst()
            } else {
                bytes.append(byte)
            }
        } else if !(isQuoted && rest.isEmpty) {
            bytes.append(byte)
        }
    }
    return bytes
}
