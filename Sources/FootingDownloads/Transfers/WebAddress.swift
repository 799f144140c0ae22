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
    /// The scheme, the host and, unless it is the scheme's own, the port.
    let origin: String
    let withoutQuery: String
    /// The URL without user, password and fragment.
    let text: String

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
            let host = parts.encodedHost?.lowercased(), !host.isEmpty,
            host.hasOnlyLettersDigits(and: "-._~%:[]"), 1...65_535 ~= parts.port ?? 80
        else { return nil }
        let port = parts.port == (scheme == "http" ? 80 : 443) ? nil : parts.port
        let path = parts.percentEncodedPath
        (self.scheme, self.host) = (scheme, host)
        origin = "\(scheme)://\(host)\(port.map { ":\($0)" } ?? "")"
        withoutQuery = origin + (path.isEmpty ? "/" : path)
        text = withoutQuery + (parts.percentEncodedQuery.map { "?\($0)" } ?? "")
        guard text.utf8.allSatisfy({ 0x21...0x7E ~= $0 && $0 != 0x23 }) else { return nil }
    }

    /// Resolves the value of a `Location` field; user and password are dropped.
    init?(location: String, from address: WebAddress) {
        guard let base = URL(string: address.text),
            let url = URL(string: location, relativeTo: base)
        else { return nil }
        self.init(url)
    }
}

extension String {
    /// Whether there are only lower-case letters, digits and some marks.
    func hasOnlyLettersDigits(and marks: String) -> Bool {
        utf8.allSatisfy {
            0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 || marks.utf8.contains($0)
        }
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
