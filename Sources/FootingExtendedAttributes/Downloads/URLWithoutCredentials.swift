import Foundation

extension ExtendedAttributeCoding<URL> {
    /// The string of an absolute URL, without user, password and fragment.
    static var urlWithoutCredentials: Self {
        Self(.utf8, expected: "an absolute URL, such as “https://example.com/file”") { text in
            // Other programs write characters outside of ASCII as they are (RFC 3987). Foundation
            // would also escape spaces, and percent signs that begin an escape already.
            guard let url = URL(string: escapingNonASCII(text), encodingInvalidCharacters: false),
                url.scheme != nil
            else { return nil }
            return url
        } encode: { url in
            let text = withoutCredentials(String(url.absoluteString.prefix { $0 != "#" }))
            guard URL(string: text, encodingInvalidCharacters: false)?.scheme != nil else {
                return nil
            }
            return text
        }
    }
}

private func escapingNonASCII(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 >= 0x80 }) else { return text }
    return text.utf8.map { byte in
        byte < 0x80 ? String(UnicodeScalar(byte)) : "%" + String(byte, radix: 16, uppercase: true)
    }
    .joined()
}

/// Returns the string of a URL without user, password and fragment; any other string unchanged.
///
/// The components are split as in RFC 3986 (appendix B): the scheme ends at the first colon, two
/// slashes after it begin the authority, and the user information ends at the last `@` in the
/// authority. A string without an authority is not treated as a URL, since other strings can
/// contain a colon.
func withoutCredentials(_ text: String) -> String {
    let bytes = text.utf8
    let scheme = bytes.prefix(while: isInScheme)
    let rest = bytes[scheme.endIndex...]
    guard !scheme.isEmpty, rest.starts(with: "://".utf8) else { return text }
    let end = rest.firstIndex(of: UInt8(ascii: "#")) ?? rest.endIndex
    let hierarchy = rest[..<end].dropFirst(3)
    let authority = hierarchy.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
    let host = authority.lastIndex(of: UInt8(ascii: "@")).map(bytes.index(after:))
    return String(text[..<authority.startIndex])
        + String(text[(host ?? authority.startIndex)..<end])
}

/// Returns the absolute URL, without user, password and fragment.
func withoutCredentials(_ url: URL) -> URL {
    let text = withoutCredentials(url.absoluteString)
    // A URL that can't be parsed can't be requested. The replacement can't be stored.
    return URL(string: String(text.prefix { $0 != "#" })) ?? URL(filePath: "/dev/null")
}

private func isInScheme(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
        true
    default: false
    }
}
