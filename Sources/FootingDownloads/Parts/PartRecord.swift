/// The facts that decide whether a part can be continued, stored with the part.
struct PartRecord: Equatable {
    static let attributeName = portableName("footing.download")
    static let maximumSize = 2_048

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
        encoding = head.contentEncoding
        self.total = total
        // A record must stay short, and an encoding that is left out could not be compared.
        let canContinue = encoding?.utf8.count ?? 0 < 256
        etag = canContinue ? head.strongETag : nil
        lastModified = canContinue && etag == nil ? head.strongDate : nil
    }

    /// Reads a record, or returns `nil` if it is not one of this version and of this content.
    init?(_ bytes: [UInt8], identity: String) {
        guard let fields = RecordFields(bytes),
            fields[number: "version"] == 1, fields[string: "identity"] == identity
        else { return nil }
        self.identity = identity
        etag = fields[string: "etag"]
        lastModified = fields[string: "lastModified"]
        encoding = fields[string: "encoding"]
        total = fields[number: "total"]
        flushed = fields[number: "flushed"] ?? 0
        boot = fields[string: "boot"]
        guard validator?.utf8.allSatisfy({ 0x20...0x7E ~= $0 }) != false, total ?? 0 >= 0,
            flushed >= 0
        else { return nil }
    }

    /// The value of `If-Range`, by which the server decides whether the content is the same.
    var validator: String? { etag ?? lastModified }

    var json: [UInt8] {
        var fields = RecordFields()
        fields[number: "version"] = 1
        fields[string: "identity"] = identity
        fields[string: "etag"] = etag
        fields[string: "lastModified"] = lastModified
        fields[string: "encoding"] = encoding
        fields[number: "total"] = total
        fields[number: "flushed"] = flushed
        fields[string: "boot"] = boot
        return fields.json
    }

    /// The number of bytes of a part of `length` bytes that are certainly those of the content.
    func trustedLength(of length: Int) -> Int {
        guard validator != nil, length <= total ?? .max else { return 0 }
        return boot != nil && boot == bootIdentifier ? length : min(length, flushed)
    }
}
