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
        try directory.forEachByOffset { index throws(ArchiveError) in
            // Entries without a limit have been reported.
            guard let limit = directory.limit(index) else { return }
            let (path, record) = directory.withRecord(index) {
                ($1.path($0, options.nameEncoding), $1)
            }
            let data: Range<Int>
            do throws(ArchiveError) {
                data = try directory.data(of: index, in: source, prefetching: 0).range
            } catch {
                switch error.code {
                case .headersDisagree, .malformed, .overlapping:
                    try report.add(ArchiveIssue(error, path), options)
                    return
                default: throw error
                }
            }
            let rest = data.upperBound..<limit
            let message: String
            if record.hasDescriptor {
                let bytes = try source.bytes(in: rest.prefix(24))
                guard rest.count > 24 || !record.fits(descriptor: Array(bytes)) else { return }
                message = "the descriptor after the data is not that of the entry"
            } else {
                guard !rest.isEmpty else { return }
                message = "\(rest.count) bytes after the entry belong to none"
            }
            let code: ArchiveError.Code = record.hasDescriptor ? .headersDisagree : .unclaimedBytes
            let issue = ArchiveIssue(code, path: path, at: rest.lowerBound, .ignoredBytes, message)
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
