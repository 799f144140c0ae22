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
}

extension ZipDirectory {
    /// Reads and checks the local header of an entry, and the beginning of the data.
    func contents(_ index: Int, in source: ArchiveSource) throws(ArchiveError) -> ZipContents {
        let fault = withRecord(index) { record -> (ArchiveError.Code, String)? in
            if record.isEncrypted { return (.encrypted, "the entry is encrypted") }
            if record.method != 0, record.method != 8 {
                return (.unsupportedMethod, "unknown compression method \(record.method)")
            }
            if record.isNamedAsFolder, record.size > 0 {
                return (.malformed, "a folder has contents")
            }
            let hasTwoSizes = record.method == 0 && record.size != record.compressedSize
            return hasTwoSizes ? (.lengthMismatch, "stored contents have two sizes") : nil
        }
        if let (code, reason) = fault {
            throw ArchiveError(code, at: withRecord(index) { headerOffset($0) }, reason)
        }
        let count = StreamDecoder.pieceSize
        let (data, first) = try data(of: index, in: source, prefetching: count)
        let facts = withRecord(index) {
            ZipContents.Facts(
                isStored: $0.method == 0,
                size: $0.size,
                compressedSize: data.count,
                checksum: $0.checksum,
                offset: data.lowerBound
            )
        }
        return ZipContents(facts: facts, input: InputQueue(source, data, first: first))
    }

    /// Reads and checks the local header of an entry.
    ///
    /// - Returns: The range of the data in the archive, and some of its first bytes.
    private func data(
        of index: Int,
        in source: ArchiveSource,
        prefetching maximum: Int
    ) throws(ArchiveError) -> (range: Range<Int>, first: Data) {
        guard let limit = limit(index) else { throw ArchiveError(overlap(index)) }
        let (start, size, headerSize) = withRecord(index) {
            // Local headers may have longer extra fields than the directory.
            (headerOffset($0), $0.compressedSize, $0.name.count + $0.extra.count + 94)
        }
        for count in [headerSize + min(size, maximum), 1 << 18] {
            let bytes = try source.bytes(in: (start..<limit).prefix(count))
            let header = withRecord(index) { record in
                unsafe bytes.withUnsafeBytes { bytes -> (count: Int, difference: String?)? in
                    guard let local = unsafe ZipRecord(ByteView(bytes), isLocal: true) else {
                        return nil
                    }
                    return (local.count, local.difference(from: record))
                }
            }
            guard let header else { continue }
            if let difference = header.difference {
                let reason = "the local header has \(difference) than the directory"
                throw ArchiveError(.headersDisagree, at: start, reason)
            }
            let data = (start..<limit).dropFirst(header.count).prefix(size)
            guard data.count == size else { throw ArchiveError(overlap(index)) }
            return (data, bytes.dropFirst(header.count).prefix(size))
        }
        throw ArchiveError(.malformed, at: start, "there is no local header here")
    }

    /// Reads all local headers, and reports those that disagree with the directory, and bytes that
    /// belong to no entry.
    func check(_ source: ArchiveSource, _ report: inout ArchiveReport) throws(ArchiveError) {
        // Entries without a limit have been reported.
        for index in 0..<count {
            guard let limit = limit(index) else { continue }
            let rest: Range<Int>
            do throws(ArchiveError) {
                rest = try data(of: index, in: source, prefetching: 0).range.upperBound..<limit
            } catch {
                let isFault = [.headersDisagree, .malformed, .overlapping].contains(error.code)
                guard isFault else { throw error }
                try report.add(ArchiveIssue(error, path(index)), options)
                continue
            }
            let fault: (code: ArchiveError.Code, message: String)
            if withRecord(index, { $0.hasDescriptor }) {
                let bytes = try Array(source.bytes(in: rest.prefix(25)))
                guard !withRecord(index, { $0.hasDescriptor(bytes) }) else { continue }
                fault = (.headersDisagree, "the descriptor after the data is not that of the entry")
            } else {
                guard !rest.isEmpty else { continue }
                fault = (.unclaimedBytes, "\(rest.count) bytes after the entry belong to none")
            }
            let (offset, path) = (rest.lowerBound, path(index))
            let issue = ArchiveIssue(
                fault.code,
                path: path,
                at: offset,
                .ignoredBytes,
                fault.message
            )
            try report.add(issue, options)
        }
    }
}

extension ZipRecord {
    /// Whether bytes are a descriptor of the entry: with or without a signature, the CRC-32, and
    /// the sizes in 4 or 8 bytes each.
    fileprivate func hasDescriptor(_ bytes: [UInt8]) -> Bool {
        [4, 8].contains { count in
            guard count == 8 || max(size, compressedSize) <= UInt32.max else { return false }
            let signed = ZipHeader.descriptor(Int(checksum), compressedSize, size, count)
            return bytes == signed || bytes[...] == signed.dropFirst(4)
        }
    }
}
