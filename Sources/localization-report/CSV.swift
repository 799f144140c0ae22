/// Comma-separated values (RFC 4180).
enum CSV {
    /// A record with its line end.
    ///
    /// A missing field is empty; an empty string is `""`.
    static func record(_ fields: [String?]) -> String {
        fields.map { $0.map(field) ?? "" }.joined(separator: ",") + "\r\n"
    }

    private static func field(_ text: String) -> String {
        let bytes = text.utf8
        // Outer spaces are quoted, so that no parser trims them.
        if let first = bytes.first, let last = bytes.last, first > 0x20, last > 0x20,
            !bytes.contains(where: { "\",\r\n".utf8.contains($0) })
        {
            return text
        }
        var field = "\""
        for scalar in text.unicodeScalars {
            if scalar == "\"" { field.unicodeScalars.append(scalar) }
            field.unicodeScalars.append(scalar)
        }
        return field + "\""
    }
}
