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
    /// The URL without a query, ending with a slash.
    private let prefix: String
    private let folder: Folder
    private let limits: DownloadCache.Limits
    private let state = Lock(State())

    private struct State {
        var usage = DownloadCache.Usage()
        /// The earliest time of a sweep, if there is too much, and otherwise.
        ///
        /// If the clock of dates were used, and set back, no sweep would be due for long.
        var nextEviction = ContinuousClock.now
        var nextExpiry = ContinuousClock.now
    }

    /// The pause between two sweeps if all files are in use.
    private static let evictionPause = Duration.seconds(10)
    // In seconds: the time without use after which a file may be removed to make room, and the age
    // at which parts are removed.
    private static let minimumIdleTime = 60.0
    private static let maximumPartAge = 7 * 86_400.0

    init(at url: URL, _ limits: DownloadCache.Limits) throws(DownloadError) {
        (self.url, self.limits) = (url, limits)
        let text = (url.withoutSecrets ?? url).absoluteString
        prefix = text.hasSuffix("/") ? text : "\(text)/"
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

    // Composed as text, since appending a name takes longer.
    func url(of key: String) -> URL { URL(string: prefix + key) ?? url }

    /// Returns a file whose record is accepted, and notes its use.
    func file(
        for request: OriginalRequest,
        from source: DownloadCache.Entry.Source = .cache,
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
            source: source,
            storedAt: Date(timeIntervalSince1970: TimeInterval(time)),
            contentType: record.contentType
        )
    }

    /// Whether a file is not older than the limit.
    func permits(_ record: CacheRecord) -> Bool {
        record.storedAt.map { Double($0) > now - maximumAge } == true
    }

    func remove(_ request: OriginalRequest) {
        let name = SystemPath(request.key.utf8)
        guard let status = try? folder.status(of: name), remove(name) else { return }
        state.withLock { $0.usage.remove(status) }
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
    func didStore(_ size: Int, replacing old: FileStatus?) {
        state.withLock { state in
            if let old { state.usage.remove(old) }
            state.usage.byteCount += size
            state.usage.fileCount += 1
            let next = state.usage.exceeds(limits) ? state.nextEviction : state.nextExpiry
            if next <= .now, let swept = try? swept() { state = swept }
        }
    }
}

extension DownloadCache.Usage {
    fileprivate mutating func remove(_ file: FileStatus) {
        byteCount -= Int(file.size)
        fileCount -= 1
    }

    fileprivate func exceeds(_ limits: DownloadCache.Limits) -> Bool {
        byteCount > limits.totalBytes || fileCount > limits.files
    }
}

// Removing files.
extension CacheFolder {
    private typealias Entry = (name: SystemPath, status: FileStatus)

    // Times of files may be any numbers, with which arithmetic of integers could overflow.
    private var now: Double { Date().timeIntervalSince1970 }

    /// The number of seconds after which a stored file is too old.
    private var maximumAge: Double { limits.age.map { max(0, $0 / .seconds(1)) } ?? .infinity }

    /// Counts the files, and removes those that are too old, or too many.
    ///
    /// Files that are stored meanwhile are counted afterwards.
    func sweep(removingAll removesAll: Bool = false) throws(DownloadError) {
        try state.withLock { state throws(DownloadError) in state = try swept(removesAll) }
    }

    private func swept(_ removesAll: Bool = false) throws(DownloadError) -> State {
        let now = now
        let expiryTime = removesAll ? .infinity : now - maximumAge
        let entries = try entries(at: now, removesAll).filter { entry in
            !(Double(entry.status.modified.seconds) <= expiryTime && remove(entry.name))
        }
        var swept = State()
        swept.usage.byteCount = entries.reduce(0) { $0 + Int($1.status.size) }
        swept.usage.fileCount = entries.count
        if swept.usage.exceeds(limits) {
            var target = limits
            target.totalBytes -= limits.totalBytes / 10
            target.files -= limits.files / 10
            for entry in candidates(of: entries, at: now) {
                guard swept.usage.exceeds(target) else { break }
                if remove(entry.name) { swept.usage.remove(entry.status) }
            }
        }
        if swept.usage.exceeds(limits) { swept.nextEviction = .now + Self.evictionPause }
        swept.nextExpiry = .now + .seconds(min(maximumAge, Self.maximumPartAge) / 10)
        return swept
    }

    /// Lists the files, and removes old parts and old records of missing files.
    ///
    /// Only names that a cache gives are considered.
    private func entries(at now: Double, _ removesAll: Bool) throws(DownloadError) -> [Entry] {
        var entries: [Entry] = []
        for name in try check(folder.names()) {
            guard let status = try? folder.status(of: name), status.kind == .file else { continue }
            let isOld = Double(status.modified.seconds) < now - Self.maximumPartAge
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
            case "": entries.append((name, status))
            case Destination.partSuffix where isOld || removesAll:
                let file = url(of: String(decoding: key, as: UTF8.self))
                if let part = try? Part.open(for: Destination(file)) {
                    part.remove()
                    part.close()
                }
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
    private func candidates(of entries: [Entry], at now: Double) -> [Entry] {
        entries.filter { abs(now - Double($0.status.accessed)) >= Self.minimumIdleTime }
            .map { ($0, hasRecord($0.name) ? $0.status.accessed : .min) }
            .sorted { $0.1 < $1.1 }
            .map(\.0)
    }

    private func hasRecord(_ name: SystemPath) -> Bool {
        guard let file = try? folder.openForAttributes(name) else { return false }
        return CacheRecord(of: file, in: records(of: name)) != nil
    }
}
