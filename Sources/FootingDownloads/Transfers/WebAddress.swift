#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The URL of a request, in components that Foundation and libcurl can't interpret differently.
///
/// libcurl gets the URL that is composed of them, so the origin that decides about header fields is
/// the one that libcurl connects to.
struct WebAddress: Equatable, Sendable {
    let scheme: String
    /// In lower case; an IPv6 address is in brackets.
    let host: String
    /// `nil` for the scheme's own port.
    let port: Int?
    let path: String
    let query: String?

    /// Creates an address, or returns `nil` unless the URL is absolute, `http` or `https`, and has
    /// a host.
    init?(_ url: URL) {
        guard let parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else {
            return nil
        }
        self.init(parts)
    }

    init?(_ parts: URLComponents) {
        guard let scheme = parts.scheme?.lowercased(), scheme == "http" || scheme == "https",
            let host = parts.encodedHost?.lowercased(), Self.isPlain(host)
        else { return nil }
        let path = parts.percentEncodedPath
        let query = parts.percentEncodedQuery
        guard (path + (query ?? "")).utf8.allSatisfy({ 0x21...0x7E ~= $0 && $0 != 0x23 }),
            1...65_535 ~= parts.port ?? 80
        else { return nil }
        self.scheme = scheme
        self.host = host
        port = parts.port == (scheme == "http" ? 80 : 443) ? nil : parts.port
        self.path = path.isEmpty ? "/" : path
        self.query = query
    }

    /// Resolves the value of a `Location` field; user and password are dropped.
    init?(location: String, from address: WebAddress) {
        guard let base = URL(string: address.text),
            let url = URL(string: location, relativeTo: base)
        else { return nil }
        self.init(url)
    }

    /// The scheme, the host and the port.
    var origin: String { "\(scheme)://\(host)\(port.map { ":\($0)" } ?? "")" }
    /// The URL without user, password and fragment.
    var text: String { withoutQuery + (query.map { "?\($0)" } ?? "") }
    var withoutQuery: String { origin + path }

    private static func isPlain(_ host: String) -> Bool {
        let bytes = host.utf8
        guard bytes.first == UInt8(ascii: "[") else {
            return !host.isEmpty
                && bytes.allSatisfy { isLetterOrDigit($0) || "-._~%".utf8.contains($0) }
        }
        return bytes.last == UInt8(ascii: "]")
            && bytes.dropFirst().dropLast().allSatisfy {
                isLetterOrDigit($0) || ":.%".utf8.contains($0)
            }
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        byte | 0x20 &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10
    }
}

extension URL {
    /// The absolute URL without user, password, query and fragment.
    var withoutSecrets: URL? {
        guard var parts = URLComponents(url: self, resolvingAgainstBaseURL: true) else {
            return nil
        }
        (parts.user, parts.password, parts.query, parts.fragment) = (nil, nil, nil, nil)
        return parts.url
    }
}

extension URLComponents {
    /// User and password as the value of an `Authorization` field.
    var authorization: String? {
        guard let user else { return nil }
        let credentials = Data("\(user):\(password ?? "")".utf8)
        return "Basic \(credentials.base64EncodedString())"
    }
}
