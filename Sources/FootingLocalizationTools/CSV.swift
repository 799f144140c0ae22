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
