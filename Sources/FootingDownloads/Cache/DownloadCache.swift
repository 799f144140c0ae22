import FootingFiles
import FootingLocks
import FootingWaiting

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A folder of downloaded files, which are requested again only when the server's rules require it.
///
/// ```swift
/// let cache = try DownloadCache(at: folder)
/// let page = try await cache.file(for: url)
/// print(page.file, page.source)
/// ```
///
/// All state is in the files and their attributes: other processes may use the same folder, and
/// files may be removed by hand.
public final class DownloadCache: Sendable {
    private let folder: CacheFolder
    private let queue: DownloadQueue
    private let servesStaleOnFailure: Bool
    private let running = Lock<[String: Running]>([:])

    /// A download that lives as long as a call waits for it.
    private struct Running: Sendable {
        weak var download: Download?
    }

    /// Opens a cache, or creates its folder, which only its owner may use.
    ///
    /// - Parameters:
    ///   - folder: The folder, in which only files with the names of a cache are removed.
    ///   - limits: The limits, beyond which files are removed.
    ///   - servingStaleOnFailure: Whether an old file is returned, after the retries, if the server
    ///     can't be reached or answers with a status of 500 or above, unless it had sent `no-cache`
    ///     or `must-revalidate`.
    ///   - queue: The queue of the downloads.
    /// - Throws: ``DownloadError`` if the folder can't be created and listed.
    /// - Complexity: O(*n*) in the number of files.
    public init(
        at folder: URL,
        limits: Limits = .standard,
        servingStaleOnFailure: Bool = false,
        in queue: DownloadQueue = .shared
    ) throws(DownloadError) {
        self.folder = try located(nil, folder) { () throws(DownloadError) in
            try CacheFolder(at: folder, limits)
        }
        self.servesStaleOnFailure = servingStaleOnFailure
        self.queue = queue
    }

    /// Returns the file with the content of a URL, and downloads it if necessary.
    ///
    /// Calls for the same URL and header fields share one download, with the limits and redirects
    /// of the first call; it is cancelled with the last of their tasks. A call with a check shares
    /// none, and checks a file that is already there. The file may be removed or replaced later;
    /// open it soon, or copy it.
    ///
    /// - Parameters:
    ///   - url: The `http` or `https` URL of the content.
    ///   - policy: The condition for using a file that is already there.
    ///   - options: The options of a download. Files are kept apart by their header fields.
    /// - Returns: The file.
    /// - Throws: ``DownloadError`` as ``Download/value`` does, and with the code
    ///   ``DownloadError/Code/notCached`` if ``Policy/cachedOnly`` was passed and there is no file.
    public func file(
        for url: URL,
        policy: Policy = .standard,
        options: DownloadOptions = .standard
    ) async throws(DownloadError) -> Entry {
        do throws(DownloadError) {
            let request = try OriginalRequest(of: url, options)
            let use = CacheUse(folder: folder, policy: policy)
            // A check runs on the thread of a download.
            if options.check == nil {
                if let file = folder.file(for: request, if: use.accepts) { return file }
                if policy == .cachedOnly { throw .notCached }
            }
            return try await download(url, request, options, use)
        } catch {
            throw error.located(url, folder.url)
        }
    }

    private func download(
        _ url: URL,
        _ request: OriginalRequest,
        _ options: DownloadOptions,
        _ use: CacheUse
    ) async throws(DownloadError) -> Entry {
        var options = options
        (options.mode, options.reusesUnchanged) = (.createOrReplace, use.policy != .reload)
        let file = folder.url(of: request.key)
        let new = Download(DownloadJob(from: url, to: file, options, in: queue, for: use))
        // A call with `.reload` does not share the revalidation of another.
        let key = options.reusesUnchanged ? request.key : "\(request.key) reloaded"
        let download = running.withLock { running in
            if options.check != nil { return new }
            if let other = running[key]?.download, !other.isSettled { return other }
            running = running.filter { $0.value.download != nil }
            running[key] = Running(download: new)
            return new
        }
        do throws(DownloadError) {
            let result = try await download.value(isShared: true)
            let source: Entry.Source = result.source == .network ? .network : .cache
            // Content that must not be stored has no record.
            return folder.file(for: request, from: source) { _ in true }
                ?? Entry(
                    file: file,
                    url: result.url,
                    source: source,
                    storedAt: Date(),
                    contentType: result.contentType
                )
        } catch {
            guard servesStaleOnFailure, options.check == nil,
                error.isTransient || error.statusCode ?? 0 >= 500,
                let old = folder.file(
                    for: request,
                    from: .stale,
                    if: { folder.permits($0) && $0.requiresAnswer != true }
                )
            else { throw error }
            return old
        }
    }

