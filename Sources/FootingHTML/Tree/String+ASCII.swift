import FootingBytes

extension String {
    /// The string with ASCII letters in lower case, and everything else as it is.
    var lowercasedASCII: String {
        let hasCapitals = utf8.contains { $0 &- 0x41 < 26 }
        return hasCapitals ? String(decoding: utf8.map(lowercase), as: UTF8.self) : self
    }

    /// The words between white space of HTML.
    var words: [String] { utf8.split(whereSeparator: isHTMLSpace).map { String(Substring($0)) } }

    /// The string with each run of white space as one space, and none at its ends.
    var collapsed: String { words.joined(separator: " ") }

    /// The string without white space at its ends.
    var stripped: String {
        guard let first = utf8.firstIndex(where: { !isHTMLSpace($0) }),
            let last = utf8.lastIndex(where: { !isHTMLSpace($0) })
        else { return "" }
        return String(self[first...last])
    }
}
