import FootingFiles
public import Foundation

extension ExtendedAttributeCoding<String> {
    /// UTF-8, without normalization; no trailing NUL is added or removed.
    public static var utf8: Self {
        Self {
            "UTF-8 text"
        } encode: { text, body in
            var text = text
            text.withUTF8 { unsafe body(UnsafeRawBufferPointer($0).bytes) }
            return true
        } decode: { bytes in
            unsafe bytes.withUnsafeBytes { unsafe String(exactly: $0) }
        }
    }
}

extension ExtendedAttributeCoding<Data> {
    /// The bytes, unchanged.
    public static var bytes: Self {
        Self {
            "bytes"
        } encode: { value, body in
            unsafe value.withUnsafeBytes { unsafe body($0.bytes) }
            return true
        } decode: { bytes in
            unsafe bytes.withUnsafeBytes { unsafe ExtendedAttributes.data($0) }
        }
    }
}

extension ExtendedAttributeCoding<[UInt8]> {
    /// The bytes, unchanged.
    public static var bytes: Self {
        Self {
            "bytes"
        } encode: { value, body in
            unsafe value.withUnsafeBytes { unsafe body($0.bytes) }
            return true
        } decode: { bytes in
            unsafe bytes.withUnsafeBytes { unsafe Array($0) }
        }
    }
}

extension ExtendedAttributeCoding<Bool> {
    /// The string `true` or `false`, and nothing else.
    public static var trueFalse: Self {
        Self {
            "“true” or “false”"
        } encode: { value, body in
            ExtendedAttributeCoding<String>.utf8.encode(value ? "true" : "false", body)
        } decode: { bytes in
            unsafe bytes.withUnsafeBytes { bytes in
                if bytes.count == 4, unsafe bytes.starts(with: "true") { return true }
                return unsafe bytes.count == 5 && bytes.starts(with: "false") ? false : nil
            }
        }
    }
}

extension ExtendedAttributeCoding<[String]> {
    /// UTF-8 strings separated by commas, such as `holiday,beach`.
    ///
    /// An empty list is an empty value. A list with a comma in an element, and a list of one empty
    /// element, can't be written, since they would be read back as another list. Spaces are kept.
    public static var commaSeparated: Self {
        var coding = Self(
            .utf8,
            expected: "UTF-8 text, in parts that contain no comma and are separated by commas"
        ) { text in
            // By bytes, because a comma followed by a combining accent is one character.
            text.isEmpty
                ? []
                : text.utf8.split(separator: comma, omittingEmptySubsequences: false)
                    .map { String(Substring($0)) }
        } encode: { elements in
            guard elements != [""], !elements.contains(where: { $0.utf8.contains(comma) }) else {
                return nil
            }
            return elements.joined(separator: ",")
        }
        coding.refusal = { elements in
            guard elements == [""] else { return nil }
            return "comma-separated text, because a list of one empty string would be read as an "
                + "empty list; omit the string, or choose another coding"
        }
        return coding
    }
}

extension ExtendedAttributeCoding<[String]> {
    /// Tags separated by commas; blanks around tags and empty tags are read, but not written.
    static var tags: Self {
        Self(
            .commaSeparated,
            expected: "tags separated by commas; no tag may be empty, contain a comma, or begin or "
                + "end with a blank"
        ) { elements in
            elements.map(withoutBlanks).filter { !$0.isEmpty }
        } encode: { tags in
            tags.allSatisfy { !$0.isEmpty && withoutBlanks($0).utf8.count == $0.utf8.count }
                ? tags : nil
        }
    }
}

/// Returns a string without the ASCII blanks at its ends.
private func withoutBlanks(_ text: String) -> String {
    text.trimmingCharacters(in: CharacterSet(charactersIn: " \t\n\u{B}\u{C}\r"))
}

private let comma = UInt8(ascii: ",")
