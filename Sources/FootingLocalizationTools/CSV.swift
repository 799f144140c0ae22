/// Comma-separated values (RFC 4180).
package enum CSV {
    /// Returns records, each with a line end.
    ///
    /// A missing field is empty; an empty string is `""`. A field that begins like a formula gets a
    /// leading apostrophe if `disarmsFormulas` is set.
    package static func document(
        _ records: [[String?]],
        disarmingFormulas disarmsFormulas: Bool = false
    ) -> String {
        var text = ""
        for record in records {
            let fields = record.map { $0.map { field($0, disarmsFormulas) } ?? "" }
            text += fields.joined(separator: ",") + "\r\n"
        }
        return text
    }

    private static func field(_ text: String, _ disarmsFormulas: Bool) -> String {
        let isFormula = text.utf8.first.map("=+-@\t\r".utf8.contains) == true
        let text = isFormula && disarmsFormulas ? "'" + text : text
        let bytes = text.utf8
        // Outer spaces are quoted, so that no parser trims them.
        if let first = bytes.first, let last = bytes.last, first > 0x20, last > 0x20,
            !bytes.contains(where: { "\",\r\n".utf8.contains($0) })
        {
            return text
        }
        // By scalars, because a quotation mark followed by a combining accent is one character.
        let parts = text.unicodeScalars.split(separator: "\"", omittingEmptySubsequences: false)
        return "\"" + parts.map(String.init).joined(separator: "\"\"") + "\""
    }
}

extension CSV {
    /// A reader of records with CRLF or LF, and with any separator.
    struct Reader {
        /// The line on which the next record begins, counted from 1.
        private(set) var line = 1
        /// Whether the last field has no final quotation mark.
        private(set) var isUnterminated = false
        private var rest: ArraySlice<UInt8>
        private let separator: UInt8

        init(_ bytes: [UInt8], separator: UInt8) {
            (rest, self.separator) = (bytes[...], separator)
        }

        /// Reads the next record, or returns `nil` at the end.
        mutating func next() -> [String]? {
            guard !rest.isEmpty, !isUnterminated else { return nil }
            var fields: [String] = []
            var field: [UInt8] = []
            var isQuoted = false
            func finish() {
                fields.append(String(decoding: field, as: UTF8.self))
                field = []
            }
            while let byte = rest.popFirst() {
                if byte == UInt8(ascii: "\n") { line += 1 }
                if byte == UInt8(ascii: "\"") {
                    if isQuoted, rest.first == byte {
                        field.append(byte)
                        rest.removeFirst()
                    } else if isQuoted || field.isEmpty {
                        isQuoted.toggle()
                    } else {
                        field.append(byte)
                    }
                } else if isQuoted {
                    field.append(byte)
                } else if byte == separator {
                    finish()
                } else if byte == UInt8(ascii: "\n") {
                    break
                } else if byte != UInt8(ascii: "\r") || rest.first != UInt8(ascii: "\n") {
                    field.append(byte)
                }
            }
            isUnterminated = isQuoted
            finish()
            return isUnterminated ? nil : fields
        }
    }
}
