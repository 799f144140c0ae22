import FootingBytes

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The directory of a zip archive: its bytes, 12 bytes for each entry, and a hash table of paths.
struct ZipDirectory: Sendable {
    let options: ArchiveOptions
    private let bytes: Data
    /// The range of the directory in the archive.
    private let range: Range<Int>
    private let shift: Int
    /// The offsets of the records in the directory.
    private var records: [UInt32] = []
    /// The ends of the bytes that each entry may use, where the next one or the directory begins;
    /// -1 if the entry shares bytes with others.
    private var limits: [Int] = []
    /// The entries by the hashes of their paths, or the next free numbers; the last one of a path.
    private var indices: [UInt32: UInt32] = [:]

    var count: Int { records.count }

    /// Reads the directory, and reports everything that is unusual about the archive.
    init(
        _ source: ArchiveSource,
        _ end: ZipEnd,
        _ others: [ZipEnd],
        _ options: ArchiveOptions,
        _ report: inout ArchiveReport
    ) throws(ArchiveError) {
        if end.hasOtherValues {
            let message = "the end record contradicts its ZIP64 record"
            let issue = ArchiveIssue(.headersDisagree, at: end.offset, .usedAsWritten, message)
            try report.add(issue, options)
        }
        let limit = options.limits.directoryBytes
        guard end.directory.count <= min(limit, Int(UInt32.max)) else {
            let start = end.directory.lowerBound
            throw ArchiveError(exceeding: .directoryBytes, of: limit, at: start)
        }
        let bytes = try source.bytes(in: end.directory)
        (self.options, self.bytes, range, shift) = (options, bytes, end.directory, end.shift)
        let first = try bytes.withView { (view) throws(ArchiveError) in
            try readRecords(view, end, &report)
            return try findOverlaps(view, &report)
        }
        // Between the first entry and the directory, another archive may be the data of an entry.
        let data = first..<range.lowerBound
        for other in others
        where other.comment.upperBound == source.count || !data.contains(other.offset) {
            let message = "the archive has a second end record with another directory"
            let issue = ArchiveIssue(.ambiguous, at: other.offset, .ignoredBytes, message)
            try report.add(issue, options)
        }
        for rest in [0..<first, end.comment.upperBound..<source.count] where !rest.isEmpty {
            let message = "\(rest.count) bytes do not belong to the archive"
            let offset = rest.lowerBound
            let issue = ArchiveIssue(.unclaimedBytes, at: offset, .ignoredBytes, message)
            try report.add(issue, options)
        }
    }

    private mutating func readRecords(
        _ view: ByteView,
        _ end: ZipEnd,
        _ report: inout ArchiveReport
    ) throws(ArchiveError) {
        let expected = min(end.entryCount, view.count / 46)
        records.reserveCapacity(expected)
        limits.reserveCapacity(expected)
        indices.reserveCapacity(expected)
        var offset = 0
        while offset < view.count {
            let position = range.lowerBound + offset
            guard let record = ZipRecord(view, at: offset) else {
                throw ArchiveError(.malformed, at: position, "the directory is malformed")
            }
            guard count < options.limits.entries else {
                throw ArchiveError(exceeding: .entries, of: options.limits.entries, at: position)
            }
            guard record.disk == 0 else {
                let reason = "the archive is split into several files"
                throw ArchiveError(.unsupportedFeature, at: position, reason)
            }
            let index = count
            records.append(UInt32(offset))
            limits.append(headerOffset(record))
            let (key, other) = find(record.hash(view, options.nameEncoding)) { path(index) }
            indices[key] = UInt32(index)
            if other != nil {
                try report.add(
                    ArchiveIssue(
                        .duplicatePath,
                        path: path(index),
                        at: position,
                        .replacedEarlier,
                        "an earlier entry has the same path"
                    ),
                    options
                )
            }
            offset = record.comment.upperBound
        }
        guard count != end.entryCount else { return }
        guard !end.isLarge, count & 0xFFFF == end.entryCount else {
            let reason = "the directory has \(count) entries, not \(end.entryCount)"
            throw ArchiveError(.malformed, at: end.offset, reason)
        }
        let message = "the number of entries is stated modulo 65,536"
        try report.add(ArchiveIssue(.malformed, at: end.offset, .ignoredField, message), options)
    }

