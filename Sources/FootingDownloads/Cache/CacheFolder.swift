import FootingFiles
import FootingLocks

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The folder of a cache: files with their records, and parts of downloads.
final class CacheFolder: Sendable {
    let url: URL
    private let folder: Folder
    private let limits: DownloadCache.Limits
    private let state = Lock(State())
    private let sweeping = Lock(())

    private struct State {
        var totalBytes = 0
        var files = 0
        /// The earliest time at which a file or a part expires.
        var nextExpiry = Int.max
    }

    /// The number of seconds without use after which a file may be removed to make room.
    private static let minimumIdleTime = 60
    private static let maximumPartAge = 7 * 86_400

    init(at url: URL, _ limits: DownloadCache.Limits) throws(DownloadError) {
        (self.url, self.limits) = (url, limits)
        try? FileManager.default.createDirectory(
            at: url,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        let path: SystemPath
        do throws(FileURLProblem) {
            path = try SystemPath(url: url.absoluteString)
        } catch {
            throw DownloadError(.invalidPath, error.reason).located(url, url)
        }
        folder = try check(Folder(path, followingSymlinks: true))
        try sweep()
    }

    var usage: (totalBytes: Int, files: Int) { state.withLock { ($0.totalBytes, $0.files) } }

    func url(of key: String) -> URL { url.appending(path: key, directoryHint: .notDirectory) }

    /// Returns a file whose record is accepted, and notes its use.
    func file(
        for request: OriginalRequest,
        if accepts: (CacheRecord) -> Bool
    ) -> DownloadCache.File? {
        let key = request.key
        let name = SystemPath(key.utf8)
        guard let file = try? folder.openForAttributes(name),
            let record = CacheRecord(of: file, in: records(of: name)),
            record.isOf(request.storedURL), let time = record.storedAt,
            time > expiryTime(at: now), accepts(record)
        else { return nil }
        try? file.setAccessed()
        return DownloadCache.File(
            url: url(of: key),
            source: .cache,
            storedAt: Date(timeIntervalSince1970: TimeInterval(time)),
            contentType: record.contentType
        )
    }

    func remove(_ request: OriginalRequest) {
        let name = SystemPath(request.key.utf8)
        guard let status = try? FileStatus(of: name, in: folder, followingSymlinks: false),
            remove(name)
        else { return }
        state.withLock { state in
            state.totalBytes -= Int(status.size)
            state.files -= 1
        }
    }

    private func remove(_ name: SystemPath) -> Bool {
        if let (folder, name) = records(of: name).beside { try? folder.remove(name) }
        return (try? folder.remove(name)) != nil
    }

    private func records(of name: SystemPath) -> RecordStore {
        CacheRecord.store(of: name, inCache: folder)
    }

    /// Notes a new file, and removes others if there is too much.
    func didStore(_ size: Int, replacing old: Int?) {
        let now = now
        let isDue = state.withLock { state in
            state.totalBytes += size - (old ?? 0)
            state.files += old == nil ? 1 : 0
            if let age = limits.age {
                state.nextExpiry = min(state.nextExpiry, now + Int(age / .seconds(1)))
            }
            return state.totalBytes > limits.totalBytes || state.files > limits.files
                || state.nextExpiry <= now
        }
        if isDue { try? sweep() }
    }
}

// Removing files.
extension CacheFolder {
    private struct Entry {
        let name: SystemPath
        let size: Int
        let modified: Int
        let accessed: Int
    }

    private var now: Int { Int(Date().timeIntervalSince1970) }

    /// The time such that files are too old if they were stored then or earlier.
    private func expiryTime(at now: Int) -> Int {
        limits.age.map { now - Int(min($0 / .seconds(1), 1e10)) } ?? .min
    }

    /// Counts the files, and removes those that are too old, or too many.
    func sweep(removingAll: Bool = false) throws(DownloadError) {
        try sweeping.withLock { _ throws(DownloadError) in
            try sweepAlone(removingAll)
        }
    }

    private func sweepAlone(_ removesAll: Bool) throws(DownloadError) {
        let now = now
        let expiryTime = expiryTime(at: now)
        var (entries, nextExpiry) = try entries(at: now, removesAll)
        entries.removeAll { entry in
            if removesAll || entry.modified <= expiryTime { return remove(entry.name) }
            if expiryTime > .min { nextExpiry = min(nextExpiry, entry.modified + now - expiryTime) }
            return false
        }
        var totalBytes = entries.reduce(0) { $0 + $1.size }
        var files = entries.count
        if totalBytes > limits.totalBytes || files > limits.files {
            for entry in candidates(of: entries, at: now)
            where totalBytes > limits.totalBytes - limits.totalBytes / 10
                || files > limits.files - limits.files / 10
            {
                guard remove(entry.name) else { continue }
                totalBytes -= entry.size
                files -= 1
            }
        }
        state.withLock { $0 = State(totalBytes: totalBytes, files: files, nextExpiry: nextExpiry) }
    }

    /// Lists the files, removes old parts and what else is left of downloads, and returns the time
    /// when the next part is too old.
    private func entries(
        at now: Int,
        _ removesAll: Bool
    ) throws(DownloadError) -> ([Entry], nextExpiry: Int) {
        var entries: [Entry] = []
        var nextExpiry = Int.max
        for name in try check(folder.names()) {
            guard let status = try? FileStatus(of: name, in: folder, followingSymlinks: false),
                status.kind == .file
            else { continue }
            let modified = Int(status.modified.seconds)
            let isOld = modified < now - Self.maximumPartAge
            let text = String(decoding: name.bytes, as: UTF8.self)
            let owner = SystemPath(text.utf8.prefix { $0 != UInt8(ascii: ".") })
            if owner == name {
                entries.append(
                    Entry(
                        name: name,
                        size: Int(status.size),
                        modified: modified,
                        accessed: Int(status.accessed)
                    )
                )
            } else if text.hasSuffix(Destination.partSuffix) {
                if isOld || removesAll {
                    try? Download.discardPart(of: url.appending(path: "\(text.prefix(32))"))
                } else {
                    nextExpiry = min(nextExpiry, modified + Self.maximumPartAge)
                }
            } else if isOld, (try? folder.identity(of: owner)) == nil {
                _ = remove(name)
            }
        }
        return (entries, nextExpiry)
    }

    /// The files that may be removed to make room, the first one first: those that can't be used
    /// again, then those that were not used for the longest time.
    private func candidates(of entries: [Entry], at now: Int) -> [Entry] {
        entries.filter { abs(now - $0.accessed) >= Self.minimumIdleTime }
            .map { ($0, hasRecord($0.name) ? $0.accessed : .min) }
            .sorted { $0.1 < $1.1 }
            .map(\.0)
    }

    private func hasRecord(_ name: SystemPath) -> Bool {
        guard let file = try? folder.openForAttributes(name) else { return false }
        return CacheRecord(of: file, in: records(of: name)) != nil
    }
}
