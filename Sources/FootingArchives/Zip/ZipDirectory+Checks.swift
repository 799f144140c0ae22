extension ZipDirectory {
    /// Reads all local headers, and reports those that disagree with the directory, and bytes that
    /// belong to no entry.
    func check(
        _ source: ArchiveSource,
        _ report: inout ArchiveReport
    ) throws(ArchiveError) {
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
            let record = withRecord(index) { $1 }
            let isFit =
                record.hasDescriptor
                ? record.fits(descriptor: Array(try source.bytes(in: rest.prefix(25))))
                : rest.isEmpty
            guard !isFit else { continue }
            let issue = ArchiveIssue(
                record.hasDescriptor ? .headersDisagree : .unclaimedBytes,
                path: path(index),
                at: rest.lowerBound,
                .ignoredBytes,
                record.hasDescriptor
                    ? "the descriptor after the data is not that of the entry"
                    : "\(rest.count) bytes after the entry belong to none"
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
            let signed = ZipHeader.descriptor(Int(checksum), compressedSize, size, count)
            return descriptor == signed || descriptor[...] == signed.dropFirst(4)
        }
    }
}
