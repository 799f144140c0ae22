import FootingBytes

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The directory of a zip archive: its bytes, and 12 bytes and a place in a hash table per entry.
struct ZipDirectory: Sendable {
    private let bytes: Data
    /// The offset of the directory in the archive.
    private let start: Int
    private let shift: Int
    let options: ArchiveOptions
    /// The offsets of the records in the directory.
    private var records: [UInt32] = []
    /// The ends of the bytes that each entry may use, where the next one or the directory begins;
    /// -1 if the entry shares bytes with others.
    private var limits: [Int] = []
    /// The entries by the hashes of their paths, or the next free numbers; the last one of a path.
    private var indices: [UInt32: UInt32] = [:]
    /// The offset of the first entry, or of the directory if there is no entry.
    private(set) var firstOffset: Int

    var count: Int { records.count }

    /// Reads the directory, and reports entries that share bytes and paths.
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
        start = end.directory.lowerBound
        let limit = options.limits.directoryBytes
        guard end.directory.count <= min(limit, Int(UInt32.max)) else {
            throw ArchiveError(exceeding: .directoryBytes, of: limit, at: start)
        }
        let bytes = try source.bytes(in: end.directory)
        (self.bytes, shift, self.options, firstOffset) = (bytes, end.shift, options, start)
        try bytes.withView { (view) throws(ArchiveError) in
            try readRecords(view, end, &report)
            try findOverlaps(view, &report)
            try enterPaths(view, &report)
        }
        // Between the first entry and the directory, another archive may be the data of an entry.
        for other in others
        where other.comment.upperBound == source.count || !(firstOffset..<start).contains(other.offset) {
            let message = "the archive has a second end record with another directory"
            let issue = ArchiveIssue(.ambiguous, at: other.offset, .ignoredBytes, message)
            try report.add(issue, options)
        }
        for unclaimed in [0..<firstOffset, end.comment.upperBound..<source.count]
        where !unclaimed.isEmpty {
            let message = "\(unclaimed.count) bytes do not belong to the archive"
            let offset = unclaimed.lowerBound
            let issue = ArchiveIssue(.unclaimedBytes, at: offset, .ignoredBytes, message)
            try report.add(issue, options)
        }
    }

    private mutating func readRecords(
        _ view: ByteView,
        _ end: ZipEnd,
        _ report: inout ArchiveReport
    ) throws(ArchiveError) {
        records.reserveCapacity(min(end.entryCount, view.count / 46))
        var offset = 0
        while offset < view.count {
            guard let record = ZipRecord(view, at: offset) else {
                throw ArchiveError(.malformed, at: start + offset, "the directory is malformed")
            }
            guard count < options.limits.entries else {
                let limit = options.limits.entries
                throw ArchiveError(exceeding: .entries, of: limit, at: start + offset)
            }
            guard record.disk == 0 else {
                let reason = "the archive is split into several files"
                throw ArchiveError(.unsupportedFeature, at: start + offset, reason)
            }
            records.append(UInt32(offset))
            offset = record.comment.upperBound
        }
        guard count != end.entryCount else { return }
        guard !end.isLarge, count & 0xFFFF == end.entryCount else {
            let reason = "the directory has \(count) entries, not \(end.entryCount)"
            throw ArchiveError(.malformed, at: end.offset, reason)
        }
        let message = "the number of entries is stated modulo 65,536"
        let issue = ArchiveIssue(.malformed, at: end.offset, .ignoredField, message)
        try report.add(issue, options)
    }

    /// Finds the entries that share bytes with others or the directory, at least those of their
    /// names and data, and the limits of the others.
    private mutating func findOverlaps(
        _ view: ByteView,
        _ report: inout ArchiveReport
    ) throws(ArchiveError) {
        let offsets = records.map { record in
            ZipRecord(view, at: Int(record)).map(headerOffset) ?? .max
        }
        let isSorted = zip(offsets, offsets.dropFirst()).allSatisfy { $0 <= $1 }
        let order = isSorted ? nil : offsets.indices.sorted { offsets[$0] < offsets[$1] }
        limits = [Int](repeating: start, count: count)
        // The entry before, and the one whose bytes extend farthest.
        var previous: Int?
        var (farthest, farthestEnd) = (0, 0)
        for position in offsets.indices {
            let index = order?[position] ?? position
            let offset = offsets[index]
            if position == 0 { firstOffset = min(offset, start) }
            if let previous, limits[previous] > offset { limits[previous] = offset }
            var end = Int.max
            if offset < start, let record = ZipRecord(view, at: Int(records[index])),
                record.compressedSize <= start - offset
            {
                end = offset + ZipRecord.localSize + record.name.count + record.compressedSize
            }
            if end > start { limits[index] = -1 }
            if offset < farthestEnd { (limits[index], limits[farthest]) = (-1, -1) }
            if end > farthestEnd { (farthest, farthestEnd) = (index, end) }
            previous = index
        }
        for (index, limit) in limits.enumerated() where limit < 0 {
            try report.add(overlap(index), options)
        }
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

    /// The path of an entry.
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

    // MARK: Paths

    private mutating func enterPaths(
        _ view: ByteView,
        _ report: inout ArchiveReport
    ) throws(ArchiveError) {
        indices.reserveCapacity(count)
        for (index, offset) in records.enumerated() {
            guard let record = ZipRecord(view, at: Int(offset)) else { continue }
            let (key, other) = find(record.hash(view, options.nameEncoding)) { path(index) }
            indices[key] = UInt32(index)
            guard other != nil else { continue }
            let issue = ArchiveIssue(
                .duplicatePath,
                path: path(index),
                at: start + Int(offset),
                .replacedEarlier,
                "an earlier entry has the same path"
            )
            try report.add(issue, options)
        }
    }

    /// The last entry with a path.
    func index(of path: ArchivePath) -> Int? {
        let hash = unsafe path.bytes.withUnsafeBytes { unsafe ByteView($0).hash }
        return find(hash) { path }.index
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
