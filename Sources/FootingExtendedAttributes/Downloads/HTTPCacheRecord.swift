public import Foundation

/// Where a file's content was downloaded from, and how to ask whether the server has a newer one.
///
/// It is kept beside the content, in an attribute that also says what the file looked like then. A
/// file that has been changed since has no record any more:
///
/// ```swift
/// let record = HTTPCacheRecord(url: url, etag: "\"33a64df5\"")
/// try record.write(page, to: file)
/// if let known = try file.extendedAttributes.httpCacheRecord() {
///     print("Ask with", known.requestHeaders)
/// }
/// ```
///
/// A validator alone would not do: a program that rewrites the file in place keeps its attributes,
/// and the server would call the result up to date.
public struct HTTPCacheRecord: Hashable, Sendable {
    /// Where the content came from, without a user, a password and a fragment.
    ///
    /// Attributes can be read by whoever can read the file, and backups copy them. What else in the
    /// URL is secret, as a token in its query may be, is for the caller to take out.
    public let url: URL
    /// The server's `ETag`, as it came: with its quotes, and the `W/` of a weak one.
    public let etag: String?
    /// The server's `Last-Modified`, as it came.
    public let lastModified: String?

    /// Creates a record of what a server answered.
    ///
    /// ```swift
    /// let etag = response.value(forHTTPHeaderField: "ETag")
    /// ```
    ///
    /// - Parameters:
    ///   - url: Where the content came from. A user, a password and a fragment are left out.
    ///   - etag: The answer's `ETag`.
    ///   - lastModified: The answer's `Last-Modified`.
    /// - Complexity: O(*n*) in the length of the URL.
    public init(url: URL, etag: String? = nil, lastModified: String? = nil) {
        self.url = withoutCredentials(url)
        self.etag = etag
        self.lastModified = lastModified
    }

    /// The header fields of a request that gets the content only if it is another one now:
    /// `If-None-Match` and `If-Modified-Since`.
    ///
    /// The server answers 304 if the file is still right. Without either field, which is so when the
    /// server sent nothing that they could be made of, it sends the content again. An ETag makes a
    /// field only in its proper form, in quotes ([RFC 9110](https://www.rfc-editor.org/rfc/rfc9110),
    /// 8.8.3): a bare `*` would be right whatever the server has. Text beyond printable ASCII makes
    /// none, because it could end the field and begin another.
    public var requestHeaders: [String: String] {
        var headers: [String: String] = [:]
        if let etag, etag.isPrintable, etag.isEntityTag { headers["If-None-Match"] = etag }
        if let lastModified, lastModified.isPrintable {
            headers["If-Modified-Since"] = lastModified
        }
        return headers
    }

    /// The attribute that records are kept in unless another one is named.
    ///
    /// It is the same for all programs, so that one finds the record that another one has left. Name
    /// another one where each must have its own.
    public static let attributeName = ExtendedAttributeName.portable("footing.http-cache")
}

extension String {
    /// Whether this is a text of printable ASCII, and not an empty one.
    fileprivate var isPrintable: Bool {
        !isEmpty && utf8.allSatisfy { (0x20..<0x7F).contains($0) }
    }

    /// Whether this is in quotes, perhaps with a mark for a weak one before them.
    fileprivate var isEntityTag: Bool {
        let tag = hasPrefix("W/") ? dropFirst(2) : self[...]
        return tag.count > 1 && tag.first == "\"" && tag.last == "\""
            && !tag.dropFirst().dropLast().contains("\"")
    }
}

/// Returns the URL as a whole, without a user, a password and a fragment.
private func withoutCredentials(_ url: URL) -> URL {
    var components = URLComponents(url: url, resolvingAgainstBaseURL: true)
    components?.user = nil
    components?.password = nil
    components?.fragment = nil
    // What can't be taken apart can't be asked for either, and is not kept: a file's URL, to no use.
    return components?.url ?? URL(filePath: "/dev/null")
}
