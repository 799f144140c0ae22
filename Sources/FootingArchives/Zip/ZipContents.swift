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
        let checksum: UInt32
        let offset: Int
    }

    let facts: Facts
    var input: InputQueue
}

extension ZipDirectory {
    /// Reads and checks the local header of an entry, and the beginning of the data.
    func contents(of index: Int, in source: ArchiveSource) throws(ArchiveError) -> ZipContents {
        try withRecord(index) { (record) throws(ArchiveError) in
            let (offset, isStored) = (headerOffset(record), record.method == 0)
            guard !record.isEncrypted else {
                throw ArchiveError(.encrypted, at: offset, "the entry is encrypted")
            }
            guard isStored || record.method == 8 else {
                let reason = "unknown compression method \(record.method)"
                throw ArchiveError(.unsupportedMethod, at: offset, reason)
            }
            guard record.size == 0 || !record.isNamedAsFolder else {
                throw ArchiveError(.malformed, at: offset, "a folder has contents")
            }
            guard !isStored || record.size == record.compressedSize else {
                throw ArchiveError(.lengthMismatch, at: offset, "stored contents have two sizes")
            }
            let count = min(record.compressedSize, StreamDecoder.pieceSize)
            let (data, first) = try data(of: index, record, in: source, prefetching: count)
            let (size, checksum, start) = (record.size, record.checksum, data.lowerBound)
            return ZipContents(
                facts: .init(isStored: isStored, size: size, checksum: checksum, offset: start),
                input: InputQueue(source, data, first: first)
            )
        }
    }

    /// Reads and checks the local header of an entry.
    ///
    /// - Returns: The range of the data in the archive, and some of its first bytes.
    private func data(
        of index: Int,
        _ record: ZipRecord,
        in source: ArchiveSource,
        prefetching count: Int
    ) throws(ArchiveError) -> (range: Range<Int>, first: Data) {
        guard let limit = limit(index) else { throw ArchiveError(overlap(index)) }
        let (start, size) = (headerOffset(record), record.compressedSize)
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
            let data = (start..<limit).dropFirst(header).prefix(size)
            guard data.count == size else { throw ArchiveError(overlap(index)) }
            return (data, bytes.dropFirst(header).prefix(size))
        }
        throw ArchiveError(.malformed, at: start, "there is no local header here")
    }

    /// Reads all local headers, and reports those that disagree with the directory, and bytes that
    /// belong to no entry.
    func check(_ source: ArchiveSource, _ report: inout ArchiveReport) throws(ArchiveError) {
        // Entries without a limit have been reported.
        for index in 0..<count {
            guard let limit = limit(index) else { continue }
            let found = try withRecord(index) { (record) throws(ArchiveError) -> ArchiveIssue? in
                do throws(ArchiveError) {
                    let data = try data(of: index, record, in: source, prefetching: 0).range
                    return try issue(of: record, in: data.upperBound..<limit, of: source)
                } catch {
                    let isFault = [.headersDisagree, .malformed, .overlapping].contains(error.code)
                    guard isFault else { throw error }
                    return ArchiveIssue(error, path(index))
                }
            }
            if let found { try report.add(found, options) }
        }
    }

    /// The issue of the bytes between an entry's data and the next entry.
    private func issue(
        of record: ZipRecord,
        in rest: Range<Int>,
        of source: ArchiveSource
    ) throws(ArchiveError) -> ArchiveIssue? {
        func issue(_ code: ArchiveError.Code, _ message: String) -> ArchiveIssue {
            let path = record.path(options.nameEncoding)
            return ArchiveIssue(code, path: path, at: rest.lowerBound, .ignoredBytes, message)
        }
        guard record.hasDescriptor else {
            guard !rest.isEmpty else { return nil }
            return issue(.unclaimedBytes, "\(rest.count) bytes after the entry belong to none")
        }
        // With or without a signature, the CRC-32, and the sizes in 4 or 8 bytes each.
        let (packed, size) = (record.compressedSize, record.size)
        let bytes = try source.array(in: rest.prefix(25))
        for count in max(packed, size) > UInt32.max ? [8] : [4, 8] {
            let signed = ZipHeader.descriptor(record.checksum, packed, size, count)
            if bytes == signed || bytes[...] == signed.dropFirst(4) { return nil }
        }
        return issue(.headersDisagree, "the descriptor after the data is not that of the entry")
    }
}
