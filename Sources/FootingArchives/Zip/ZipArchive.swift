#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A zip archive for reading, in memory or in a file.
///
/// Opening an archive reads its directory, and nothing else unless
/// ``ArchiveOptions/checksLocalHeaders`` is set. Several threads may read entries at once.
public final class ZipArchive: Sendable {
    let directory: ZipDirectory
    /// A random number, by which the archive knows its entries.
    private let identifier = UInt64.random(in: 0...UInt64.max)

    /// The comment of the archive, in an unknown encoding, or `nil` if it has none.
    public let comment: Data?
    /// The issues that were found when the archive was opened.
    public var report: ArchiveReport { directory.report }

    var source: ArchiveSource { directory.source }
    var options: ArchiveOptions { directory.options }

    /// Opens an archive in memory.
    ///
    /// - Throws: ``ArchiveError`` if the data is no zip archive, if its directory is malformed or
    ///   exceeds a limit, or if there is an issue and the options do not allow issues.
    /// - Complexity: O(*n* log *n*) in the number of entries; O(*n*) if they are in order.
    public convenience init(
        _ data: Data,
        options: ArchiveOptions = .standard
    ) throws(ArchiveError) {
        try self.init(ArchiveSource(data), options)
    }

    /// Opens an archive in a file, which must not change while it is read.
    ///
    /// - Throws: ``ArchiveError`` as for data, or if the file can't be read.
    public convenience init(
        contentsOf url: URL,
        options: ArchiveOptions = .standard
    ) throws(ArchiveError) {
        try self.init(ArchiveSource(url), options)
    }

    /// Opens an archive in an open file, whose position does not change.
    ///
    /// The archive uses a duplicate of the descriptor, so you may close yours.
    ///
    /// - Throws: ``ArchiveError`` as for a URL; ``ArchiveError/Code/notSeekable`` for a pipe.
    public convenience init(
        fileDescriptor: Int32,
        options: ArchiveOptions = .standard
    ) throws(ArchiveError) {
        try self.init(ArchiveSource(fileDescriptor: fileDescriptor), options)
    }

    init(_ source: ArchiveSource, _ options: ArchiveOptions) throws(ArchiveError) {
        do throws(ArchiveError) {
            directory = try ZipDirectory(source, options)
            let bytes = try source.bytes(in: directory.end.comment)
            comment = bytes.isEmpty ? nil : Data(bytes)
        } catch {
            throw error.located(in: source.url)
        }
    }

    // MARK: Entries

    /// The entries of a zip archive, in the order of its directory.
    public struct Entries: RandomAccessCollection, Sendable {
        fileprivate let archive: ZipArchive

        /// The position of the first entry, 0.
        public var startIndex: Int { 0 }
        /// The number of entries.
        public var endIndex: Int { archive.directory.records.count }
        /// The entry at a position.
        public subscript(position: Int) -> ArchiveEntry {
            precondition(indices.contains(position), "there is no entry at this index")
            let origin = ZipOrigin(archive: archive.identifier, index: position)
            let encoding = archive.options.nameEncoding
            return archive.directory.records.with(position) { ArchiveEntry($0, encoding, origin) }
        }
    }

    /// The entries in the order of the directory; each is made when it is requested.
    public var entries: Entries { Entries(archive: self) }

    /// The entry with a path, or `nil`; the last one, if several entries have the path.
    public subscript(path: ArchivePath) -> ArchiveEntry? {
        directory.records.index(of: path).map { entries[$0] }
    }

    // MARK: Contents

    /// Returns the contents of an entry, after their size and CRC-32 were checked.
    ///
    /// The contents of a symbolic link are its target. A folder has none, or it is
    /// ``ArchiveError/Code/malformed``.
    ///
    /// - Throws: ``ArchiveError`` if the contents are damaged, encrypted or of another method, if
    ///   the entry's headers disagree, if it shares bytes with others, if a limit is exceeded, or
    ///   if the entry is not one of this archive (``ArchiveError/Code/notFound``).
    /// - Complexity: O(*n*) in the size of the contents.
    public func contents(of entry: ArchiveEntry) throws(ArchiveError) -> Data {
        try reader(of: entry).drain()
    }

    /// Returns the contents of the entry with a path, or `nil` if there is no such entry.
    ///
    /// - Throws: ``ArchiveError`` as ``contents(of:)`` does.
    /// - Complexity: O(*n*) in the size of the contents.
    public func contents(at path: ArchivePath) throws(ArchiveError) -> Data? {
        guard let entry = self[path] else { return nil }
        return try contents(of: entry)
    }

    /// Returns a decompressor that reads the contents of an entry from the archive.
    ///
    /// Append nothing; ``Decompressor/next()`` returns `nil` at the end. The size and the CRC-32
    /// are checked after the last piece, so do not use the pieces before.
    ///
    /// - Throws: ``ArchiveError`` if the entry can't be read: see ``contents(of:)``.
    public func reader(of entry: ArchiveEntry) throws(ArchiveError) -> Decompressor {
        let contents = try open(entry)
        let decoder = StreamDecoder(.deflate, limits: options.limits, entry: contents.facts)
        return Decompressor(contents.data, decoder, path: entry.path)
    }

    /// Returns the target of a symbolic link, or `nil` if the entry is not one.
    ///
    /// - Throws: ``ArchiveError`` as ``contents(of:)`` does.
    public func linkTarget(of entry: ArchiveEntry) throws(ArchiveError) -> ArchivePath? {
        guard entry.kind == .symbolicLink else { return nil }
        return ArchivePath(verbatim: Array(try contents(of: entry)))
    }

    /// Reads the local header of an entry.
    func open(
        _ entry: ArchiveEntry
    ) throws(ArchiveError) -> (facts: ZipContents, data: InputQueue) {
        do throws(ArchiveError) {
            guard let origin = entry.origin, origin.archive == identifier else {
                let reason = "the entry is not one of this archive"
                throw ArchiveError(.notFound, reason, remedy: "pass one of its entries")
            }
            return try directory.contents(of: origin.index)
        } catch {
            throw error.located(in: source.url, entry.path)
        }
    }
}
