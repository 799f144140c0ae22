import FootingBytes
import FootingFiles

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Receives one response after the other: reads the head, decides, and writes the body to the part.
///
/// The functions that receive return whether the transfer goes on.
final class DownloadResponse {
    private unowned let job: DownloadJob
    private let part: Part
    private let identity: String

    private(set) var head = ResponseHead()
    /// `nil` until the head is complete.
    private(set) var verdict: Verdict?
    /// An error that ends the download.
    private(set) var failure: DownloadError?
    private var requested = RequestedContent()
    /// The offset of the next byte of the body in the content.
    private var position = 0
    /// The offset after the last byte of the body, if it is known.
    private var end: Int?

    init(_ job: DownloadJob, _ part: Part, identity: String) {
        self.job = job
        self.part = part
        self.identity = identity
    }

    func begin(_ requested: RequestedContent) {
        self.requested = requested
        (head, verdict, failure, end) = (ResponseHead(), nil, nil, nil)
    }

    var isUnchanged: Bool { verdict == .unchanged }
    var isLengthVerified: Bool { head.isDelimited || job.record?.total != nil }

    /// Whether the part has the whole content, after a body that ended with libcurl's `code`.
    func isWhole(afterCode code: Int32) -> Bool {
        if let total = job.record?.total { return job.length == total }
        return code == 0 && (end == nil || job.length == end)
    }

    func error(_ code: DownloadError.Code, _ reason: String) -> DownloadError {
        var error = DownloadError(code, reason)
        error.status = head.status
        return error
    }

    /// The error of a response without content.
    func statusError() -> DownloadError {
        var error = error(.httpStatus, "the server answered with the status \(head.status)")
        let now = Int(Date().timeIntervalSince1970)
        error.retryAfter = head.retryTime(now: now)
            .map { Date(timeIntervalSince1970: TimeInterval($0)) }
        return error
    }

    func receive(headerLine: ByteView) -> Bool {
        let hadEnded = head.isComplete
        return succeeds { () throws(DownloadError) in
            try head.append(headerLine, limits: job.options.limits)
            guard head.isComplete, !hadEnded else { return true }
            let verdict = Verdict(head, for: requested)
            self.verdict = verdict
            switch verdict {
            case .newContent(let total): try beginContent(total: total)
            case .continuation(let range): try beginContinuation(range)
            // A short answer is read, so that the connection can be used again.
            default: return [204, 304].contains(head.status) || head["content-length"] == "0"
            }
            return true
        }
    }

    private func beginContent(total: Int?) throws(DownloadError) {
        let record = PartRecord(identity: identity, of: head, total: total)
        try checkLimit(total ?? 0)
        if let part = requested.part, part.record.validator != record.validator {
            try job.countRestart()
        }
        try part.begin(record)
        (job.record, job.length, job.isContinued) = (record, 0, false)
        job.meter.begin(at: 0)
        (position, end) = (0, total)
        job.report(.receiving)
    }

    private func beginContinuation(_ range: ContentRange) throws(DownloadError) {
        if job.record?.total == nil, let total = range.total {
            job.record?.total = total
            try part.setTotal(total)
        }
        try checkLimit(job.record?.total ?? range.end)
        job.meter.begin(at: job.isContinued ? job.length : nil)
        (position, end) = (range.start, range.end)
        job.report(.receiving)
    }

    private func checkLimit(_ count: Int) throws(DownloadError) {
        guard count > job.options.limits.contentBytes else { return }
        part.remove()
        throw DownloadError(exceeding: .contentBytes, of: job.options.limits.contentBytes)
    }

    func receive(body: UnsafeRawBufferPointer) -> Bool {
        switch verdict {
        case .newContent, .continuation: break
        case nil:
            failure = ResponseHead.malformed
            return false
        default: return false
        }
        job.transferred += body.count
        return succeeds { () throws(DownloadError) in
            // Bytes beyond the end are dropped.
            let count = min(body.count, (end ?? .max) - position)
            let isOver = count < body.count
            let known = min(count, max(0, job.length - position))
            guard unsafe try isInPart(body.slice(0..<known)) else {
                verdict = .restart
                return false
            }
            position += known
            try checkLimit(position + (count - known))
            let error = unsafe part.write(body.slice(known..<count), at: position)
            if let error { throw DownloadError(error) }
            position += count - known
            job.length = max(job.length, position)
            job.report(.receiving)
            try job.limitRate(after: body.count)
            return !isOver
        }
    }

    /// Whether bytes at the current position equal those of the part.
    private func isInPart(_ bytes: UnsafeRawBufferPointer) throws(DownloadError) -> Bool {
        guard bytes.count > 0 else { return true }
        return unsafe try part.read(bytes.count, at: position).withUnsafeBytes {
            unsafe bytes.isEqual(to: $0)
        }
    }

    private func succeeds(_ body: () throws(DownloadError) -> Bool) -> Bool {
        do throws(DownloadError) {
            return try body()
        } catch {
            failure = error
            return false
        }
    }
}
