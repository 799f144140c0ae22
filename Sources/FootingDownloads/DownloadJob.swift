import FootingFiles

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The work of a download, on one thread: attempts until the part is complete, then the file.
final class DownloadJob {
    private let url: URL
    private let file: URL
    let options: DownloadOptions
    private let queue: DownloadQueue
    let core: DownloadCore

    /// The record of the bytes in the part; `nil` if there are none that can be continued.
    var record: PartRecord?
    /// The number of bytes of the content in the part.
    var length = 0
    /// The greatest length so far.
    private var furthest = 0
    private var hasPart = false
    private var failures = 0
    /// The earliest time of the next byte, if the rate is limited.
    private var nextByte: ContinuousClock.Instant?
    private var restarts = 0
    /// Whether the next request asks for the whole content, although there is a part.
    private var asksForAll = false
    /// Whether bytes of an earlier call are in the part.
    var isContinued = false
    var transferred = 0
    var meter = ProgressMeter()

    init(
        from url: URL,
        to file: URL,
        options: DownloadOptions,
        on queue: DownloadQueue,
        _ core: DownloadCore
    ) {
        self.url = url
        self.file = file
        self.options = options
        self.queue = queue
        self.core = core
    }

    /// The number of bytes that a further download need not receive again.
    private var partLength: Int { record?.validator == nil ? 0 : length }

    func run() -> DownloadCore.Result {
        do throws(DownloadError) {
            return .success(try download())
        } catch {
            var error = error
            if hasPart, error.code != .checkFailed, error.limit != .contentBytes {
                error.partLength = partLength
            }
            return .failure(error)
        }
    }

    private func download() throws(DownloadError) -> DownloadResult {
        try core.checkCancellation()
        let request = try OriginalRequest(of: url, options)
        guard Transfer.isAvailable else {
            throw DownloadError(.unavailable, "libcurl can't be loaded; install libcurl.so.4")
        }
        let destination = try Destination(file)
        let old = try status(of: destination)
        let part = try openPart(for: destination)
        defer { part.close() }
        hasPart = true
        let identity = Digest(options.identity ?? request.address.text).shortText
        if let (record, length) = try part.continuation(of: identity) {
            (self.record, self.length, furthest, isContinued) = (record, length, length, true)
        }
        var known =
            options.reusesUnchanged && old != nil ? knownRecord(of: destination, request) : nil
        let response = DownloadResponse(self, part, identity: identity)
        while true {
            try receive(response, request, &known)
            if response.isUnchanged {
                part.remove()
                return result(of: response, size: Int(old?.size ?? 0), .unchanged)
            }
            if try passesCheck(part) { break }
            guard isContinued else {
                part.remove()
                throw DownloadError(.checkFailed, "the content is not the expected one")
            }
            // The bytes of the earlier call may be damaged.
            asksForAll = true
        }
        try complete(part, at: destination, as: record(of: response, request))
        return result(of: response, size: length, .network)
    }
}

// The steps before the first request.
extension DownloadJob {
    /// The status of the old file, if the mode permits it.
    private func status(of destination: Destination) throws(DownloadError) -> FileStatus? {
        let old = try destination.status()
        if old != nil, options.mode == .createOnly { throw .alreadyExists }
        if old == nil, options.mode == .replaceOnly {
            throw DownloadError(.notFound, "the file does not exist; omit “mode: .replaceOnly”")
        }
        return old
    }

    /// Opens the part; a cancelled download may need a moment to close it.
    private func openPart(for destination: Destination) throws(DownloadError) -> Part {
        for _ in 0..<25 {
            if let part = try Part.open(for: destination) { return part }
            try core.pause(.milliseconds(10))
        }
        throw .inUse
    }

    /// The record of the old file, if it is unchanged and of the same URL.
    private func knownRecord(
        of destination: Destination,
        _ request: OriginalRequest
    ) -> CacheRecord? {
        guard let old = try? destination.folder.openForAttributes(destination.name),
            let record = CacheRecord(of: old), record.isOf(address(of: request))
        else { return nil }
        return record
    }

    /// The URL that is stored with the file, without a signature if the content has a name.
    private func address(of request: OriginalRequest) -> String {
        options.identity == nil ? request.address.text : request.address.withoutQuery
    }

    private func record(
        of response: DownloadResponse,
        _ request: OriginalRequest
    ) -> CacheRecord {
        CacheRecord(
            url: address(of: request),
            etag: response.head.printable("etag") ?? record?.etag,
            lastModified: response.head.printable("last-modified") ?? record?.lastModified
        )
    }
}

// Attempts.
extension DownloadJob {
    /// Makes requests until the part is complete or the file is known to be up to date.
    private func receive(
        _ response: DownloadResponse,
        _ request: OriginalRequest,
        _ known: inout CacheRecord?
    ) throws(DownloadError) {
        while true {
            var requested = RequestedContent()
            if let record, record.validator != nil, length > 0, !asksForAll {
                requested.part = (length, record)
            }
            requested.isConditional = known != nil
            let code = try ask(response, request, for: requested, known?.conditions ?? [])
            switch response.verdict {
            case .unchanged:
                return
            case .newContent, .continuation:
                known = nil
                asksForAll = false
                if response.isWhole(afterCode: code) { return }
                let hasGrown = length > furthest && record?.validator != nil
                furthest = max(furthest, length)
                if hasGrown { failures = 0 }
                // A range that ends early is followed by the next one at once.
                if code != 0 || !hasGrown {
                    try retry(after: DownloadError(transferCode: code == 0 ? 18 : code))
                }
            case .restart:
                try countRestart()
                asksForAll = true
            case .retry:
                try retry(after: response.statusError())
            case .refusal, .redirect:
                throw response.statusError()
            case .contradiction(let reason):
                throw response.error(.unexpectedResponse, reason)
            case nil:
                let error = DownloadError(transferCode: code)
                guard error.isTransient else { throw error }
                try retry(after: error)
            }
        }
    }

