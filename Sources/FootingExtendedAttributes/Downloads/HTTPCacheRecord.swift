public import Foundation

/// The URL and the validators of a downloaded file, for conditional requests to the server.
///
/// The record is stored in an attribute of the file, together with the file's size and modification
/// time. After a change of the file, the record is no longer valid and reads as `nil`:
///
/// ```swift
/// let record = HTTPCacheRecord(url: url, etag: "\"33a64df5\"")
/// try record.write(page, to: file)
/// if let known = try file.extendedAttributes.httpCacheRecord() {
///     print("Ask with", known.requestHeaderFields)
/// }
/// ```
///
/// A validator alone is not enough: a program that rewrites the file in place keeps its attributes,
/// and the server would confirm that the changed content is up to date.
public struct HTTPCacheRecord: Hashable, Sendable {
    /// The URL of the content, without a user, a password and a fragment.
    ///
    /// Only an absolute `http` or `https` URL can be stored. Every user who can read the file can
    /// read the attribute, and backups copy it: remove other secrets, such as a token in a query.
    public let url: URL
    /// The server's `ETag`, unchanged: with its quotes, and with the `W/` of a weak tag.
    public let etag: String?
    /// The server's `Last-Modified`, unchanged.
    public let lastModified: String?

    /// Creates a record of a server's response.
    ///
    /// ```swift
    /// let etag = response.value(forHTTPHeaderField: "ETag")
    /// ```
    ///
    /// - Parameters:
    ///   - url: The URL of the content. User, password and fragment are omitted.
    ///   - etag: The response's `ETag`.
    ///   - lastModified: The response's `Last-Modified`.
    /// - Complexity: O(*n*) in the length of the URL.
    public init(url: URL, etag: String? = nil, lastModified: String? = nil) {
        self.url = withoutCredentials(url)
        self.etag = etag
        self.lastModified = lastModified
    }

    /// The header fields of a conditional request: `If-None-Match` and `If-Modified-Since`.
    ///
    /// The server responds with 304 if the file is up to date. Without these fields, it sends the
    /// content again. An ETag is used only if it is well-formed, in quotes ([RFC
    /// 9110](https://www.rfc-editor.org/rfc/rfc9110), 8.8.3): a bare `*` would match any content.
    /// Values with characters outside printable ASCII are not used, because they could inject
    /// another header field.
    public var requestHeaderFields: [String: String] {
        // By scalars, because several can be one character, such as the end of a line.
        let entityTag = /(?:W\/)?"[ !#-~]*"/.matchingSemantics(.unicodeScalar)
        let printable = /[ -~]+/.matchingSemantics(.unicodeScalar)
        var headers: [String: String] = [:]
        if let etag, etag.wholeMatch(of: entityTag) != nil { headers["If-None-Match"] = etag }
        if let lastModified, lastModified.wholeMatch(of: printable) != nil {
            headers["If-Modified-Since"] = lastModified
        }
        return headers
    }

    /// The attribute that stores records by default.
    ///
    /// All programs share this attribute, so a program can read a record that another program
    /// stored. Pass another name if programs must not share records.
    public static let attributeName = ExtendedAttributeName.portable("footing.http-cache")
}
