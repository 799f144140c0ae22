@testable import FootingBytes
@testable import FootingDownloads
import Foundation

/// The promises of the decision about any response.
///
/// The first byte is that of the request.
///
/// A fuzzer and an ordinary test share this file; `expect` is theirs.
struct ResponsePromises {
    private static let length = 5_000

    private let request: UInt8
    private let bytes: ArraySlice<UInt8>

    init?(_ bytes: [UInt8]) {
        guard let first = bytes.first else { return nil }
        request = first
        self.bytes = bytes.dropFirst()
    }

    func check() {
        guard let head = readHead(), head.isComplete else { return }
        expect(200...999 ~= head.status, "a status that is none")
        expect(head.lifetime ?? 0 >= 0, "a negative lifetime")
        expect(head.strongETag?.isEntityTag != false, "an ETag that is none")
        expect(head.strongETag?.hasPrefix("W/") != true, "a weak ETag")
        checkRetry(head)
        let record = PartRecord(identity: "0123456789abcdef", of: head, total: nil)
        checkRecord(record)
        checkCacheRecord(head)

        var known = record
        if request & 2 == 0 {
            var other = ResponseHead()
            for line in ["HTTP/1.1 200 OK\r\n", "ETag: \"1\"\r\n", "\r\n"] {
                try? Self.append(Array(line.utf8)[...], to: &other)
            }
            known = PartRecord(identity: "0123456789abcdef", of: other, total: 10_000)
        }
        let isContinued = request & 1 == 1 && known.validator != nil
        var content = RequestedContent(isConditional: request & 4 == 4)
        if isContinued { content.part = (Self.length, known) }
        do throws(DownloadError) {
            checkVerdict(try Verdict(head, for: content), head, content, known)
        } catch {
            let isKnown = error.code == .unexpectedResponse || error.code == .httpStatus
            expect(isKnown && error.statusCode == head.status, "another error: \(error)")
        }
    }

    private func readHead() -> ResponseHead? {
        var head = ResponseHead()
        var rest = bytes
        while !rest.isEmpty {
            let end = rest.firstIndex(of: 0x0A).map { $0 + 1 } ?? rest.endIndex
            do throws(DownloadError) {
                try Self.append(rest[..<end], to: &head)
            } catch {
                let isKnown = error.code == .unexpectedResponse || error.code == .limitExceeded
                expect(isKnown, "another error: \(error)")
                return nil
            }
            rest = rest[end...]
        }
        return head
    }

    private static func append(
        _ line: ArraySlice<UInt8>,
        to head: inout ResponseHead
    ) throws(DownloadError) {
        var failure: DownloadError?
        unsafe line.withUnsafeBytes { line in
            do throws(DownloadError) {
                unsafe try head.append(ByteView(line), limits: .untrusted)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
    }

    private func checkVerdict(
        _ verdict: Verdict,
        _ head: ResponseHead,
        _ content: RequestedContent,
        _ known: PartRecord
    ) {
        switch verdict {
        case .newContent(let total):
            expect(head.status == 200 && total ?? 0 >= 0, "new content without a valid length")
            expect(head.hasKnownTransferCodings, "content in an unknown coding")
        case .continuation(let range):
            expect(head.status == 206 && content.part != nil, "a range that was not requested")
            expect(0 <= range.start && range.start <= Self.length, "a gap")
            expect(range.end >= Self.length, "less than there is")
            expect(range.end <= range.total ?? .max, "a range beyond its total")
            expect(range.end <= known.total ?? .max, "a range beyond the content")
            expect(
                range.total == nil || known.total == nil || range.total == known.total,
                "another total"
            )
        case .unchanged:
            expect(head.status == 304 && content.isConditional, "unchanged, without a question")
        case .restart:
            expect(content.part != nil, "a restart without a part")
        case .redirect:
            expect([301, 302, 303, 307, 308].contains(head.status), "a redirect by itself")
        case .retry:
            break
        }
    }

    private func checkRetry(_ head: ResponseHead) {
        guard let time = head.retryTime(now: 1_000_000_000) else { return }
        expect(head["retry-after"] != nil, "a time from nowhere")
        expect(time >= -70_000_000_000, "a time before all others")
    }

    private func checkRecord(_ record: PartRecord) {
        guard let json = try? JSONEncoder().encode(record) else {
            return expect(false, "a record that can't be stored")
        }
        expect(json.count <= 2_048, "a record of \(json.count) bytes")
        let read = try? JSONDecoder().decode(PartRecord.self, from: json)
        expect(read == record, "another record")
        let length = record.trustedLength(of: 100, for: record.identity)
        expect(length == 0 || length == 100, "a record of this boot that trusts a portion")
        expect(length == 0 || record.validator != nil, "trust without a validator")
    }

    private func checkCacheRecord(_ head: ResponseHead) {
        var record = CacheRecord(
            url: "http://host/",
            etag: head.printable("etag"),
            lastModified: head.printable("last-modified")
        )
        expect(record.note(head) != head.forbidsStorage, "stored against the server's will")
        record.modified = "1000.0"
        expect(!record.isFresh(at: 999), "fresh before it was stored")
        if record.isFresh(at: .max) { expect(record.lifetime == .max, "fresh for ever") }
    }
}
