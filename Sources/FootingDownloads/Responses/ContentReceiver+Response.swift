import FootingBytes
import FootingFiles

// The response: its head decides, and its body is written to the part.
//
// The functions that receive return whether the transfer goes on.
extension ContentReceiver {
    func receive(headerLine: ByteView) -> Bool {
        let hadEnded = head.isComplete
        return succeeds { () throws(DownloadError) in
            try head.append(headerLine, limits: job.options.limits)
            guard head.isComplete, !hadEnded else { return true }
            let verdict = try Verdict(head, for: requested)
            self.verdict = verdict
            switch verdict {
            case .newContent(let total): try beginContent(total: total)
            case .continuation(let range): try beginContinuation(range)
            // A short answer is read, so that the connection can be used again.
            default: return head.status == 304 || head["content-length"] == "0"
            }
            return true
        }
    }

    private func beginContent(total: Int?) throws(DownloadError) {
        let new = PartRecord(identity: request.identity, of: head, total: total)
        try checkLimit(total ?? 0)
        if let part = requested.part, part.record.validator != new.validator { try countRestart() }
        try part.begin(new) { job.options.didFinishStep(.withdrewTrust) }
        (length, continuedBytes) = (0, 0)
        beginBody(from: 0, to: total, of: total)
    }

    private func beginContinuation(_ range: ContentRange) throws(DownloadError) {
        var total = part.record?.total
        if total == nil, let known = range.total {
            try part.setTotal(known)
            total = known
        }
        try checkLimit(total ?? range.end)
        beginBody(from: range.start, to: range.end, of: total)
    }

    private func beginBody(from start: Int, to end: Int?, of total: Int?) {
        (position, self.end) = (start, end)
        (progress.totalBytes, progress.resumedBytes) = (total, continuedBytes)
        report(.receiving)
    }

    private func checkLimit(_ count: Int) throws(DownloadError) {
        let limit = job.options.limits.contentBytes
        guard count > limit else { return }
        part.remove()
        throw DownloadError(exceeding: .contentBytes, of: limit)
    }

    func receive(body: UnsafeRawBufferPointer) -> Bool {
        switch verdict {
        case .newContent, .continuation: break
        case nil:
            failure = .malformed
            return false
        default: return false
        }
        receivedBytes += body.count
        return succeeds { () throws(DownloadError) in
            // Bytes beyond the end are dropped.
            let count = min(body.count, (end ?? .max) - position)
            let known = min(count, max(0, length - position))
            let old = known > 0 ? try part.file.read(known, at: position) : []
            guard unsafe old.elementsEqual(body.slice(0..<known)) else {
                verdict = .restart
                return false
            }
            position += known
            try checkLimit(position + (count - known))
            let error = unsafe part.write(
                body.slice(known..<count),
                at: position,
                flushingEvery: job.options.flushInterval
            )
            if let error { throw DownloadError(error) }
            position += count - known
            length = max(length, position)
            report(.receiving)
            try limitRate(after: body.count)
            return count == body.count
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
