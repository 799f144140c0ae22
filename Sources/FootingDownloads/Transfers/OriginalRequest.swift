#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The address and the header fields that the caller asked for, after their checks.
struct OriginalRequest {
    let address: WebAddress
    /// With the credentials of the URL; they are sent to the origin of the address alone.
    let fields: [(name: String, value: String)]

    init(of url: URL, _ options: DownloadOptions) throws(DownloadError) {
        guard let address = WebAddress(url) else {
            throw DownloadError(.invalidURL, "this is not an absolute “http” or “https” URL")
        }
        self.address = address
        var fields: [(name: String, value: String)] = []
        for (name, value) in options.headerFields.sorted(by: { $0.key < $1.key }) {
            guard Self.isAllowed(name), value.utf8.allSatisfy({ ![0, 0x0A, 0x0D].contains($0) })
            else {
                throw DownloadError(.invalidHeaderField, "the header field “\(name)” can't be set")
            }
            fields.append((name, value))
        }
        if let value = url.authorization,
            !fields.contains(where: { $0.name.lowercased() == "authorization" })
        {
            fields.append(("Authorization", value))
        }
        self.fields = fields
    }

    /// Whether a name consists of the characters of RFC 9110 (5.6.2), and is not that of a field
    /// that the download itself sets.
    private static func isAllowed(_ name: String) -> Bool {
        let lower = name.lowercased()
        let own = ["range", "host", "transfer-encoding", "connection", "accept-encoding"]
        return !name.isEmpty && !own.contains(lower)
            && !lower.hasPrefix("if-") && !lower.hasPrefix("content-")
            && lower.utf8.allSatisfy {
                0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 || "!#$%&'*+-.^_`|~".utf8.contains($0)
            }
    }
}
