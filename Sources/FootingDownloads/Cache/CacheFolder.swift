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
        /// The earliest time of a search for files to remove because there is too much.
        var nextEviction = 0
    }

    /// The number of seconds without use after which a file may be removed to make room.
    private static let minimumIdleTime = 60
    /// The number of seconds between two searches, if all files are in use.
    private static let evictionPause = 10
    private static let maximumPartAge = 7 * 86_400

    init(at url: URL, _ limits: DownloadCache.Limits) throws(DownloadError) {
        (self.url, self.limits) = (url, limits)
        let path: SystemPath
        do throws(FileURLProblem) {
            path = try SystemPath(url: url.absoluteString)
        } catch {
            throw DownloadError(.invalidPath, error.reason)
        }
        folder = try check(Self.open(path))
        try sweep()
    }

    /// Opens a folder, and creates it and those of its path that are missing.
    private static func open(_ path: SystemPath) throws(ErrorNumber) -> Folder {
        do throws(ErrorNumber) {
            return try Folder(path, followingSymlinks: true)
        } catch {
            guard error == .noSuchFile else { throw error }
            let (path, name) = path.folderAndName
            let parent = try open(path)
            _ = try parent.makeFolder(name, mode: .privateFolder)
            return try Folder(name, in: parent, followingSymlinks: true)
        }
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
            record.isOf(request), let time = record.storedAt, accepts(record)
        else { return nil }
        try? file.setAccessed()
        return DownloadCache.File(
            url: url(of: key),
            source: .cache,
            storedAt: Date(timeIntervalSince1970: TimeInterval(time)),
            contentType: record.contentType
        )
    }

    /// Whether a file is not older than the limit.
    func permits(_ record: CacheRecord) -> Bool {
        record.storedAt.map { $0 > expiryTime(at: now) } == true
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
                state.nextExpiry = min(state.nextExpiry, now + Self.seconds(of: age))
            }
            let isFull = state.totalBytes > limits.totalBytes || state.files > limits.files
            return isFull && state.nextEviction <= now || state.nextExpiry <= now
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
        limits.age.map { now - Self.seconds(of: $0) } ?? .min
    }

    private static func seconds(of duration: Duration) -> Int {
        Int(min(max(duration / .seconds(1), 0), 1e10))
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
        let isFull = totalBytes > limits.totalBytes || files > limits.files
        let nextEviction = isFull ? now + Self.evictionPause : 0
        state.withLock {
            $0 = State(
                totalBytes: totalBytes,
                files: files,
                nextExpiry: nextExpiry,
                nextEviction: nextEviction
            )
        }
    }

    /// Lists the files, removes old parts and old records of missing files, and returns the time
    /// when the next part is too old.
    ///
    /// Only names that a cache gives are considered.
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
            let modified = Self.clamped(status.modified.seconds)
            let isOld = modified < now - Self.maximumPartAge
            let text = String(decoding: name.bytes, as: UTF8.self)
            let (key, suffix) = (text.prefix(32), text.dropFirst(32))
            guard key.utf8.count == 32, key.allSatisfy(\.isHexDigit) else {
                let digits = text.utf8.dropFirst(9)
                if isOld, text.hasPrefix(".footing-"), digits.allSatisfy({ 0x30...0x39 ~= $0 }) {
                    try? folder.remove(name)
                }
                continue
            }
            switch suffix {
            case "":
                entries.append(
                    Entry(
                        name: name,
                        size: Int(status.size),
                        modified: modified,
                        accessed: Self.clamped(status.accessed)
                    )
                )
            case Destination.partSuffix:
                if isOld || removesAll {
                    try? Download.discardPart(of: url.appending(path: String(key)))
                } else {
                    nextExpiry = min(nextExpiry, modified + Self.maximumPartAge)
                }
            case ".record", "\(Destination.partSuffix).record":
                let owner = SystemPath(text.utf8.dropLast(7))
                if isOld, (try? folder.identity(of: owner)) == nil { try? folder.remove(name) }
            default: break
            }
        }
        return (entries, nextExpiry)
    }

    /// A time of a file, which may be any number, so that arithmetic can't overflow.
    private static func clamped(_ seconds: Int64) -> Int { Int(min(max(seconds, 0), 1 << 40)) }

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
