import FootingBytes

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The data of an entry in an archive, which is read in chunks.
struct ZipContents: Sendable {
    private static let chunkSize = 65_536

    /// The method, size and checksum of the contents, and the offset of their data.
    struct Facts: Sendable {
        let isStored: Bool
        let size: Int
        let compressedSize: Int
        let checksum: UInt32
        let offset: Int
    }

    let facts: Facts
    let source: ArchiveSource
    /// The data that was not returned yet.
    private var rest: Range<Int>
    /// Data that was read together with the local header.
    private var first: Data

    /// Reads and checks the local header of an entry, and the beginning of the data.
    init(
        _ index: Int,
        _ directory: ZipDirectory,
        _ source: ArchiveSource
    ) throws(ArchiveError) {
        let (record, isFolder) = directory.withRecord(index) { ($1, $1.isNamedAsFolder($0)) }
        let offset = directory.headerOffset(record)
        guard !record.isEncrypted else {
            throw ArchiveError(.encrypted, at: offset, "the entry is encrypted")
        }
        guard record.method == 0 || record.method == 8 else {
            let reason = "unknown compression method \(record.method)"
            throw ArchiveError(.unsupportedMethod, at: offset, reason)
        }
        guard !isFolder || record.size == 0 else {
            throw ArchiveError(.malformed, at: offset, "a folder has contents")
        }
        guard record.method == 8 || record.size == record.compressedSize else {
            let reason = "the size of stored contents is stated in two ways"
            throw ArchiveError(.lengthMismatch, at: offset, reason)
        }
        let (data, first) = try directory.data(of: index, in: source, prefetching: Self.chunkSize)
        self.source = source
        self.first = first
        rest = data
        facts = Facts(
            isStored: record.method == 0,
            size: record.size,
            compressedSize: record.compressedSize,
            checksum: record.checksum,
            offset: data.lowerBound
        )
    }

    /// Returns the next chunk of the data, or `nil` at its end.
    mutating func next() throws(ArchiveError) -> Data? {
        guard !rest.isEmpty else { return nil }
        var chunk = first
        if chunk.isEmpty {
            let end = rest.lowerBound + min(rest.count, Self.chunkSize)
            chunk = try source.bytes(in: rest.lowerBound..<end)
        }
        first = Data()
        rest = rest.lowerBound + chunk.count..<rest.upperBound
        return chunk
    }

    /// Returns all contents.
    mutating func decodeAll(_ decoder: consuming StreamDecoder) throws(ArchiveError) -> Data {
        var base = rest.lowerBound
        repeat {
            let chunk = try next() ?? Data()
            let count = facts.compressedSize
            let status = unsafe chunk.withUnsafeBytes {
                var position = 0
                return unsafe decoder.decode(ByteView($0), at: &position, base: base, of: count)
            }
            if case .failed(let error) = status { throw error }
            base += chunk.count
        } while !rest.isEmpty
        if let error = decoder.error(atEnd: base) { throw error }
        return decoder.takeAll()
    }
}

extension ZipDirectory {
    /// Reads and checks the local header of an entry.
    ///
    /// - Returns: The range of the data in the archive, and some of its first bytes.
    func data(
        of index: Int,
        in source: ArchiveSource,
        prefetching maximum: Int
    ) throws(ArchiveError) -> (range: Range<Int>, first: Data) {
        guard let limit = limit(index) else { throw ArchiveError(overlap(index)) }
        let record = withRecord(index) { $1 }
        let start = headerOffset(record)
        // Local headers may have longer extra fields than the directory.
        let expected = ZipLocalHeader.fixedSize + record.name.count + record.extra.count + 64
        let available = limit - start
        var chunk = try source.bytes(
            in: start..<start + min(available, expected + min(record.compressedSize, maximum))
        )
        let count = try chunk.withView { (view) throws(ArchiveError) in
            ZipLocalHeader.count(in: view)
        }
        if count > chunk.count {
            chunk = try source.bytes(in: start..<start + min(available, count))
        }
        let result = unsafe chunk.withUnsafeBytes { header in
            withRecord(index) { directory, record in
                unsafe ZipLocalHeader.difference(ByteView(header), record, directory)
            }
        }
        if let (code, reason) = result { throw ArchiveError(code, at: start, reason) }
        guard record.compressedSize <= available - count else { throw ArchiveError(overlap(index)) }
        let data = start + count..<start + count + record.compressedSize
        return (data, chunk.dropFirst(count).prefix(data.count))
    }
}
