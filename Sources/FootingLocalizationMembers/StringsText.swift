import FootingBytes
import FootingLocalization
import FootingPropertyLists

/// The text of a `.strings` file, in which values are replaced in place and entries are appended.
///
/// The text between changed values, the encoding and the byte order mark are kept.
package struct StringsText: Sendable {
    /// A reason not to change the file, because the change could damage it.
    ///
    /// The message is a sentence with the remedy.
    package struct Fault: Error {
        package let message: String
        package var line: Int?
        /// Whether the file is a property list.
        package var isPropertyList = false
    }

    private struct Entry: Sendable {
        let key: String
        let value: String
        let comment: String?
        /// The range of the value with its quotation marks, which is empty if the key is the value;
        /// `nil` for an entry that isn't in the file.
        var range: Range<Int>?
        var line: Int?
        /// The value that replaces the first one.
        var newValue: String?
    }

    private let encoding: TextEncoding
    /// The text in UTF-8, without a mark.
    private let text: [UInt8]
    private let isNew: Bool
    private var entries: [Entry] = []
    /// The last entry of each key.
    private var indices: [KeyBytes: Int] = [:]

    /// Creates the text of a new file.
    package init() { (encoding, text, isNew) = (.utf8, [], true) }

    /// Reads a file; throws if a change could damage it.
    package init(_ bytes: [UInt8]) throws(Fault) {
        isNew = false
        encoding = TextEncoding(of: bytes)
        guard let text = encoding.decode(bytes) else {
            throw Fault(message: "The file has bytes that are no characters: save it in UTF-8.")
        }
        self.text = text
        let result = unsafe text.withUnsafeBufferPointer { buffer in
            let view = unsafe ByteView(buffer)
            return Result { () throws(Fault) in try Self.entries(in: view) }
        }
        entries = try result.get()
        for (index, entry) in entries.enumerated() { indices[KeyBytes(entry.key)] = index }
    }

    private static func entries(in bytes: ByteView) throws(Fault) -> [Entry] {
        guard !PropertyList.isBinary(bytes), !PropertyList.isXML(bytes) else {
            let message = "The file is a property list: save it as text."
            throw Fault(message: message, isPropertyList: true)
        }
        var entries: [Entry] = []
        var lines = LineCounter()
        var scanner = OpenStepScanner(bytes)
        var end = 0
        while true {
            scanner.skipBlank()
            let start = scanner.position
            let line = lines.line(at: start, in: bytes)
            guard scanner.byte != nil, scanner.openComment == nil else { break }
            scanner.reset()
            guard let (key, value, range) = readEntry(&scanner) else {
                let message = "An entry couldn't be read, and might be damaged: correct it."
                throw Fault(message: message, line: line)
            }
            let comment = comment(in: bytes, end..<start)
            entries.append(
                Entry(key: key, value: value, comment: comment, range: range, line: line)
            )
            end = scanner.position
        }
        if scanner.openComment != nil {
            let message = "A comment has no end: write “*/” at its end."
            let line = lines.line(at: bytes.count, in: bytes)
            throw Fault(message: message, line: line)
        }
        return entries
    }

    /// Reads an entry with its semicolon; returns `nil` for any other text.
    private static func readEntry(
        _ scanner: inout OpenStepScanner
    ) -> (key: String, value: String, range: Range<Int>)? {
        guard let name = scanner.readText() else { return nil }
        let key = scanner.string(of: name)
        var (value, range) = (key, scanner.position..<scanner.position)
        scanner.skipBlank()
        if scanner.byte == UInt8(ascii: "=") {
            scanner.position += 1
            scanner.skipBlank()
            let start = scanner.position
            guard let text = scanner.readText() else { return nil }
            (value, range) = (scanner.string(of: text), start..<scanner.position)
            scanner.skipBlank()
        }
        guard scanner.byte == UInt8(ascii: ";") else { return nil }
        scanner.position += 1
        return (key, value, range)
    }

    /// The last comment between two entries, without its marks and indentation.
    private static func comment(in bytes: ByteView, _ range: Range<Int>) -> String? {
        let text = bytes.slice(from: range.lowerBound, count: range.count).text
        guard let close = text.ranges(of: "*/").last,
            let open = text[..<close.lowerBound].ranges(of: "/*").last
        else { return nil }
        let lines = text[open.upperBound..<close.lowerBound].split(whereSeparator: \.isNewline)
        return lines.map { $0.trimmingPrefix(while: \.isWhitespace) }.joined(separator: "\n")
            .trimmingSuffix(while: \.isWhitespace)
    }

    package var keys: [String] {
        entries.indices.filter { indices[KeyBytes(entries[$0].key)] == $0 }.map { entries[$0].key }
    }

    private func entry(_ key: String) -> Entry? { indices[KeyBytes(key)].map { entries[$0] } }

    package func has(_ key: String) -> Bool { indices[KeyBytes(key)] != nil }

    package func value(of key: String) -> String? { entry(key).map { $0.newValue ?? $0.value } }

    package func comment(of key: String) -> String? { entry(key)?.comment }

    package func line(of key: String) -> Int? { entry(key)?.line }

    /// Replaces the value of an entry, or appends one; the comment is that of a new entry.
    package mutating func set(_ value: String, of key: String, comment: String? = nil) {
        guard let index = indices[KeyBytes(key)] else {
            indices[KeyBytes(key)] = entries.count
            return entries.append(Entry(key: key, value: value, comment: comment))
        }
        entries[index].newValue = entries[index].value.isSame(as: value) ? nil : value
    }

    package var bytes: [UInt8] {
        // Foundation fails to read an empty file, but reads a comment as no entries.
        if isNew, entries.isEmpty { return Array("/* No strings. */\n".utf8) }
        var output: [UInt8] = []
        var end = 0
        for entry in entries {
            guard let value = entry.newValue, let range = entry.range else { continue }
            output += text[end..<range.lowerBound]
            if range.isEmpty { output += " = ".utf8 }
            output += Self.quoted(value).utf8
            end = range.upperBound
        }
        output += text[end...]
        let feed = text.firstIndex(of: 0x0A)
        let lineEnd = feed.map { $0 > 0 && text[$0 - 1] == 0x0D } == true ? "\r\n" : "\n"
        for entry in entries where entry.range == nil {
            if let last = output.last, last != 0x0A, last != 0x0D { output += lineEnd.utf8 }
            if let comment = entry.comment, !comment.isEmpty {
                if !output.isEmpty { output += lineEnd.utf8 }
                let text = Self.withoutEnd(comment).split(
                    omittingEmptySubsequences: false,
                    whereSeparator: \.isNewline
                )
                output += "/* \(text.joined(separator: lineEnd + "   ")) */\(lineEnd)".utf8
            }
            let (key, value) = (Self.quoted(entry.key), Self.quoted(entry.newValue ?? entry.value))
            output += "\(key) = \(value);\(lineEnd)".utf8
        }
        return encoding.encode(output)
    }

    /// The text of a comment with `* /` for `*/`, also before an accent.
    private static func withoutEnd(_ comment: String) -> String {
        var text = String.UnicodeScalarView()
        for scalar in comment.unicodeScalars {
            if scalar == "/", text.last == "*" { text.append(" ") }
            text.append(scalar)
        }
        return String(text)
    }

    /// A string in quotation marks, which this package and Foundation read alike.
    package static func quoted(_ text: String) -> String {
        var quoted: String.UnicodeScalarView = "\"".unicodeScalars
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\":
                quoted.append("\\")
                quoted.append(scalar)
            case "\n": quoted += "\\n".unicodeScalars
            case "\r": quoted += "\\r".unicodeScalars
            case "\t": quoted += "\\t".unicodeScalars
            case "\0"..<" ", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}", "\u{FEFF}":
                // Parsers disagree on the letter escapes for these characters.
                let digits = String(scalar.value, radix: 16, uppercase: true)
                let zeros = String(repeating: "0", count: 4 - digits.utf8.count)
                quoted += ("\\U" + zeros + digits).unicodeScalars
            default: quoted.append(scalar)
            }
        }
        quoted.append("\"")
        return String(quoted)
    }
}

extension StringProtocol {
    fileprivate func trimmingSuffix(while isDropped: (Character) -> Bool) -> String {
        var text = Substring(self)
        while let last = text.last, isDropped(last) { text.removeLast() }
        return String(text)
    }
}
