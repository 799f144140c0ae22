#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The result of a download: the file, and the server's facts about it.
public struct DownloadResult: Hashable, Sendable {
    /// The file, at the URL that was requested.
    public let file: URL
    /// The URL of the content after redirects, without user, password, query and fragment.
    ///
    /// Relative links in the content refer to it.
    public let url: URL
    /// The size of the file.
    public let size: Int
    /// The length of the older part that this download continued.
    public let resumedBytes: Int
    /// The number of bytes of content that this download received.
    public let receivedBytes: Int
    /// The source of the content.
    public let source: Source
    /// Whether the server said where the content ends.
    ///
    /// Otherwise only the end of the connection marked the end of the content, so content that was
    /// cut off looks complete.
    public let isLengthVerified: Bool
    /// The server's `ETag`, unchanged.
    public let etag: String?
    /// The server's `Last-Modified`, unchanged.
    public let lastModified: String?
    /// The server's `Content-Type`, unchanged.
    public let contentType: String?
    /// The server's `Content-Encoding`, unchanged, or `nil`; the file has the encoded bytes.
    public let contentEncoding: String?

    /// The source of a file.
    ///
    /// A minor release may add cases, so a `switch` over them needs `@unknown default`.
    @nonexhaustive public enum Source: Hashable, Sendable {
        /// The content was received, all of it or the rest of a part.
        case network
        /// The file was there, and the server had nothing newer.
        case unchanged
    }
}
