import FootingFiles

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The origin of a complete file, in the format of `HTTPCacheRecord` of FootingExtendedAttributes.
struct CacheRecord: Codable {
    /// Without user, password and fragment.
    let url: String
    /// The digest of the content's name, if the caller gave one; `url` lacks the query then.
    let identity: String?
    let etag: String?
    let lastModified: String?
    /// The size and the modification time of the file, by which a change is noticed.
    var size = 0
    var modified = ""
    /// Only of a file of a cache: the URL after redirects, the server's `Content-Type`, the number
    /// of seconds for which the content need not be requested again, and whether it must be
    /// requested then.
    var contentURL: URL?
    var contentType: String?
    var lifetime: Int?
    var requiresAnswer: Bool?

    init(url: String, identity: String? = nil, etag: String?, lastModified: String?) {
        (self.url, self.identity) = (url, identity)
        (self.etag, self.lastModified) = (etag, lastModified)
    }

    /// Reads the record of a file, or returns `nil` if the file has none or has changed.
    init?(of file: borrowing Descriptor, in store: RecordStore) {
        // Read before the status, so that a change in between is noticed.
        guard let record = store.read(Self.self, of: file),
            let status = try? FileStatus(ofDescriptor: file.number), status.kind == .file,
            record.size == Int(status.size), record.modified == status.modificationTime
        else { return nil }
        self = record
    }

    /// Stores the record with a file, if the volume can.
    func write(to file: borrowing Descriptor, in store: RecordStore) {
        guard let status = try? FileStatus(ofDescriptor: file.number) else { return }
        var record = self
        (record.size, record.modified) = (Int(status.size), status.modificationTime)
        try? store.write(record, to: file)
    }

    /// The place of the record; that of a file of a cache is beside the file if the volume has no
    /// attributes.
    static func store(of name: SystemPath, inCache folder: Folder?) -> RecordStore {
        let beside = SystemPath(name.bytes + ".record".utf8)
        return RecordStore(
            attribute: portableName("footing.http-cache"),
            maximumSize: 8_192,
            beside: folder.map { ($0, beside) }
        )
    }

    /// Whether this is the record of the requested content.
    func isOf(_ request: OriginalRequest) -> Bool {
        guard identity == nil, request.givenIdentity == nil else {
            return identity == request.givenIdentity
        }
        return url == request.storedURL
            || URL(string: url).flatMap(WebAddress.init) == request.address
    }

    /// The header fields of a request for newer content.
    var conditions: [(name: String, value: String)] {
        var fields: [(String, String)] = []
        if let etag, etag.isEntityTag { fields.append(("If-None-Match", etag)) }
        if let lastModified, HTTPDate.seconds(lastModified) != nil {
            fields.append(("If-Modified-Since", lastModified))
        }
        return fields
    }
}
