#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The method, size and checksum of an entry's contents, and the offset of their data.
struct ZipContents: Sendable {
    let isStored: Bool
    let size: Int
    let checksum: UInt32
    let offset: Int
}

extension ZipDirectory {
    /// Reads and checks the local header of an entry, and the beginning of the data.
    func contents(of index: Int) throws(ArchiveError) -> (facts: ZipContents, data: InputQueue) {
        try records.with(index) { (record) throws(ArchiveError) in
            let (offset, isStored) = (headerOffset(record), record.method == 0)
            try require(!record.isEncrypted, .encrypted, at: offset, "the entry is encrypted")
            guard isStored || record.method == 8 else {
                let reason = "unknown compression method \(record.method)"
                throw ArchiveError(.unsupportedMethod, at: offset, reason)
            }
            let reason = "the data is a patch, or encoded in an unknown way"
            let isPlain = !record.hasUnsupportedData
            try require(isPlain, .unsupportedFeature, at: offset, reason)
            let isFile = record.size == 0 || record.kind != .folder
            try require(isFile, .malformed, at: offset, "a folder has contents")
            let hasSize = !isStored || record.size == record.compressedSize
            try require(hasSize, .lengthMismatch, at: offset, "stored contents have two sizes")
            let count = min(record.compressedSize, StreamDecoder.pieceSize)
            let (data, first) = try data(of: index, record, prefetching: count)
            let (size, checksum, start) = (record.size, record.checksum, data.lowerBound)
            return (
                .init(isStored: isStored, size: size, checksum: checksum, offset: start),
                InputQueue(source, data, first: first)
            )
        }
    }

    /// Reads and checks the local header of an entry.
    ///
    /// - Returns: The range of the data in the archive, and some of its first bytes.
    func data(
        of index: Int,
        _ record: ZipRecord,
        prefetching count: Int
    ) throws(ArchiveError) -> (range: Range<Int>, first: Data) {
        let (start, limit) = (headerOffset(record), limits[index])
        guard limit >= 0 else { throw overlap(start) }
        // Local headers may have longer extra fields than the directory.
        for count in [ZipRecord.localSize + record.count + count, 1 << 18] {
            let bytes = try source.bytes(in: (start..<limit).prefix(count))
            let header = try bytes.withView { (bytes) throws(ArchiveError) -> Int? in
                guard let local = ZipRecord(bytes, isLocal: true) else { return nil }
                guard let difference = local.difference(from: record) else { return local.count }
                let reason = "the local header has \(difference) than the directory"
                throw ArchiveError(.headersDisagree, at: start, reason)
            }
            guard let header else { continue }
            let data = (start..<limit).dropFirst(header).prefix(record.compressedSize)
            guard data.count == record.compressedSize else { throw overlap(start) }
            return (data, bytes.dropFirst(header).prefix(data.count))
        }
        throw ArchiveError(.malformed, at: start, "there is no local header here")
    }

    /// The error of the bytes between an entry's data and the next entry.
    func fault(
        after record: ZipRecord,
        in rest: Range<Int>
    ) throws(ArchiveError) -> ArchiveError? {
        guard record.hasDescriptor else {
            guard !rest.isEmpty else { return nil }
            let reason = "\(rest.count) bytes after the entry belong to none"
            return ArchiveError(.unclaimedBytes, at: rest.lowerBound, reason)
        }
        // With or without a signature, the CRC-32, and the sizes in 4 or 8 bytes each.
        let (packed, size) = (record.compressedSize, record.size)
        let bytes = [UInt8](try source.bytes(in: rest.prefix(25)))
        for count in max(packed, size) > UInt32.max ? [8] : [4, 8] {
            let signed = ZipHeader.descriptor(record.checksum, packed, size, count)
            if bytes == signed || bytes[...] == signed.dropFirst(4) { return nil }
        }
        let reason = "the descriptor after the data is not that of the entry"
        return ArchiveError(.headersDisagree, at: rest.lowerBound, reason)
    }
}
