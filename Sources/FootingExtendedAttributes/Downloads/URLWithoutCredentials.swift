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
    // By scalars, because a mark followed by a combining accent is one character.
    let beginning = /([A-Za-z0-9+.\-]+:\/\/)(?:[^\/?#]*@)?/.matchingSemantics(.unicodeScalar)
    guard let match = text.prefixMatch(of: beginning) else { return text }
    let rest = text.unicodeScalars[match.range.upperBound...].prefix { $0 != "#" }
    return String(match.1) + String(rest)
}

/// Returns the absolute URL, without user, password and fragment.
func withoutCredentials(_ url: URL) -> URL {
    let text = withoutCredentials(url.absoluteString)
    // A URL that can't be parsed can't be requested. The replacement can't be stored.
    return URL(string: String(text.prefix { $0 != "#" })) ?? URL(filePath: "/dev/null")
}
