import Foundation

extension ExtendedAttributeCoding<URL> {
    /// The text of an absolute URL, without a user, a password and a fragment.
    static var urlWithoutCredentials: Self {
        Self(.utf8, expected: "an absolute URL, such as “https://example.com/file”") { text in
            // Foundation would escape what no URL may contain.
            guard let url = URL(string: text, encodingInvalidCharacters: false), url.scheme != nil
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

/// Returns the text of a URL without its user, password and fragment; any other text as it is.
///
/// The parts are found as RFC 3986 (appendix B) says: the scheme ends at the first colon, two slashes
/// behind it begin the authority, and everything in that up to its last `@` is about the user. A URL
/// without an authority counts as other text, which may well have a colon in it.
func withoutCredentials(_ text: String) -> String {
    let bytes = text.utf8
    let scheme = bytes.prefix(while: isPartOfScheme)
    let rest = bytes[scheme.endIndex...]
    guard !scheme.isEmpty, rest.starts(with: "://".utf8) else { return text }
    let end = rest.firstIndex(of: UInt8(ascii: "#")) ?? rest.endIndex
    let hierarchy = rest[..<end].dropFirst(3)
    let authority = hierarchy.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
    let host = authority.lastIndex(of: UInt8(ascii: "@")).map(bytes.index(after:))
    return String(text[..<authority.startIndex])
        + String(text[(host ?? authority.startIndex)..<end])
}

private func isPartOfScheme(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
        true
    default: false
    }
}
