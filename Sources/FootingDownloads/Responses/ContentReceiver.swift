import CDownloads

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Makes requests until the part has the whole content.
final class ContentReceiver {
    let job: DownloadJob
    let request: OriginalRequest
    let part: Part

    /// The number of bytes of the content in the part, and of those that are from an earlier call.
    var length: Int
    var continuedBytes: Int
    /// The number of bytes that were received.
    var receivedBytes = 0
    var progress = DownloadProgress()
    /// The address of the latest request, after redirects.
    private var address: WebAddress

    // The response in progress.
    var requested = RequestedContent()
    var head = ResponseHead()
    /// `nil` until the head is complete.
    var verdict: Verdict?
    /// An error that ends the download.
    var failure: DownloadError?
    /// The offset of the next byte of the body in the content.
    var position = 0
    /// The offset after the last byte of the body, if it is known.
    var end: Int?

    /// The greatest length so far.
    private var furthest: Int
    private var failures = 0
    private var restarts = 0
    /// The earliest time of the next byte, if the rate is limited.
    private var nextByte = ContinuousClock.now

    init(_ job: DownloadJob, _ request: OriginalRequest, _ part: Part) throws(DownloadError) {
        (self.job, self.request, self.part) = (job, request, part)
        address = request.address
        length = try part.continuation(of: request.identity)
        (continuedBytes, furthest) = (length, length)
    }

    var isLengthVerified: Bool { part.record?.total != nil || end == nil && head.isDelimited }
    /// The number of bytes that a further download need not receive again.
    var partBytes: Int { part.record?.validator == nil ? 0 : length }

    /// The record of the content, or `nil` if a cache must not use it again.
    var cacheRecord: CacheRecord? {
        var new = CacheRecord(
            url: request.storedURL,
            identity: request.givenIdentity,
            etag: head.printable("etag") ?? part.record?.etag,
            lastModified: head.printable("last-modified") ?? part.record?.lastModified
        )
        guard job.cache != nil else { return new }
        new.contentURL = redirectedURL
        return new.note(head) ? new : nil
    }

    /// The URL of the content, if the server has redirected to it.
    var redirectedURL: URL? {
        address == request.address ? nil : URL(string: address.withoutQuery)
    }

    func report(_ phase: DownloadProgress.Phase) {
        (progress.phase, progress.bytes) = (phase, length)
        job.report(progress, partBytes: partBytes)
    }

    /// Makes requests until the part is complete, or the file is known to be up to date.
    ///
    /// The conditions ask only for content newer than the file. Although there is a part, the first
    /// request asks for the whole content if `asksForAll`.
    func receive(
        conditions: [(name: String, value: String)] = [],
        asksForAll: Bool = false
    ) throws(DownloadError) {
        if job.cache?.policy == .cachedOnly { throw .notCached }
        var (conditions, asksForAll) = (conditions, asksForAll)
        while true {
            requested = RequestedContent(isConditional: !conditions.isEmpty)
            if let record = part.record, record.validator != nil, length > 0, !asksForAll {
                requested.part = (length, record)
            }
            let code = try ask(conditions)
            switch verdict {
            case .unchanged:
                return
            case .newContent, .continuation:
                (conditions, asksForAll) = ([], false)
                if isWhole(afterCode: code) { return }
                let growth = partBytes - furthest
                furthest = max(furthest, length)
                if growth > 0 { failures = 0 }
                // A range that ends early is followed by the next one at once, if it added enough.
                if code != 0 || growth < RequestedContent.overlap { try retry(afterCode: code) }
            case .restart:
                try countRestart()
                asksForAll = true
            case .retry:
                try retry(after: head.statusError)
            case .redirect:
                throw head.statusError
            case nil:
                try retry(afterCode: code)
            }
        }
    }

    /// Whether the part has the whole content, after a body that ended with libcurl's `code`.
    private func isWhole(afterCode code: Int32) -> Bool {
        if let total = part.record?.total { return length == total }
        // Behind an announced end, the transfer is stopped.
        return end.map { $0 == length } ?? (code == 0)
    }

