extension String {
    /// The string with line ends, control characters and directional marks escaped, such as
    /// `\u{A}`.
    ///
    /// Keys and strings are untrusted.
    var onOneLine: String {
        var line = ""
        for scalar in unicodeScalars {
            switch scalar.value {
            case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069:
                line += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            default: line.unicodeScalars.append(scalar)
            }
        }
        return line
    }
}
