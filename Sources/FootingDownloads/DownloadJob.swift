import FootingFiles

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The work of a download, on one thread: the part, the content, then the file.
struct DownloadJob: Sendable {
    let url: URL
    let file: URL
    let options: DownloadOptions
    let queue: DownloadQueue
    let caching: CacheUse?
    let core = DownloadCore()

    func run() throws(DownloadError) -> DownloadResult {
        try core.checkCancellation()
        let request = try OriginalRequest(of: url, options)
        guard Transfer.isAvailable else {
            let reason = "no libcurl 7.68 or later with TLS can be loaded (libcurl.so.4)"
            let remedy = "install the package libcurl4 or libcurl"
            throw DownloadError(.libcurlMissing, "\(reason); \(remedy)")
        }
        let destination = try Destination(file)
        let part = try openPart(for: destination, replacing: status(of: destination))
        defer { part.close() }
        let receiver = try ContentReceiver(self, request, part)
        do throws(DownloadError) {
            return try run(request, destination, part, receiver)
        } catch {
            var error = error
            if !part.isGone {
                error.partBytes = receiver.partBytes
                // An empty part is of no use to a further call.
                if (try? part.status().size) == 0 { part.remove() }
            }
            throw error
        }
    }

    private func run(
        _ request: OriginalRequest,
        _ destination: Destination,
        _ part: Part,
        _ receiver: ContentReceiver
    ) throws(DownloadError) -> DownloadResult {
        let known = options.reusesUnchanged ? knownRecord(of: destination, request) : nil
        // Another process may have stored the file of a cache meanwhile.
        let isUsable = known.map { caching?.accepts($0) == true } == true
        if !isUsable { try receiver.receive(conditions: known?.conditions ?? []) }
        if var known, isUsable || receiver.verdict == .unchanged {
            if !isUsable { known.contentURL = receiver.redirectedURL }
            let old = try check(destination.folder.openForAttributes(destination.name))
            if try passesCheck(old, known.size, receiver) {
                if !isUsable { note(receiver.head, of: destination, known) }
                part.remove()
                return result(receiver, known)
            }
            try receiver.receive(conditions: [])
        }
        if try !passesCheck(part.file, receiver.length, receiver) {
            var isValid = false
            if receiver.isContinued {
                // The bytes of the earlier call may be damaged.
                try receiver.receive(conditions: [], asksForAll: true)
                isValid = try passesCheck(part.file, receiver.length, receiver)
            }
            guard isValid else {
                part.remove()
                throw DownloadError(
                    .checkFailed,
                    "the content does not pass the check; compare the expected checksum and the URL"
                )
            }
        }
        try complete(part, at: destination, as: receiver.cacheRecord)
        return result(receiver, nil)
    }
}

// The steps before the first request.
extension DownloadJob {
    /// The status of the old file, if the mode permits it.
    private func status(of destination: Destination) throws(DownloadError) -> FileStatus? {
        let old = try destination.folder.status(of: destination.name)
        if old != nil, options.mode == .createOnly { throw .alreadyExists }
        if old == nil, options.mode == .replaceOnly {
            throw DownloadError(.notFound, "the file does not exist; omit “mode: .replaceOnly”")
        }
        return old
    }

    /// Opens the part, or waits for it.
    ///
    /// A cancelled download may need a moment to close it; a cache waits for another process.
    private func openPart(
        for destination: Destination,
        replacing old: FileStatus?
    ) throws(DownloadError) -> Part {
        // The part is not readable by more users than the file.
        let readers = caching == nil ? (old?.mode.rawValue ?? 0o044) & 0o044 : 0
        let mode = FileMode(rawValue: 0o600 | readers)
        var attempts = 0
        while true {
            if let part = try Part.open(for: destination, mode: mode) { return part }
            attempts += 1
            guard caching != nil || attempts <= 25 else { throw .inUse }
            let cachePause = min(.milliseconds(50) * attempts, .seconds(1))
            try core.pause(caching == nil ? .milliseconds(10) : cachePause)
        }
    }

