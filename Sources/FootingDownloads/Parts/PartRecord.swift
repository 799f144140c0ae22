/// The facts that decide whether a part can be continued, stored with the part.
struct PartRecord: Codable, Equatable {
    private(set) var version = 1
    /// The digest of the content's URL or name.
    let identity: String
    /// The server's strong `ETag`, or else its strong `Last-Modified`.
    let etag: String?
    let lastModified: String?
    let encoding: String?
    /// The number of bytes of the whole content.
    var total: Int?
    /// The number of bytes that are known to be on the storage device.
    var flushed = 0
    /// The time since the machine started in which the other bytes were written.
    var boot = bootIdentifier

    init(identity: String, of head: ResponseHead, total: Int?) {
        self.identity = identity
        self.total = total
        encoding = head.contentEncoding.flatMap { $0.utf8.count < 256 && $0.isPrintable ? $0 : nil }
        // A record must stay short, and an encoding that is left out could not be compared.
        let canContinue = encoding == head.contentEncoding
        etag = canContinue ? head.strongETag : nil
        lastModified = canContinue && etag == nil ? head.strongDate : nil
    }

    /// The value of `If-Range`, by which the server decides whether the content is the same.
    var validator: String? { etag ?? lastModified }

    /// The number of bytes of a part of `length` bytes that are certainly those of the content with
    /// a digest.
    func trustedLength(of length: Int, for identity: String) -> Int {
        guard version == 1, self.identity == identity, let validator,
            validator.isPrintable, flushed >= 0, length <= total ?? .max
        else { return 0 }
        return boot != nil && boot == bootIdentifier ? length : min(length, flushed)
    }
}
