import FootingFiles

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The reason why a download failed.
public struct DownloadError: Error, Hashable, Sendable {
    /// The kind of failure.
    public let code: Code
    /// The URL without user, password, query and fragment.
    public internal(set) var url: URL?
    /// The path of the file, or of the folder of a cache.
    public internal(set) var path: String?
    /// The status of the response.
    public internal(set) var statusCode: Int?
    /// The system's error number.
    public internal(set) var errno: Int32?
    /// The code of libcurl (`CURLcode`), which is never 0.
    public internal(set) var curlCode: Int32?
    /// The time at which the server wants to be asked again.
    public internal(set) var retryAfter: Date?
    /// The number of bytes that a further download to the same file need not receive again.
    public internal(set) var partBytes: Int?
    /// The limit that was exceeded; `nil` for every other code.
    public internal(set) var limit: DownloadOptions.Limit?
    /// The cause, and the remedy if there is one, as the end of a sentence.
    private let reason: String

    init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    /// A kind of failure that a caller can act on; its description is its name.
    ///
    /// A minor release may add kinds, so a `switch` over them needs `@unknown default`.
    @nonexhaustive public enum Code: Hashable, Sendable {
        /// The URL is not absolute, not `http` or `https`, or has no host.
        case invalidURL
        /// A header field has a name or a value that can't be sent, or that downloads set.
        case invalidHeaderField
        /// The destination is not the URL of a regular file on this machine.
        case invalidPath
        /// No usable libcurl can be loaded.
        case libcurlMissing
        /// Another download is writing to the same file.
        case inUse
        /// The host has no address.
        case hostNotFound
        /// The host, or the proxy, refuses the connection.
        case cannotConnect
        /// The connection ended before the content was complete.
        case connectionLost
        /// The server was silent for too long, or a call waited as long as it was told to.
        case timedOut
        /// The proxy can't be used.
        case proxyFailed
        /// The server's certificate is not trusted.
        case certificateRejected
        /// TLS could not be negotiated.
        case secureConnectionFailed
        /// The download was cancelled.
        case cancelled
        /// The server refused the request; see ``DownloadError/statusCode``.
        case httpStatus
        /// The response is not HTTP, or not one to this request.
        case unexpectedResponse
        /// The server redirects to a URL that the options exclude, from `https` to `http`, or to
        /// another scheme.
        case redirectRefused
        /// The content does not pass ``DownloadOptions/check``.
        case checkFailed
        /// A limit was exceeded; ``DownloadError/limit`` names it.
        case limitExceeded
        /// The file exists, and ``DownloadOptions/WriteMode/createOnly`` was requested.
        case alreadyExists
        /// The file on this machine does not exist, and
        /// ``DownloadOptions/WriteMode/replaceOnly`` was requested; this is not HTTP's status 404,
        /// which is ``DownloadError/Code/httpStatus``.
        case notFound
        /// The cache has no file of the URL, and ``DownloadCache/Policy/cachedOnly`` was requested.
        case notCached
        /// The part can't be trusted: it is a link, or not a regular file, or another user may
        /// write to it.
        case unusablePart
        /// The folder does not exist.
        case noSuchFile
        /// The permissions of the folders or the file do not allow the download.
        case accessDenied
        /// The system does not permit the download, for example to an immutable file.
        case notPermitted
        /// The file system is mounted read-only.
        case readOnlyFileSystem
        /// The volume is full.
        case noSpace
        /// The quota of the user is exceeded.
        case quotaExceeded
        /// The file would be larger than the volume or the process permits.
        case fileTooLarge
        /// Any other failure of the system or of libcurl; see ``DownloadError/errno`` and
        /// ``DownloadError/curlCode``.
        case system
    }

}

extension DownloadError {
    init(
        exceeding limit: DownloadOptions.Limit,
        of value: Int,
        remedy: String = "raise it if you trust the server"
    ) {
        self.init(.limitExceeded, "the limit \(limit) of \(value) is exceeded; \(remedy)")
        self.limit = limit
    }

    /// Returns the error with the URL and the file, unless it has its own.
    func located(_ url: URL?, _ file: URL) -> DownloadError {
        var error = self
        error.url = error.url ?? url?.withoutSecrets
        error.path = error.path ?? file.path(percentEncoded: false)
        return error
    }

    static let notCached = Self(
        .notCached,
        "the cache has no file for this URL; pass another policy to download it"
    )
    static let cancelled = Self(.cancelled, "the download was cancelled")

    /// Whether another attempt may succeed.
    var isTransient: Bool {
        switch code {
        case .hostNotFound, .cannotConnect, .connectionLost, .timedOut, .proxyFailed: true
        default: false
        }
    }
}

/// Runs `body`, and adds the URL and the file to its error.
func located<Result>(
    _ url: URL?,
    _ file: URL,
    _ body: () throws(DownloadError) -> Result
) throws(DownloadError) -> Result {
    do throws(DownloadError) {
        return try body()
    } catch {
        throw error.located(url, file)
    }
}

extension DownloadError: LocalizedError {
    /// The same as ``description``, in English.
    public var errorDescription: String? { description }
}

extension DownloadError: CustomStringConvertible {
    /// A sentence that names the URL, the file, the cause and, if there is one, the remedy.
    public var description: String {
        let action = url.map { "download \($0.absoluteString) to" } ?? "use"
        return "Could not \(action) “\(path.map { escaped($0.utf8) } ?? "a file")”: \(reason)."
    }
}