    private func records(of destination: Destination) -> RecordStore {
        CacheRecord.store(of: destination.name, inCache: caching.map { _ in destination.folder })
    }

    /// The record of the old file, if it is unchanged and of the same URL.
    private func knownRecord(
        of destination: Destination,
        _ request: OriginalRequest
    ) -> CacheRecord? {
        guard let old = try? destination.folder.openForAttributes(destination.name),
            let record = CacheRecord(of: old, in: records(of: destination)),
            record.isOf(request)
        else { return nil }
        return record
    }
}

// The steps after the last request.
extension DownloadJob {
    /// Notes in a cache that the file is up to date.
    private func note(_ head: ResponseHead, of destination: Destination, _ known: CacheRecord) {
        guard caching != nil,
            let file = try? destination.folder.openForAttributes(destination.name),
            (try? FileStatus(ofDescriptor: file.number))?.modificationTime == known.modified
        else { return }
        let records = records(of: destination)
        var record = known
        guard record.note(head) else { return records.remove(from: file) }
        try? file.setModified((Int64(Date().timeIntervalSince1970), 0))
        guard let status = try? FileStatus(ofDescriptor: file.number) else { return }
        record.write(to: file, of: status, in: records)
    }

    private func passesCheck(
        _ file: borrowing Descriptor,
        _ length: Int,
        _ receiver: ContentReceiver
    ) throws(DownloadError) -> Bool {
        receiver.report(.checking)
        guard let check = options.check else { return true }
        var failure: DownloadError?
        let isValid = check.passes { update in
            var offset = 0
            while offset < length, failure == nil {
                do throws(DownloadError) {
                    try core.checkCancellation()
                    let bytes = try file.read(min(1 << 20, length - offset), at: offset)
                    guard !bytes.isEmpty else { throw DownloadError(.system, "the file was cut") }
                    // The span is used during the call, in which the array is alive.
                    unsafe update(bytes.span.bytes)
                    offset += bytes.count
                } catch {
                    failure = error
                }
            }
        }
        if let failure { throw failure }
        return isValid
    }

    private func complete(
        _ part: Part,
        at destination: Destination,
        as record: CacheRecord?
    ) throws(DownloadError) {
        if options.synchronizes { try check(part.file.sync()) }
        options.didFinishStep(.synced)
        let old = try status(of: destination)
        let size = try part.complete(record, in: records(of: destination), replacing: old)
        options.didFinishStep(.completed)
        try core.commit()
        let replaces = options.mode != .createOnly
        guard try check(part.rename(replacing: replaces)) else { throw .alreadyExists }
        options.didFinishStep(.renamed)
        defer {
            part.removeRecord()
            options.didFinishStep(.removedRecord)
            caching?.folder.didStore(size, replacing: old.map { Int($0.size) })
        }
        if options.synchronizes { try check(destination.folder.syncNames()) }
        options.didFinishStep(.syncedFolder)
    }

    /// The result, with the record of the file if that is up to date.
    private func result(_ receiver: ContentReceiver, _ known: CacheRecord?) -> DownloadResult {
        let (head, record) = (receiver.head, receiver.record)
        return DownloadResult(
            file: file,
            url: (known == nil ? receiver.redirectedURL : known?.contentURL)
                ?? receiver.request.url,
            size: known?.size ?? receiver.length,
            resumedBytes: receiver.meter.progress.resumedBytes,
            receivedBytes: receiver.receivedBytes,
            source: known == nil ? .network : .unchanged,
            isLengthVerified: known != nil || receiver.isLengthVerified,
            etag: head["etag"] ?? (known == nil ? record?.etag : known?.etag),
            lastModified: head["last-modified"]
                ?? (known == nil ? record?.lastModified : known?.lastModified),
            contentType: head["content-type"],
            contentEncoding: head.contentEncoding ?? record?.encoding
        )
    }
}

extension DownloadError {
    static let inUse = Self(.inUse, "another download writes to this file; wait until it stops")
    fileprivate static let alreadyExists = Self(
        .alreadyExists,
        "the file exists; omit “mode: .createOnly” to replace it"
    )
}
