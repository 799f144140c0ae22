import CExtendedAttributes
public import Foundation

extension HTTPCacheRecord {
    /// Replaces the content of the file at `file` in one step, together with its record.
    ///
    /// ```swift
    /// try record.write(page, to: file)
    /// ```
    ///
    /// Others see the old content or the new one, each with its own record. For the rest, this does
    /// what `Data.write(to:keepingExtendedAttributes:)` does: the file's permissions and its other
    /// attributes stay, and a symbolic link is followed.
    ///
    /// - Parameters:
    ///   - content: What the server sent.
    ///   - file: The file, which need not be there yet.
    ///   - selection: The attributes of the old file to keep. The old record is not kept; exclude
    ///     what else is true of the old content only, such as a checksum.
    ///   - name: The attribute to keep the record in.
    /// - Returns: What became of the old file's attributes.
    /// - Throws: ``ExtendedAttributeError`` if the file can't be saved with its record. The old one is
    ///   then as it was.
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
    /// Returns where the file's content was downloaded from, or `nil` if there is no record, or if
    /// the file has changed since it was stored.
    ///
    /// The file counts as changed when its size is another one, or the time of its last change, to
    /// the nanosecond. So a record lasts when the file is renamed, gets other permissions, or is
    /// copied with its attributes and times as by `cp -a`, and is void after `touch`. What this can't
    /// see is a change to the same size by which the time is put back, or that comes so soon after
    /// the record that the system's clock has not moved: 4 ms on many systems, 2 s on FAT. Writes
    /// to a mapping of memory show when the system notes them.
    ///
    /// - Parameter name: The attribute that the record is kept in.
    /// - Returns: The record, if it still holds.
    /// - Throws: ``ExtendedAttributeError``, with the code
    ///   ``ExtendedAttributeError/Code/undecodableValue`` if the attribute holds something else.
    /// - Complexity: O(*n*) in the size of the record.
    public func httpCacheRecord(
        named name: ExtendedAttributeName = HTTPCacheRecord.attributeName
    ) throws(ExtendedAttributeError) -> HTTPCacheRecord? {
        // The record first: what changes the file in between is noticed then.
        guard let stored = try value(for: StoredRecord.key(name)) else { return nil }
        return try stored.stamp == stamp(.read, name) ? stored.record : nil
    }

    /// Stores where the file's content was downloaded from, and what the file looks like now.
    ///
    /// Use this for a file that is complete and that nobody else writes, such as one that a download
    /// task has delivered; moving it within a volume keeps the record. To store content of your own,
    /// ``HTTPCacheRecord/write(_:to:keepingExtendedAttributes:named:)`` lets nobody come between.
    ///
    /// - Parameters:
    ///   - record: What to store.
    ///   - name: The attribute to keep it in.
    /// - Throws: ``ExtendedAttributeError`` if it can't be stored.
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

/// What shows that the content of a file has changed.
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

/// A record as it is kept, in JSON.
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
        let record = ExtendedAttributeCoding<Self>(.json(), expected: "the record of a download") {
            $0
        } encode: {
            $0
        }
        return ExtendedAttributeKey(name, as: record)
    }
}
