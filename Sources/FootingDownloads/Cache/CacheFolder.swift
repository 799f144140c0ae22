import FootingBytes
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
        var usage = DownloadCache.Usage()
        // The clock of dates may be set back, after which no sweep would be due for long.
        /// The earliest time of a sweep, if there is too much, and otherwise.
        var nextEviction = ContinuousClock.now
        var nextExpiry = ContinuousClock.now

        func exceeds(_ limits: DownloadCache.Limits) -> Bool {
            usage.totalBytes > limits.totalBytes || usage.fileCount > limits.files
        }
    }

    /// The number of seconds without use after which a file may be removed to make room.
    private static let minimumIdleTime = 60
    /// The time between two sweeps, if all files are in use.
    private static let evictionPause = Duration.seconds(10)
    private static let maximumPartAge = 7 * 86_400

    init(at url: URL, _ limits: DownloadCache.Limits) throws(DownloadError) {
        (self.url, self.limits) = (url, limits)
        let path = try SystemPath(of: url)
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

    var usage: DownloadCache.Usage { state.withLock(\.usage) }

    func url(of key: String) -> URL { url.appending(path: key, directoryHint: .notDirectory) }

    /// Returns a file whose record is accepted, and notes its use.
    func file(
        for request: OriginalRequest,
        if accepts: (CacheRecord) -> Bool
    ) -> DownloadCache.Entry? {
        let key = request.key
        let name = SystemPath(key.utf8)
        guard let file = try? folder.openForAttributes(name),
            let record = CacheRecord(of: file, in: records(of: name)),
            record.isOf(request), let time = record.storedAt, accepts(record)
        else { return nil }
        try? file.setAccessed()
        return DownloadCache.Entry(
            file: url(of: key),
            url: record.contentURL ?? request.url,
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
        guard let status = try? folder.status(of: name), remove(name) else { return }
        state.withLock { state in
            state.usage.totalBytes -= Int(status.size)
            state.usage.fileCount -= 1
        }
    }

    private func remove(_ name: SystemPath) -> Bool {
        if let (folder, name) = records(of: name).beside { try? folder.remove(name) }
        return (try? folder.remove(name)) != nil
    }

    private func records(of name: SystemPath) -> RecordStore {
        CacheRecord.store(of: name, inCache: folder)
    }

    /// Notes the sizes of a new file and of that which it replaced, and removes others if there is
    /// too much.
    func didStore(_ size: Int, replacing old: Int?) {
        let now = ContinuousClock.now
        let isDue = state.withLock { state in
            state.usage.totalBytes += size - (old ?? 0)
            state.usage.fileCount += old == nil ? 1 : 0
            return now >= (state.exceeds(limits) ? state.nextEviction : state.nextExpiry)
        }
        if isDue { try? sweep() }
    }
}

// Removing files.
extension CacheFolder {
    private struct Entry {
        let name: SystemPath
        let status: FileStatus

        var size: Int { Int(status.size) }
        var modified: Int { Self.clamped(status.modified.seconds) }
        var accessed: Int { Self.clamped(status.accessed) }

        /// A time of a file, which may be any number, so that arithmetic can't overflow.
        private static func clamped(_ seconds: Int64) -> Int { Int(min(max(seconds, 0), 1 << 40)) }
    }

    private var now: Int { Int(Date().timeIntervalSince1970) }

    /// The time such that files are too old if they were stored then or earlier.
    private func expiryTime(at now: Int) -> Int {
        limits.age.map { now - Self.seconds($0) } ?? .min
    }

    private static func seconds(_ duration: Duration) -> Int {
        Int(min(max(duration / .seconds(1), 0), 1e10))
    }

    /// Counts the files, and removes those that are too old, or too many.
    func sweep(removingAll removesAll: Bool = false) throws(DownloadError) {
        try sweeping.withLock { _ throws(DownloadError) in
            let now = now
            let expiryTime = expiryTime(at: now)
            let entries = try entries(at: now, removesAll).filter { entry in
                !((removesAll || entry.modified <= expiryTime) && remove(entry.name))
            }
            var swept = State()
            swept.usage.totalBytes = entries.reduce(0) { $0 + $1.size }
            swept.usage.fileCount = entries.count
            if swept.exceeds(limits) {
                var target = limits
                target.totalBytes -= limits.totalBytes / 10
                target.files -= limits.files / 10
                for entry in candidates(of: entries, at: now) {
                    guard swept.exceeds(target) else { break }
                    guard remove(entry.name) else { continue }
                    swept.usage.totalBytes -= entry.size
                    swept.usage.fileCount -= 1
                }
            }
            if swept.exceeds(limits) { swept.nextEviction = .now + Self.evictionPause }
            let age = limits.age.map(Self.seconds) ?? Self.maximumPartAge
            swept.nextExpiry = .now + .seconds(min(age, Self.maximumPartAge) / 10)
            state.withLock { $0 = swept }
        }
    }

    /// Lists the files, and removes old parts and old records of missing files.
    ///
    /// Only names that a cache gives are considered.
    private func entries(at now: Int, _ removesAll: Bool) throws(DownloadError) -> [Entry] {
        var entries: [Entry] = []
        for name in try check(folder.names()) {
            guard let status = try? folder.status(of: name), status.kind == .file else { continue }
            let entry = Entry(name: name, status: status)
            let isOld = entry.modified < now - Self.maximumPartAge
            let bytes = name.bytes
            let key = bytes.prefix(32)
            guard key.count == 32, key.allSatisfy({ hexadecimalValue($0) != nil }) else {
                let isTemporary = bytes.starts(with: ".footing-".utf8)
                if isOld, isTemporary, bytes.dropFirst(9).allSatisfy(isDigit) {
                    try? folder.remove(name)
                }
                continue
            }
            switch String(decoding: bytes.dropFirst(32), as: UTF8.self) {
            case "": entries.append(entry)
            case Destination.partSuffix where isOld || removesAll:
                try? Download.discardPart(of: url(of: String(decoding: key, as: UTF8.self)))
            case ".record" where isOld, "\(Destination.partSuffix).record" where isOld:
                let owner = SystemPath(bytes.dropLast(7))
                if (try? folder.identity(of: owner)) == nil { try? folder.remove(name) }
            default: break
            }
        }
        return entries
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
