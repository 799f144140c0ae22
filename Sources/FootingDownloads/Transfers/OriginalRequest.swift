import FootingFiles

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The address and the header fields that the caller asked for, after their checks; and the names
/// of the content.
struct OriginalRequest {
    let address: WebAddress
    /// The URL without user, password, query and fragment.
    let url: URL
    /// With the credentials of the URL; they are sent to the origin of the address alone.
    let fields: [(name: String, value: String)]
    /// The name by which the content is found again.
    private let contentName: String
    /// The digest of the name that the caller gave to the content.
    let givenIdentity: String?
    /// The URL that is stored with the file, without a signature if the content has a name.
    let storedURL: String

    init(of url: URL, _ options: DownloadOptions) throws(DownloadError) {
        guard let parts = URLComponents(url: url, resolvingAgainstBaseURL: true),
            let address = WebAddress(parts)
        else {
            throw DownloadError(.invalidURL, "this is not an absolute “http” or “https” URL")
        }
        self.address = address
        let hasSecrets =
            parts.user != nil || parts.percentEncodedQuery != nil
            || parts.percentEncodedFragment != nil
        self.url = (hasSecrets ? URL(string: address.withoutQuery) : nil) ?? url.absoluteURL
        contentName = options.identity ?? address.text
        givenIdentity = options.identity.map { Digest($0).shortText }
        storedURL = options.identity == nil ? address.text : address.withoutQuery
        var fields: [(name: String, value: String)] = []
        for (name, value) in options.headerFields.sorted(by: { $0.key < $1.key }) {
            let isSendable = value.utf8.allSatisfy { ![0, 0x0A, 0x0D].contains($0) }
            guard Self.isAllowed(name), isSendable else {
                let reason = isSendable ? "is invalid or reserved" : "has a line break or a NUL"
                let field = "the header field “\(escaped(name.utf8))”"
                throw DownloadError(.invalidHeaderField, "\(field) \(reason); omit it")
            }
            fields.append((name, value))
        }
        if let value = parts.authorization,
            !fields.contains(where: { $0.name.lowercased() == "authorization" })
        {
            fields.append(("Authorization", value))
        }
        self.fields = fields
    }

    /// The digest of the content's name.
    var identity: String { Digest(contentName).shortText }

    /// The name of the file in a cache, the only place of the fields' values.
    var key: String {
        let lines = fields.map { "\($0.name.lowercased()): \($0.value)" }.sorted()
        // The name may contain any character, but a line is neither empty nor broken.
        return Digest((lines + ["", contentName]).joined(separator: "\n")).text
    }

    /// Whether a name consists of the characters of RFC 9110 (5.6.2), and is not that of a field
    /// that the download itself sets.
    private static func isAllowed(_ name: String) -> Bool {
        let lower = name.lowercased()
        let own = ["range", "host", "transfer-encoding", "connection", "accept-encoding"]
        return !name.isEmpty && !own.contains(lower)
            && !lower.hasPrefix("if-") && !lower.hasPrefix("content-")
            && lower.hasOnlyLettersDigits(and: "!#$%&'*+-.^_`|~")
    }
}
