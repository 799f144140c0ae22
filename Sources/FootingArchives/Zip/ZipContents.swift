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
        let (data, first) = try directory.data(of: index, in: source, prefetching: Self.chunkSize)
        self.source = source
        self.first = first
        rest = data
        facts = Facts(
            isStored: isStored,
            size: record.size,
            compressedSize: record.compressedSize,
            checksum: record.checksum,
            offset: data.lowerBound
        )
    }

    /// Returns the next chunk of the data, or `nil` at its end.
    mutating func next() throws(ArchiveError) -> Data? {
        guard !rest.isEmpty else { return nil }
        let chunk = first.isEmpty ? try source.bytes(in: rest.prefix(Self.chunkSize)) : first
        first = Data()
        rest = rest.dropFirst(chunk.count)
        return chunk
    }

    /// Returns all contents.
    mutating func decodeAll(
        within limits: ArchiveOptions.Limits
    ) throws(ArchiveError) -> Data {
        var decoder = StreamDecoder(entry: facts, limits: limits, isWhole: true)
        repeat {
            let base = rest.lowerBound
            let chunk = try next() ?? Data()
            let count = facts.compressedSize
            let status = unsafe chunk.withUnsafeBytes {
                var position = 0
                return unsafe decoder.decode(ByteView($0), at: &position, base: base, of: count)
            }
            if case .failed(let error) = status { throw error }
        } while !rest.isEmpty
        if let error = decoder.error(atEnd: rest.upperBound) { throw error }
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