    /// Sends the request, and follows redirects.
    private func ask(
        _ response: DownloadResponse,
        _ request: OriginalRequest,
        for requested: RequestedContent,
        _ conditions: [(name: String, value: String)]
    ) throws(DownloadError) -> Int32 {
        var address = request.address
        var callerFields = request.fields
        var content = conditions
        content.append(("Accept-Encoding", "identity"))
        if let part = requested.part, let validator = part.record.validator {
            content.append(("Range", "bytes=\(part.length - min(part.length, 4_096))-"))
            content.append(("If-Range", validator))
        }
        var redirects = 0
        while true {
            response.begin(requested)
            report(.connecting)
            let code = try transfer(response, to: address, callerFields + content)
            guard case .redirect(let location) = response.verdict, options.redirects != .none else {
                return code
            }
            redirects += 1
            guard redirects <= options.limits.redirects else {
                throw response.error(.tooManyRedirects, "the server redirects too often")
            }
            guard let next = WebAddress(location: location, from: address),
                next.scheme == "https" || address.scheme == "http",
                next.origin == address.origin || options.redirects == .safe
            else {
                throw response.error(.insecureRedirect, "the redirect leads to an excluded URL")
            }
            if next.origin != address.origin { callerFields = [] }
            address = next
        }
    }

    private func transfer(
        _ response: DownloadResponse,
        to address: WebAddress,
        _ fields: [(name: String, value: String)]
    ) throws(DownloadError) -> Int32 {
        guard let transfer = queue.idleTransfers.transfer(to: address.origin) else {
            throw DownloadError(.unavailable, "libcurl has no memory")
        }
        let code = try core.run(transfer) {
            transfer.run(
                address,
                fields,
                idleTimeout: options.idleTimeout,
                on: queue,
                into: response
            )
        }
        queue.idleTransfers.keep(transfer, connectedTo: address.origin)
        if let error = response.failure { throw error }
        return code
    }

    /// Waits before the next attempt, or throws the error of the last one.
    private func retry(after error: DownloadError) throws(DownloadError) {
        failures += 1
        guard failures <= options.limits.retries else { throw error }
        var pause = queue.firstPause * (1 << min(failures - 1, 4)) * Double.random(in: 0.8...1.2)
        if let time = error.retryAfter {
            let seconds = max(0, time.timeIntervalSinceNow)
            guard seconds <= options.limits.retryAfter / .seconds(1) else { throw error }
            pause = .seconds(seconds)
        }
        report(.pausing)
        try core.pause(pause)
    }

    func countRestart() throws(DownloadError) {
        restarts += 1
        guard restarts <= options.limits.restarts else {
            throw DownloadError(.changedRepeatedly, "the content changed at each attempt")
        }
    }

    /// Waits as long as the rate requires after some bytes; the connection slows the sender down.
    func limitRate(after count: Int) throws(DownloadError) {
        guard let rate = options.maxBytesPerSecond else { return }
        let now = ContinuousClock.now
        let start = max(nextByte ?? now, now)
        let next = start + .seconds(Double(count) / Double(max(1, rate)))
        nextByte = next
        try core.pause(next - now)
    }

    func report(_ phase: DownloadProgress.Phase) {
        let isDue = meter.note(phase, received: length, expected: record?.total)
        core.report(meter.progress, partLength: partLength, notifying: isDue)
    }
}

// The steps after the last request.
extension DownloadJob {
    private func passesCheck(_ part: Part) throws(DownloadError) -> Bool {
        report(.checking)
        guard let check = options.check else { return true }
        var failure: DownloadError?
        let isValid = check.passes { update in
            var offset = 0
            while offset < length, failure == nil {
                do throws(DownloadError) {
                    try core.checkCancellation()
                    let bytes = try part.read(min(1 << 20, length - offset), at: offset)
                    guard !bytes.isEmpty else { throw DownloadError(.system, "the part was cut") }
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
        as record: CacheRecord
    ) throws(DownloadError) {
        if options.synchronizes { try part.sync() }
        queue.didFinishStep(.synced)
        try part.complete(record, replacing: status(of: destination))
        queue.didFinishStep(.completed)
        try core.commit()
        do throws(ErrorNumber) {
            try part.rename(replacing: options.mode != .createOnly)
            queue.didFinishStep(.renamed)
            if options.synchronizes { try destination.folder.openForReading().syncNames() }
        } catch {
            throw error.isOccupiedName ? .alreadyExists : DownloadError(error)
        }
        queue.didFinishStep(.syncedFolder)
        part.removeRecord()
        queue.didFinishStep(.removedRecord)
    }

    private func result(
        of response: DownloadResponse,
        size: Int,
        _ source: DownloadResult.Source
    ) -> DownloadResult {
        DownloadResult(
            file: file,
            size: size,
            resumedAt: meter.progress.resumedAt,
            transferred: transferred,
            source: source,
            isLengthVerified: source == .unchanged || response.isLengthVerified,
            etag: response.head["etag"] ?? record?.etag,
            lastModified: response.head["last-modified"] ?? record?.lastModified,
            contentType: response.head["content-type"],
            contentEncoding: response.head.contentEncoding ?? record?.encoding
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
