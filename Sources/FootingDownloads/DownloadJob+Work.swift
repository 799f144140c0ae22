import FootingFiles

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// The work of a download, on one thread: the part, the content, then the file.
extension DownloadJob {
    func run() throws(DownloadError) -> DownloadResult {
        try checkCancellation()
        let request = try OriginalRequest(of: url, options)
        guard Transfer.isAvailable else {
            let reason = "no libcurl 7.68 or later with TLS can be loaded (libcurl.so.4)"
            let remedy = "install the package libcurl4 or libcurl"
            throw DownloadError(.libcurlMissing, "\(reason); \(remedy)")
        }
        let destination = try Destination(file)
        let part = try openPart(for: destination)
        defer { part.close() }
        let receiver = try ContentReceiver(self, request, part)
        do throws(DownloadError) {
            return try run(receiver)
        } catch {
            var error = error
            if part.hasName {
                error.partBytes = receiver.partBytes
                // An empty part is of no use to a further call.
                if (try? part.status().size) == 0 { part.remove() }
            }
            throw error
        }
    }

    private func run(_ receiver: ContentReceiver) throws(DownloadError) -> DownloadResult {
        let part = receiver.part
        var known = knownRecord(receiver)
        // Another process may have stored the file of a cache meanwhile.
        let isUsable = known.map { cache?.accepts($0) == true } == true
        if !isUsable {
            try receiver.receive(conditions: known?.conditions ?? [])
            known?.contentURL = receiver.redirectedURL
        }
        if let known, isUsable || receiver.verdict == .unchanged {
            // The file may have been removed or changed meanwhile.
            if let old = try? part.destination.folder.openForAttributes(part.destination.name),
                try passesCheck(old, known.size, receiver),
                (try? FileStatus(ofDescriptor: old.number))?.modificationTime == known.modified
            {
                if !isUsable { note(receiver, of: old, known) }
                part.remove()
                return result(receiver, known)
            }
            try receiver.receive()
        }
        var isValid = try passesCheck(part.file, receiver.length, receiver)
        if !isValid, receiver.continuedBytes > 0 {
            // The bytes of the earlier call may be damaged.
            try receiver.receive(asksForAll: true)
            isValid = try passesCheck(part.file, receiver.length, receiver)
        }
        guard isValid else {
            part.remove()
            throw DownloadError(
                .checkFailed,
                "the content does not pass the check; compare the expected checksum and the URL"
            )
        }
        try complete(receiver)
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

    /// Opens the part, or waits for it; a cache waits for another process.
    private func openPart(for destination: Destination) throws(DownloadError) -> Part {
        let old = try status(of: destination)
        // The part is not readable by more users than the file.
        let readers = cache == nil ? (old?.mode.rawValue ?? 0o044) & 0o044 : 0
        let mode = FileMode(rawValue: 0o600 | readers)
        let attempts = cache == nil ? 25 : .max
        return try Part.open(for: destination, mode: mode, attempts: attempts) {
            (attempt) throws(DownloadError) in
            let cachePause = min(.milliseconds(50) * attempt, .seconds(1))
            try pause(cache == nil ? .milliseconds(10) : cachePause)
        }
    }

    private func records(of destination: Destination) -> RecordStore {
        CacheRecord.store(of: destination.name, inCache: cache.map { _ in destination.folder })
    }

    /// The record of the old file, if it is unchanged and of the same URL.
    private func knownRecord(_ receiver: ContentReceiver) -> CacheRecord? {
        let destination = receiver.part.destination
        guard options.reusesUnchanged,
            let old = try? destination.folder.openForAttributes(destination.name),
            let record = CacheRecord(of: old, in: records(of: destination)),
            record.isOf(receiver.request)
        else { return nil }
        return record
    }
}

// The steps after the last request.
extension DownloadJob {
    /// Notes in a cache that the file is up to date.
    private func note(
        _ receiver: ContentReceiver,
        of file: borrowing Descriptor,
        _ known: CacheRecord
    ) {
        guard cache != nil else { return }
        let records = records(of: receiver.part.destination)
        var record = known
        guard record.note(receiver.head) else { return records.remove(from: file) }
        try? file.setModified((Int64(Date().timeIntervalSince1970), 0))
        record.write(to: file, in: records)
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
                    try checkCancellation()
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

    private func complete(_ receiver: ContentReceiver) throws(DownloadError) {
        let part = receiver.part
        let (destination, folder) = (part.destination, part.destination.folder)
        if options.synchronizes { try part.sync() }
        options.didFinishStep(.synced)
        let old = try status(of: destination)
        let records = records(of: destination)
        if let record = receiver.cacheRecord {
            record.write(to: part.file, in: records)
        } else {
            // An attempt that was stopped here may have left a record.
            records.remove(from: part.file)
        }
        try? part.file.setAccessed()
        try part.setMode(of: old, isNamed: false)
        options.didFinishStep(.completed)
        try commit()
        guard part.hasName else { throw DownloadError(.system, "its part was removed; try again") }
        let (partName, name) = (destination.partName, destination.name)
        let replaces = options.mode != .createOnly
        guard try check(folder.rename(partName, to: name, replacing: replaces)) else {
            throw .alreadyExists
        }
        try? part.setMode(of: old, isNamed: true)
        options.didFinishStep(.renamed)
        defer {
            part.removeRecord()
            options.didFinishStep(.removedRecord)
            cache?.folder.didStore(receiver.length, replacing: old)
        }
        if options.synchronizes { try check(folder.syncNames()) }
        options.didFinishStep(.syncedFolder)
    }

    /// The result, with the record of the file if that is up to date.
    private func result(_ receiver: ContentReceiver, _ known: CacheRecord?) -> DownloadResult {
        let (head, record) = (receiver.head, receiver.part.record)
        let (etag, date) =
            known.map { ($0.etag, $0.lastModified) } ?? (record?.etag, record?.lastModified)
        return DownloadResult(
            file: file,
            url: (known == nil ? receiver.redirectedURL : known?.contentURL)
                ?? receiver.request.url,
            size: known?.size ?? receiver.length,
            resumedBytes: receiver.progress.resumedBytes,
            receivedBytes: receiver.receivedBytes,
            source: known == nil ? .network : .unchanged,
            isLengthVerified: known != nil || receiver.isLengthVerified,
            etag: head["etag"] ?? etag,
            lastModified: head["last-modified"] ?? date,
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