    /// Replaces the offsets of the entries by their limits, and returns the lowest offset.
    ///
    /// An entry has at least the bytes of its name and its data.
    private mutating func findOverlaps(
        _ view: ByteView,
        _ report: inout ArchiveReport
    ) throws(ArchiveError) -> Int {
        let start = range.lowerBound
        let first = min(limits.min() ?? start, start)
        let isSorted = zip(limits, limits.dropFirst()).allSatisfy { $0 <= $1 }
        let order = isSorted ? nil : limits.indices.sorted { limits[$0] < limits[$1] }
        // The entry before, and the one whose bytes extend farthest.
        var previous: Int?
        var (farthest, farthestEnd) = (0, 0)
        for position in limits.indices {
            let index = order?[position] ?? position
            let offset = limits[index]
            if let previous { limits[previous] = min(limits[previous], offset) }
            var end = Int.max
            if offset < start, let record = ZipRecord(view, at: Int(records[index])),
                record.compressedSize <= start - offset
            {
                end = offset + ZipRecord.localSize + record.name.count + record.compressedSize
            }
            limits[index] = end > start ? -1 : start
            if offset < farthestEnd { (limits[index], limits[farthest]) = (-1, -1) }
            if end > farthestEnd { (farthest, farthestEnd) = (index, end) }
            previous = index
        }
        for (index, limit) in limits.enumerated() where limit < 0 {
            try report.add(overlap(index), options)
        }
        return first
    }

    /// The issue of an entry that shares bytes.
    func overlap(_ index: Int) -> ArchiveIssue {
        let offset = withRecord(index) { headerOffset($1) }
        let message = "the entry shares bytes with others, or lies outside of the archive"
        return ArchiveIssue(.overlapping, path: path(index), at: offset, .skippedEntry, message)
    }

    // MARK: Entries

    /// Calls `body` with the directory and a record.
    func withRecord<Result>(_ index: Int, _ body: (ByteView, ZipRecord) -> Result) -> Result {
        unsafe bytes.withUnsafeBytes {
            let view = unsafe ByteView($0)
            guard let record = ZipRecord(view, at: Int(records[index])) else {
                preconditionFailure("all records were read before")
            }
            return body(view, record)
        }
    }

    func entry(_ index: Int, _ origin: ZipOrigin) -> ArchiveEntry {
        withRecord(index) { $1.entry($0, options.nameEncoding, origin) }
    }

    func path(_ index: Int) -> ArchivePath {
        withRecord(index) { $1.path($0, options.nameEncoding) }
    }

    /// The offset of the local header in the archive.
    func headerOffset(_ record: ZipRecord) -> Int {
        let (offset, isOverflow) = record.headerOffset.addingReportingOverflow(shift)
        return isOverflow ? .max : offset
    }

    /// The end of the bytes that an entry may use; `nil` if it shares bytes with others.
    func limit(_ index: Int) -> Int? { limits[index] < 0 ? nil : limits[index] }

    /// The last entry with a path.
    func index(of path: ArchivePath) -> Int? {
        find(unsafe path.bytes.withUnsafeBytes { unsafe ByteView($0).hash }) { path }.index
    }

    /// The entry with a path, and its key, or the next free key.
    private func find(_ hash: UInt32, _ path: () -> ArchivePath) -> (key: UInt32, index: Int?) {
        var key = hash
        while let index = indices[key] {
            if self.path(Int(index)) == path() { return (key, Int(index)) }
            key &+= 1
        }
        return (key, nil)
    }
}
