import FootingBytes

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension ZipArchive {
    /// Reads all local headers, and reports those that disagree with the directory, and bytes that
    /// belong to no entry.
    static func check(
        _ directory: ZipDirectory,
        _ source: ArchiveSource,
        _ options: ArchiveOptions,
        _ report: inout ArchiveReport
    ) throws(ArchiveError) {
        // Entries without a limit have been reported.
        for index in 0..<directory.count {
            guard let limit = directory.limit(index) else { continue }
            let record = directory.withRecord(index) { $1 }
            var path: ArchivePath {
                directory.withRecord(index) { $1.path($0, options.nameEncoding) }
            }
            let data: Range<Int>
            do throws(ArchiveError) {
                data = try directory.data(of: index, in: source, prefetching: 0).range
            } catch {
                let isFault = [.headersDisagree, .malformed, .overlapping].contains(error.code)
                guard isFault else { throw error }
                try report.add(ArchiveIssue(error, path), options)
                continue
            }
            let rest = data.upperBound..<limit
            let bytes = Array(try source.bytes(in: rest.prefix(25)))
            if record.hasDescriptor ? record.fits(descriptor: bytes) : rest.isEmpty { continue }
            let issue =
                record.hasDescriptor
                ? ArchiveIssue(
                    .headersDisagree,
                    path: path,
                    at: rest.lowerBound,
                    .ignoredBytes,
                    "the descriptor after the data is not that of the entry"
                )
                : ArchiveIssue(
                    .unclaimedBytes,
                    path: path,
                    at: rest.lowerBound,
                    .ignoredBytes,
                    "\(rest.count) bytes after the entry belong to none"
                )
            try report.add(issue, options)
        }
    }
}

extension ZipRecord {
    /// Whether bytes are a descriptor of the entry: with or without a signature, the CRC-32, and
    /// the sizes in 4 or 8 bytes each.
    fileprivate func fits(descriptor: [UInt8]) -> Bool {
        [4, 8].contains { count in
            guard count == 8 || max(size, compressedSize) <= UInt32.max else { return false }
            let signed = ZipHeader.descriptor(
                Int(checksum),
                compressedSize,
                size,
                bytesOfSizes: count
            )
            return descriptor == signed || descriptor[...] == signed.dropFirst(4)
        }
    }
}
