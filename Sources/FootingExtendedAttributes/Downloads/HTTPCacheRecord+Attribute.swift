import CExtendedAttributes
public import Foundation

extension HTTPCacheRecord {
    /// Replaces the content of the file at `file` in one step, together with its record.
    ///
    /// ```swift
    /// try record.write(page, to: file)
    /// ```
    ///
    /// Other processes see the old content or the new one, each with its own record. As with
    /// `Data.write(to:keepingExtendedAttributes:)`, the file's permissions and other attributes stay,
    /// and a symbolic link is followed.
    ///
    /// - Parameters:
    ///   - content: The body of the server's answer.
    ///   - file: The file, which need not exist yet.
    ///   - selection: The attributes of the old file to keep. The old record is not kept; exclude
    ///     others that describe the old content, such as a checksum.
    ///   - name: The attribute to keep the record in.
    /// - Returns: The old file's attributes that were kept, and those that the system refused.
    /// - Throws: ``ExtendedAttributeError`` if the file can't be saved with its record, with the code
    ///   ``ExtendedAttributeError/Code/unencodableValue`` if the record's URL is not absolute and
    ///   `http` or `https`. The old file is then unchanged.
    /// - Complexity: O(*n*) in the sizes of the content and the attributes.
    @discardableResult
    public func write(
        _ content: Data,
        to file: URL,
        keepingExtendedAttributes selection: ExtendedAttributeSelection = .user,
        named name: ExtendedAttributeName = HTTPCacheRecord.attributeName
    ) throws(ExtendedAttributeError) -> ExtendedAttributeReport {
        let replacement = FileReplacement(
            path: SystemPath(file),
            selection: selection.excluding([name])
        )
        // The temporary file keeps its size and time of modification when it becomes the new one.
        return try replacement(with: content) { new throws(ExtendedAttributeError) in
            try new.setHTTPCacheRecord(self, named: name)
        }
    }
}

extension ExtendedAttributes {
    /// Returns the record of the file's download, or `nil` if there is none or the file has changed
    /// since it was stored.
    ///
    /// The file has changed if its size or, to the nanosecond, its time of modification is another. So
    /// the record outlasts a rename, other permissions and a copy with attributes and times (`cp -a`),
    /// but not `touch`. Two changes that keep the size are not noticed: one that restores the time,
    /// and one within the same tick of the file system's clock (4 ms on many systems, 2 s on FAT).
    /// Writes through a memory mapping count when the system updates the time.
    ///
    /// A stored URL that is not absolute and `http` or `https` gives `nil`, too, because another
    /// program wrote it.
    ///
    /// - Parameter name: The attribute that the record is kept in.
    /// - Returns: The record, if it is still valid.
    /// - Throws: ``ExtendedAttributeError``, with the code
    ///   ``ExtendedAttributeError/Code/undecodableValue`` if the attribute holds something else.
    /// - Complexity: O(*n*) in the size of the record.
    public func httpCacheRecord(
        named name: ExtendedAttributeName = HTTPCacheRecord.attributeName
    ) throws(ExtendedAttributeError) -> HTTPCacheRecord? {
        // The record first, so that a change in between is noticed.
        guard let stored = try value(for: StoredRecord.key(name)), stored.url.isAbsoluteHTTP else {
            return nil
        }
        return try stored.stamp == stamp(.read, name) ? stored.record : nil
    }

    /// Stores the record of the file's download, with the file's present size and time.
    ///
    /// Use this for a complete file that no other process writes, such as one that a download
    /// task has delivered; moving it within a volume keeps the record. For content in memory, use
    /// ``HTTPCacheRecord/write(_:to:keepingExtendedAttributes:named:)``, which stores both in one step.
    ///
    /// - Parameters:
    ///   - record: The record to store.
    ///   - name: The attribute to keep it in.
    /// - Throws: ``ExtendedAttributeError`` if it can't be stored, with the code
    ///   ``ExtendedAttributeError/Code/unencodableValue`` if its URL is not absolute and `http` or
    ///   `https`.
    /// - Complexity: O(*n*) in the size of the record.
    public func setHTTPCacheRecord(
        _ record: HTTPCacheRecord,
        named name: ExtendedAttributeName = HTTPCacheRecord.attributeName
    ) throws(ExtendedAttributeError) {
        let stored = try StoredRecord(record, stamp: stamp(.set, name))
        try set(stored, for: StoredRecord.key(name))
    }

    private func stamp(
        _ operation: ExtendedAttributeError.Operation,
        _ name: ExtendedAttributeName
    ) throws(ExtendedAttributeError) -> FileStamp {
        try check(operation, name)
        var stamp = footing_xattr_stamp()
        let result = calls.readStamp(into: &stamp)
        guard result < 0 else { return FileStamp(stamp) }
        throw error(Int32(truncatingIfNeeded: -result), operation, name)
    }
}

/// The size and the time of modification of a file, by which a change is noticed.
struct FileStamp: Equatable {
    let size: Int64
    /// The time of the latest change in seconds since 1970, with nine digits behind the point, as
    /// `stat -c %.9Y` prints it.
    ///
    /// As a number, it would lose digits in many readers of JSON, and as nanoseconds in 64 bits it
    /// would end in 2262.
    let modified: String

    init(size: Int64, modified: String) {
        self.size = size
        self.modified = modified
    }

    init(_ stamp: footing_xattr_stamp) {
        size = stamp.size
        // The nanoseconds count up, also before 1970: there, a second less and the rest of it.
        let isBelowZero = stamp.seconds < 0 && stamp.nanoseconds > 0
        let seconds = isBelowZero ? stamp.seconds &+ 1 : stamp.seconds
        let digits = String(isBelowZero ? 1_000_000_000 &- stamp.nanoseconds : stamp.nanoseconds)
        let sign = stamp.seconds < 0 ? "-" : ""
        let zeros = String(repeating: "0", count: max(0, 9 - digits.count))
        modified = "\(sign)\(seconds.magnitude).\(zeros)\(digits)"
    }
}

/// A record with its file's stamp, as it is stored in JSON.
private struct StoredRecord: Codable {
    let url: URL
    let etag: String?
    let lastModified: String?
    let size: Int64
    let modified: String

    init(_ record: HTTPCacheRecord, stamp: FileStamp) {
        url = record.url
        etag = record.etag
        lastModified = record.lastModified
        size = stamp.size
        modified = stamp.modified
    }

    var record: HTTPCacheRecord {
        HTTPCacheRecord(url: url, etag: etag, lastModified: lastModified)
    }

    var stamp: FileStamp { FileStamp(size: size, modified: modified) }

    static func key(_ name: ExtendedAttributeName) -> ExtendedAttributeKey<Self> {
        let record = ExtendedAttributeCoding<Self>(
            .json(),
            expected: "the record of a download from an “http” or “https” URL"
        ) {
            $0
        } encode: {
            $0.url.isAbsoluteHTTP ? $0 : nil
        }
        return ExtendedAttributeKey(name, as: record)
    }
}

extension URL {
    fileprivate var isAbsoluteHTTP: Bool {
        guard let scheme = scheme?.lowercased(), let host = host(percentEncoded: true) else {
            return false
        }
        return (scheme == "http" || scheme == "https") && !host.isEmpty
    }
}