    /// Sends the request, and follows redirects.
    private func ask(_ conditions: [(name: String, value: String)]) throws(DownloadError) -> Int32 {
        address = request.address
        var callerFields = request.fields
        var content = conditions
        content.append(("Accept-Encoding", "identity"))
        if let part = requested.part, let validator = part.record.validator {
            content.append(("Range", "bytes=\(RequestedContent.start(continuing: part.length))-"))
            content.append(("If-Range", validator))
        }
        let options = job.options
        for _ in 0...max(0, options.limits.redirects) {
            let code = try transfer(callerFields + content)
            guard case .redirect(let location) = verdict, options.redirects != .notFollowed else {
                return code
            }
            let next = WebAddress(location: location, from: address)
            guard let next, next.scheme == "https" || address.scheme == "http" else {
                let target = next?.origin ?? "no “http” or “https” URL"
                let reason = "the redirect leads to \(target); check the server"
                throw head.error(reason, .redirectRefused)
            }
            guard next.origin == address.origin || options.redirects == .safe else {
                let reason = "the redirect leads to \(next.origin), which the options exclude"
                throw head.error("\(reason); use its URL if you trust it", .redirectRefused)
            }
            if next.origin != address.origin { callerFields = [] }
            address = next
        }
        var error = DownloadError(
            exceeding: .redirects,
            of: options.limits.redirects,
            remedy: "use the final URL"
        )
        error.statusCode = head.status
        throw error
    }

    private func transfer(
        _ fields: [(name: String, value: String)]
    ) throws(DownloadError) -> Int32 {
        (head, verdict, end) = (ResponseHead(), nil, nil)
        report(.connecting)
        guard let transfer = job.queue.transfer(to: address.origin) else {
            throw DownloadError(curlCode: FOOTING_TRANSFER_NO_MEMORY)
        }
        let code = try job.run(transfer) { transfer.run(address, fields, into: self) }
        job.queue.keep(transfer, connectedTo: address.origin)
        if let failure { throw failure }
        return code
    }

    private func retry(afterCode code: Int32) throws(DownloadError) {
        let error = DownloadError(curlCode: code)
        guard error.isTransient else { throw error }
        try retry(after: error)
    }

    /// Waits before the next attempt, or throws the error of the last one.
    private func retry(after error: DownloadError) throws(DownloadError) {
        let limits = job.options.limits
        failures += 1
        guard failures <= limits.retries else { throw error }
        let factor = Double(1 << min(failures - 1, 4)) * .random(in: 0.8...1.2)
        var pause = job.options.firstPause * factor
        if let time = error.retryAfter {
            pause = .seconds(max(0, time.timeIntervalSinceNow))
            guard pause <= limits.retryDelay else { throw error }
        }
        report(.pausing)
        try job.pause(pause)
    }

    func countRestart() throws(DownloadError) {
        restarts += 1
        let limit = job.options.limits.restarts
        guard restarts <= limit else {
            throw DownloadError(
                exceeding: .restarts,
                of: limit,
                remedy: "the content changes, or the server can’t continue it: try later"
            )
        }
    }

    /// Waits as long as the rate requires after some bytes; the connection slows the sender down.
    func limitRate(after count: Int) throws(DownloadError) {
        guard let rate = job.options.maxBytesPerSecond else { return }
        let now = ContinuousClock.now
        nextByte = max(nextByte, now) + .seconds(Double(count) / Double(max(1, rate)))
        try job.pause(nextByte - now)
    }
}

extension ResponseHead {
    func error(
        _ reason: String,
        _ code: DownloadError.Code = .unexpectedResponse
    ) -> DownloadError {
        var error = DownloadError(code, reason)
        error.statusCode = status
        return error
    }

    /// The error of a response without content.
    var statusError: DownloadError {
        var error = error("the server answered with the status \(status)", .httpStatus)
        error.retryAfter = retryTime(now: Date().timeIntervalSince1970)
            .map(Date.init(timeIntervalSince1970:))
        return error
    }
}
