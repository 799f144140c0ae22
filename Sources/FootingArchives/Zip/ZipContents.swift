import FootingBytes

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The data of an entry in an archive.
struct ZipContents: Sendable {
    /// The method, size and checksum of the contents, and the offset of their data.
    struct Facts: Sendable {
        let isStored: Bool
        let size: Int
        let compressedSize: Int
        let checksum: UInt32
        let offset: Int
    }

    let facts: Facts
    var input: InputQueue

    /// Reads and checks the local header of an entry, and the beginning of the data.
    init(
        _ index: Int,
        _ directory: ZipDirectory,
        _ source: ArchiveSource
    ) throws(ArchiveError) {
        let (record, isFolder) = directory.withRecord(index) { ($1, $1.isNamedAsFolder($0)) }
        let isStored = record.method == 0
        let offset = directory.headerOffset(record)
        guard !record.isEncrypted else {
            throw ArchiveError(.encrypted, at: offset, "the entry is encrypted")
        }
        guard isStored || record.method == 8 else {
            let reason = "unknown compression method \(record.method)"
            throw ArchiveError(.unsupportedMethod, at: offset, reason)
        }
        guard !isFolder || record.size == 0 else {
            throw ArchiveError(.malformed, at: offset, "a folder has contents")
        }
        guard !isStored || record.size == record.compressedSize else {
            throw ArchiveError(.lengthMismatch, at: offset, "stored contents have two sizes")
        }
        let count = StreamDecoder.pieceSize
        let (data, first) = try directory.data(of: index, in: source, prefetching: count)
        input = InputQueue(source, data, first: first)
        facts = Facts(
            isStored: isStored,
            size: record.size,
            compressedSize: record.compressedSize,
            checksum: record.checksum,
            offset: data.lowerBound
        )
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
        let expected = ZipRecord.localSize + record.name.count + record.extra.count + 64
        for count in [expected + min(record.compressedSize, maximum), 1 << 18] {
            let bytes = try source.bytes(in: (start..<limit).prefix(count))
            let header = try bytes.withView { (view) throws(ArchiveError) -> (Int, String?)? in
                guard let local = ZipRecord(view, isLocal: true) else { return nil }
                return withRecord(index) { directory, record in
                    (local.extra.upperBound, local.difference(view, from: record, directory))
                }
            }
            guard let (count, difference) = header else { continue }
            if let difference {
                let reason = "the local header has \(difference) than the directory"
                throw ArchiveError(.headersDisagree, at: start, reason)
            }
            let data = (start..<limit).dropFirst(count).prefix(record.compressedSize)
            guard data.count == record.compressedSize else { throw ArchiveError(overlap(index)) }
            return (data, bytes.dropFirst(count).prefix(data.count))
        }
        throw ArchiveError(.malformed, at: start, "there is no local header here")
    }
}