    /// Removes the file of a URL, if there is one.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - options: The options of the request; only the header fields and the identity matter.
    /// - Throws: ``DownloadError`` if the URL or a header field is invalid.
    public func remove(
        _ url: URL,
        options: DownloadOptions = .standard
    ) throws(DownloadError) {
        try located(url, folder.url) { () throws(DownloadError) in
            folder.remove(try OriginalRequest(of: url, options))
        }
    }

    /// Removes all files, but not the parts of downloads in progress.
    ///
    /// - Throws: ``DownloadError`` if the folder can't be listed.
    public func removeAll() throws(DownloadError) {
        try located(nil, folder.url) { () throws(DownloadError) in
            try folder.sweep(removingAll: true)
        }
    }

    /// The size and the number of the files, as counted when the cache was opened, with the
    /// changes by this process since then.
    public var usage: Usage { folder.usage }
}

extension DownloadCache {
    /// The limits of a cache.
    ///
    /// Files that were not used for the longest time are removed first; those of the last minute
    /// are kept. Change a copy of ``standard``.
    public struct Limits: Hashable, Sendable {
        /// The maximum size of all files.
        public var totalBytes = 1_000_000_000
        /// The maximum number of files.
        public var files = 10_000
        /// The time after which a file that was not found to be unchanged is not used any more, and
        /// soon removed; or `nil`.
        public var age: Duration?

        /// A gigabyte and 10,000 files, of any age.
        public static let standard = Limits()
    }

    /// The size and the number of the files of a cache.
    public struct Usage: Hashable, Sendable {
        /// The size of all files.
        public internal(set) var byteCount = 0
        /// The number of files.
        public internal(set) var fileCount = 0
    }

    /// The condition for using a file that is already there.
    ///
    /// A minor release may add cases, so a `switch` over them needs `@unknown default`.
    @nonexhaustive public enum Policy: Hashable, Sendable {
        /// Uses a stored file as long as the server allows it (`Cache-Control`, `Expires`), then
        /// asks whether the server has newer content.
        case standard
        /// Uses a stored file of any age within the limits.
        case anyAge
        /// Asks the server each time whether it has newer content.
        case revalidate
        /// Downloads the content again.
        case reload
        /// Uses a stored file of any age within the limits; without one, the call fails.
        case cachedOnly
    }

    /// A file of a cache.
    public struct Entry: Hashable, Sendable {
        /// The file, which must not be changed.
        public let file: URL
        /// The URL of the content after redirects, without user, password, query and fragment.
        ///
        /// Relative links in the content refer to it.
        public let url: URL
        /// The place that the content is from.
        public let source: Source
        /// The time at which the content was stored or found to be unchanged.
        public let storedAt: Date
        /// The server's `Content-Type`, unchanged.
        public let contentType: String?

        /// The source of a file.
        ///
        /// A minor release may add cases, so a `switch` over them needs `@unknown default`.
        @nonexhaustive public enum Source: Hashable, Sendable {
            /// The content was received.
            case network
            /// The file was there: the server allows its use, or has nothing newer.
            case cache
            /// The file was there, and the server could not say whether it has newer content.
            case stale
        }
    }
}

/// The use of a download by a cache.
struct CacheUse: Sendable {
    let folder: CacheFolder
    let policy: DownloadCache.Policy

    /// Whether the file that a record describes is used without a request.
    func accepts(_ record: CacheRecord) -> Bool {
        guard folder.permits(record) else { return false }
        return switch policy {
        case .standard: record.isFresh(at: Int(Date().timeIntervalSince1970))
        case .anyAge, .cachedOnly: true
        case .revalidate, .reload: false
        }
    }
}
