/// The decision of a download after the head of a response.
enum Verdict: Equatable {
    /// The body is the whole content, of `total` bytes if that is known.
    case newContent(total: Int?)
    /// The body continues the part, or repeats a portion of it.
    case continuation(ContentRange)
    /// The part can't be continued: the next request asks for the whole content.
    case restart
    /// The file that is already there is up to date.
    case unchanged
    /// The content is at another URL.
    case redirect(to: String)
    /// The server may answer a later request.
    case retry
}

/// The facts about a request that decide about its response.
struct RequestedContent {
    /// The length of the part, whose rest was requested, and its record; `nil` if the whole content
    /// was requested.
    var part: (length: Int, record: PartRecord)?
    /// Whether the content was requested only if it is newer than the file.
    var isConditional = false

    /// The number of bytes at the end of the part that are requested again, to be compared.
    static let overlap = 4_096

    static func start(continuing length: Int) -> Int { length - min(length, overlap) }
}

extension Verdict {
    /// Decides, or throws the error of a response that ends the download.
    init(_ head: ResponseHead, for request: RequestedContent) throws(DownloadError) {
        switch head.status {
        case 200...206 where !head.hasKnownTransferCodings:
            throw head.error("the server sent a transfer coding that was not requested")
        case 200:
            let length = head.contentLength
            guard length != nil || !head.hasLength else {
                throw head.error("the field Content-Length is invalid")
            }
            self = .newContent(total: length)
        case 206:
            guard let part = request.part else {
                throw head.error("the server sent a range that was not requested")
            }
            let range = Self.range(in: head, of: part.record, continuing: part.length)
            self = range.map(Self.continuation) ?? .restart
        case 200..<300:
            throw head.error("the server sent no content")
        case 304 where request.isConditional:
            self = .unchanged
        case 301, 302, 303, 307, 308:
            guard let location = head["location"] else {
                throw head.error("a redirect has no target")
            }
            self = .redirect(to: location)
        case 408, 425, 429, 500, 502, 503, 504:
            self = .retry
        case 412, 416:
            guard request.part != nil else { throw head.statusError }
            self = .restart
        default:
            throw head.statusError
        }
    }

    /// The range of a response, if it continues the part.
    private static func range(
        in head: ResponseHead,
        of record: PartRecord,
        continuing length: Int
    ) -> ContentRange? {
        guard let range = head["content-range"].flatMap(ContentRange.init),
            range.start <= RequestedContent.start(continuing: length), range.end >= length,
            range.total == nil || record.total == nil || range.total == record.total,
            range.end <= record.total ?? .max,
            !head.list("content-type").lowercased().contains("multipart/"),
            !head.has("content-encoding") || head.contentEncoding == record.encoding,
            !head.hasLength || head.contentLength == range.end - range.start
        else { return nil }
        if record.etag != nil {
            guard !head.has("etag") || head.strongETag == record.etag else { return nil }
        } else if head.has("last-modified") {
            guard head["last-modified"] == record.lastModified else { return nil }
        }
        return range
    }
}
