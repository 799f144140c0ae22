import FootingBytes

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension URL {
    /// The URL of an attribute's value as browsers read it; `nil` if it is not absolute.
    static func resolved(_ value: String, against base: URL?) -> URL? {
        var bytes = strippedURL(value)
        var scheme = bytes.withView { URL.scheme(of: $0) }
        let baseScheme = base?.scheme?.lowercasedASCII
        let special: Set<String> = ["http", "https", "ftp", "file"]
        if let name = scheme ?? baseScheme, special.contains(name) {
            let end = bytes.firstIndex { $0 == 0x3F || $0 == 0x23 } ?? bytes.endIndex
            for index in bytes.indices[..<end] where bytes[index] == 0x5C { bytes[index] = 0x2F }
            // The base has the scheme, so `http:a` is relative.
            if let name = scheme, name == baseScheme {
                bytes.removeFirst(name.utf8.count + 1)
                scheme = nil
            }
        }
        // A colon in the first segment of a path would end a scheme.
        let hasColon = bytes.prefix { $0 != 0x2F && $0 != 0x3F && $0 != 0x23 }.contains(0x3A)
        if scheme == nil, hasColon { bytes.insert(contentsOf: "./".utf8, at: 0) }
        let string = String(decoding: bytes, as: UTF8.self)
        guard scheme == nil else { return URL(string: string)?.absoluteURL }
        guard let base, base.scheme != nil else { return nil }
        guard !string.isEmpty else { return base.withoutFragment }
        return URL(string: string, relativeTo: base)?.absoluteURL
    }

    /// A value without the characters that a URL never has: control characters and spaces at its
    /// ends, and tabs and line ends anywhere.
    static func strippedURL(_ value: String) -> [UInt8] {
        var bytes = value.utf8[...]
        while let first = bytes.first, first <= 0x20 { bytes.removeFirst() }
        while let last = bytes.last, last <= 0x20 { bytes.removeLast() }
        return bytes.filter { $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
    }

    /// The scheme at the beginning of a URL, in lower case.
    static func scheme(of url: ByteView) -> String? {
        var end = 0
        while url.has(end), isLetterOrDigit(url[end]) || [0x2B, 0x2D, 0x2E].contains(url[end]) {
            end += 1
        }
        guard url.has(":", at: end), isLetter(url[0]) else { return nil }
        return url.slice(from: 0, count: end).text.lowercasedASCII
    }

    private var withoutFragment: URL? {
        let string = absoluteString
        return URL(string: String(string.prefix { $0 != "#" }))
    }
}
