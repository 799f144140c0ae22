public import Foundation

extension ExtendedAttributeCoding<String> {
    /// UTF-8 text, as it is: nothing is normalised, and no NUL is put behind it or taken away.
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
    /// The bytes as they are.
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
    /// The bytes as they are.
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
    /// The text `true` or `false`, and nothing else.
    public static var trueFalse: Self {
        Self {
            "“true” or “false”"
        } encode: { value, body in
            ExtendedAttributeCoding<String>.utf8.encode(value ? "true" : "false", body)
        } decode: { bytes in
            if bytes.equals("true") { return true }
            return bytes.equals("false") ? false : nil
        }
    }
}

extension RawSpan {
    fileprivate func equals(_ text: StaticString) -> Bool {
        guard byteCount == text.utf8CodeUnitCount else { return false }
        return unsafe withUnsafeBytes { bytes in
            // A text of no bytes is never asked for, so there is a start; both have as many bytes.
            guard let start = bytes.baseAddress else { return false }
            return unsafe memcmp(start, text.utf8Start, bytes.count) == 0
        }
    }
}

extension ExtendedAttributeCoding<[String]> {
    /// UTF-8 text with a comma between each two elements, such as `holiday,beach`.
    ///
    /// No elements are no bytes. An element that has a comma in it, and an only element that is
    /// empty, can't be written, since they would be read as something else. Blanks count.
    public static var commaSeparated: Self {
        Self(
            .utf8,
            expected: "UTF-8 text with commas between its parts, of which none has a comma in it"
        ) { text in
            // By bytes, because a comma and an accent behind it are one character.
            text.isEmpty
                ? []
                : text.utf8.split(separator: comma, omittingEmptySubsequences: false)
                    .map { String(Substring($0)) }
        } encode: { parts in
            guard parts != [""], !parts.contains(where: { $0.utf8.contains(comma) }) else {
                return nil
            }
            return parts.joined(separator: ",")
        }
    }
}

private let comma = UInt8(ascii: ",")
