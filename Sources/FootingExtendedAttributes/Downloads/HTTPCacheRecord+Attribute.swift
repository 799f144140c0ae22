import FootingFiles
public import Foundation

extension HTTPCacheRecord {
    /// Replaces the content of the file at `file` together with its record, atomically.
    ///
    /// ```swift
    /// try record.write(page, to: file)
    /// ```
    ///
    /// Other processes see either the old or the new content, with the record that belongs to it.
    /// As with `Data.write(to:keepingExtendedAttributes:)`, the file keeps its permissions and
    /// other attributes.
    ///
    /// - Parameters:
    ///   - content: The body of the server's response.
    ///   - file: The file, which need not exist yet.
    ///   - selection: The attributes of the old file to keep. The old record is not kept; exclude
    ///     others that describe the old content, such as a checksum.
    ///   - name: The attribute that stores the record.
    ///   - followingSymlinks: Whether to follow a symbolic link at `file`. With `false`, the link
    ///     itself is replaced.
    ///   - synchronizing: Whether to wait until the new file is flushed to the storage device.
    /// - Returns: The old file's attributes that were kept, and those that the system refused.
    /// - Throws: ``ExtendedAttributeError`` if the file can't be saved with its record, with the
    ///   code ``ExtendedAttributeError/Code/unencodableValue`` if the record's URL is not absolute
    ///   and `http` or `https`. The old file is then unchanged.
    /// - Complexity: O(*n*) in the sizes of the content and the attributes.
    @discardableResult
    public func write(
        _ content: Data,
        to file: URL,
        keepingExtendedAttributes selection: ExtendedAttributeSelection = .user,
        named name: ExtendedAttributeName = HTTPCacheRecord.attributeName,
        followingSymlinks: Bool = true,
        synchronizing: Bool = false
    ) throws(ExtendedAttributeError) -> ExtendedAttributeReport {
        let replacement = FileReplacement(
            path: SystemPath(file),
            selection: selection.excluding([name]),
            followsSymlinks: followingSymlinks,
            synchronizes: synchronizing
        )
        // Renaming changes neither the size nor the modification time of the temporary file.
        return try replacement(with: content) { new throws(ExtendedAttributeError) in
            try new.setHTTPCacheRecord(self, named: name)
        }
    }
}

extension ExtendedAttributes {
    /// Returns the record of the file's download, or `nil` for a file without a record or with a
    /// later change.
    ///
    /// The file has changed if its size or its modification time, to the nanosecond, differs. So
    /// the record survives a rename, a change of permissions and a copy with attributes and times
    /// (`cp -a`), but not `touch`. Two kinds of change that keep the size are not noticed: a change
    /// after which the time is restored, and a change within the same tick of the file system's
    /// clock (4 ms on many systems, 2 s on FAT). A write through a memory mapping is noticed once
    /// the system updates the time.
    ///
    /// A record whose URL is not absolute and `http` or `https` is `nil`, too: another program
    /// wrote it.
    ///
    /// - Parameter name: The attribute that stores the record.
    /// - Returns: The record, if it is still valid.
    /// - Throws: ``ExtendedAttributeError`` if the file or its attributes can't be reached, with
    ///   the code ``ExtendedAttributeError/Code/undecodableValue`` if the attribute contains
    ///   something else.
    /// - Complexity: O(*n*) in the size of the record.
    public func httpCacheRecord(
        named name: ExtendedAttributeName = HTTPCacheRecord.attributeName
    ) throws(ExtendedAttributeError) -> HTTPCacheRecord? {
        // The record is read before the status, so that a change in between is noticed.
        guard let stored = try value(for: StoredRecord.key(name)), stored.url.isAbsoluteHTTP else {
            return nil
        }
        let status = try status(.read, name)
        guard stored.size == status.size, stored.modified == status.modificationTime else {
            return nil
        }
        return HTTPCacheRecord(
            url: stored.url,
            etag: stored.etag,
            lastModified: stored.lastModified
        )
    }

    /// Stores the record of the file's download, with the file's current size and modification
    /// time.
    ///
    /// Use this for a complete file that no other process writes, such as one that a download task
    /// has delivered; moving it within a volume keeps the record. For content in memory, use
    /// `write(_:to:)` of ``HTTPCacheRecord``, which stores content and record atomically.
    ///
    /// - Parameters:
    ///   - record: The record to store.
    ///   - name: The attribute that stores the record.
    /// - Throws: ``ExtendedAttributeError`` if the record can't be stored, with the code
    ///   ``ExtendedAttributeError/Code/unencodableValue`` if its URL is not absolute and `http` or
    ///   `https`.
    /// - Complexity: O(*n*) in the size of the record.
    public func setHTTPCacheRecord(
        _ record: HTTPCacheRecord,
        named name: ExtendedAttributeName = HTTPCacheRecord.attributeName
    ) throws(ExtendedAttributeError) {
        let stored = try StoredRecord(record, of: status(.set, name))
        try set(stored, for: StoredRecord.key(name))
    }

    private func status(
        _ operation: ExtendedAttributeError.Operation,
        _ name: ExtendedAttributeName
    ) throws(ExtendedAttributeError) -> FileStatus {
        try check(operation, name)
        do throws(ErrorNumber) {
            return try syscalls.status()
        } catch {
            throw self.error(-Int(error.value), operation, name)
        }
    }
}

/// A record with the size and the modification time of its file, by which a change is noticed, as
/// stored in JSON.
private struct StoredRecord: Codable {
    let url: URL
    let etag: String?
    let lastModified: String?
    let size: Int64
    let modified: String

    init(_ record: HTTPCacheRecord, of status: FileStatus) {
        url = record.url
        etag = record.etag
        lastModified = record.lastModified
        size = status.size
        modified = status.modificationTime
    }

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
