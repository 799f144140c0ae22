import FootingFiles

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The origin of a complete file, in the format of `HTTPCacheRecord` of FootingExtendedAttributes.
struct CacheRecord: Equatable {
    static let attributeName = portableName("footing.http-cache")

    /// Without user, password and fragment.
    let url: String
    let etag: String?
    let lastModified: String?

    init(url: String, etag: String?, lastModified: String?) {
        self.url = url
        self.etag = etag
        self.lastModified = lastModified
    }

    /// Reads the record of a file, or returns `nil` if the file has none or has changed.
    init?(of file: borrowing Descriptor) {
        // Read before the status, so that a change in between is noticed.
        guard let bytes = file.attribute(Self.attributeName, maximumSize: 65_536),
            let fields = RecordFields(bytes), let url = fields[string: "url"],
            let status = try? FileStatus(ofDescriptor: file.number), status.kind == .file,
            fields[number: "size"] == Int(status.size),
            fields[string: "modified"] == status.modificationTime
        else { return nil }
        self.url = url
        etag = fields[string: "etag"]
        lastModified = fields[string: "lastModified"]
    }

    func json(of status: FileStatus) -> [UInt8] {
        var fields = RecordFields()
        fields[string: "url"] = url
        fields[string: "etag"] = etag
        fields[string: "lastModified"] = lastModified
        fields[number: "size"] = Int(status.size)
        fields[string: "modified"] = status.modificationTime
        return fields.json
    }

    /// Whether this is the record of the content at an address.
    func isOf(_ address: String) -> Bool {
        url == address || URL(string: url).flatMap(WebAddress.init)?.text == address
    }

    /// The header fields of a request for newer content.
    var conditions: [(name: String, value: String)] {
        var fields: [(String, String)] = []
        if let etag, Self.isEntityTag(etag) { fields.append(("If-None-Match", etag)) }
        if let lastModified, HTTPDate.seconds(lastModified) != nil {
            fields.append(("If-Modified-Since", lastModified))
        }
        return fields
    }

    /// Whether a value is a well-formed `ETag`, possibly weak; `*` would match any content.
    private static func isEntityTag(_ text: String) -> Bool {
        let tag = text.utf8.dropFirst(text.hasPrefix("W/") ? 2 : 0)
        return tag.count > 1 && tag.first == 0x22 && tag.last == 0x22
            && tag.dropFirst().dropLast().allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x22 }
    }
}
