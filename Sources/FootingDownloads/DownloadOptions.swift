/// The options of a download.
public struct DownloadOptions: Sendable {
    /// Header fields of the request, such as `Authorization`.
    ///
    /// They are sent only to the origin of the URL: a redirect to another scheme, host or port
    /// omits all of them. Fields that the download itself needs are refused: `Range`, `Host`,
    /// `Connection`, `Accept-Encoding`, `Transfer-Encoding`, `If-…` and `Content-…`.
    public var headerFields: [String: String] = [:]
    /// The name of the content, by which a part is found again, or `nil` for the URL.
    ///
    /// Set it if the URL of the same content changes, as signed URLs and mirrors do.
    public var identity: String?
    /// Whether the file may be created and replaced.
    public var mode = WriteMode.createOrReplace
    /// The redirects that are followed.
    public var redirects = Redirects.safe
    /// The longest time without a byte, after which the connection counts as lost.
    public var idleTimeout = Duration.seconds(60)
    /// The highest rate, or `nil` for as fast as possible.
    public var maxBytesPerSecond: Int?
    /// Whether the file and its name are flushed to the storage device before the download is
    /// complete; the name only if the folder can be read.
    public var synchronizes = true
    /// Whether a file that is already there, unchanged since its download, is kept if the server
    /// has nothing newer.
    public var reusesUnchanged = true
    /// The test that the content must pass, or `nil`.
    public var check: DownloadCheck?
    /// The limits of what the server may send.
    public var limits = Limits.standard

    /// The pause before the second attempt, half as long as the next one; tests shorten it.
    package var firstPause = Duration.milliseconds(500)
    /// The number of bytes after which written bytes are flushed; tests lower it.
    package var flushInterval = 64 << 20
    /// Called after each step; tests stop the process there.
    package var didFinishStep: @Sendable (DownloadStep) -> Void = { _ in }

    /// Options for servers that you trust.
    public static let standard = DownloadOptions()
    /// Options with tight limits: a content of 1 GiB at most.
    public static let untrusted = {
        var options = DownloadOptions()
        options.limits = .untrusted
        return options
    }()

    /// Whether a download may create and replace its file.
    public enum WriteMode: Hashable, Sendable {
        /// Creates the file, or replaces it.
        case createOrReplace
        /// Creates the file; if it exists, the download fails.
        case createOnly
        /// Replaces the file; if it does not exist, the download fails.
        case replaceOnly
    }

    /// The redirects that a download follows.
    ///
    /// A minor release may add cases, so a `switch` over them needs `@unknown default`.
    @nonexhaustive public enum Redirects: Hashable, Sendable {
        /// All, except from `https` to `http`.
        case safe
        /// Redirects to the same scheme, host and port.
        case sameOrigin
        /// None: the download fails with the status of the redirect.
        case notFollowed
    }

    /// A member of ``DownloadOptions/Limits-swift.struct``; its description is its name.
    ///
    /// A minor release may add limits, so a `switch` over them needs `@unknown default`.
    @nonexhaustive public enum Limit: Hashable, Sendable {
        /// ``DownloadOptions/Limits-swift.struct/contentBytes``
        case contentBytes
        /// ``DownloadOptions/Limits-swift.struct/headerBytes``
        case headerBytes
        /// ``DownloadOptions/Limits-swift.struct/headerFields``
        case headerFields
        /// ``DownloadOptions/Limits-swift.struct/redirects``
        case redirects
        /// ``DownloadOptions/Limits-swift.struct/restarts``
        case restarts
    }

    /// The limits of what a server may send.
    public struct Limits: Hashable, Sendable {
        /// The maximum number of bytes of the content.
        public var contentBytes = Int.max
        /// The maximum number of bytes in the header of a response.
        public var headerBytes = 256 << 10
        /// The maximum number of fields in the header of a response.
        public var headerFields = 200
        /// The maximum number of redirects that are followed for one request.
        public var redirects = 10
        /// The maximum number of times that the download begins again because the content changed,
        /// or because the server can't continue.
        public var restarts = 3
        /// The maximum number of failed attempts, one after the other, that are repeated.
        ///
        /// The count begins again when content that can be continued has grown.
        public var retries = 5
        /// The longest time that the server may delay a repeated attempt (`Retry-After`).
        public var retryDelay = Duration.seconds(60)

        /// No limit of the content, 256 KiB and 200 header fields, 10 redirects, 3 restarts, 5
        /// retries, a minute of delay.
        public static let standard = Limits()
        /// A content of 1 GiB, 64 KiB and 100 header fields, 5 redirects, 2 restarts, 3 retries,
        /// ten seconds of delay.
        public static let untrusted = {
            var limits = Limits()
            (limits.contentBytes, limits.headerBytes) = (1 << 30, 64 << 10)
            (limits.headerFields, limits.redirects) = (100, 5)
            (limits.restarts, limits.retries) = (2, 3)
            limits.retryDelay = .seconds(10)
            return limits
        }()
    }
}

/// A step of a download: an old part lost its trust, or a file became more complete.
package enum DownloadStep: CaseIterable, Sendable {
    case withdrewTrust, synced, completed, renamed, syncedFolder, removedRecord
}
