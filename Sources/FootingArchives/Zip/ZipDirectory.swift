import FootingBytes

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The directory of a zip archive: its bytes, 12 bytes for each entry, and a hash table of paths.
struct ZipDirectory: Sendable {
    let source: ArchiveSource
    let options: ArchiveOptions
    let end: ZipEnd
    private let bytes: [UInt8]
    /// The offsets of the records in the directory.
    private var records: [UInt32] = []
    /// The ends of the bytes that each entry may use, where the next one or the directory begins;
    /// -1 if the entry shares bytes with others.
    private var limits: [Int] = []
    /// The entries by the hashes of their paths, of each path the last: in the upper half bits of
    /// the hash, in the lower half the number of the entry, from 1 on.
    private var slots: [UInt64] = []
    private(set) var report = ArchiveReport()

    var count: Int { records.count }

    /// Reads the directory, and reports everything that is unusual about the archive.
    init(_ source: ArchiveSource, _ options: ArchiveOptions) throws(ArchiveError) {
        let (end, others) = try ZipEnd.find(in: source)
        let limit = min(options.limits.directoryBytes, Int(UInt32.max))
        guard end.directory.count <= limit else {
            let start = end.directory.lowerBound
            throw ArchiveError(exceeding: .directoryBytes, of: limit, at: start)
        }
        (self.source, self.options, self.end) = (source, options, end)
        let bytes = try source.array(in: end.directory)
        self.bytes = bytes
        if end.hasOtherValues {
            let message = "the end record, or the locator, contradicts the ZIP64 record"
            try note(ArchiveError(.headersDisagree, at: end.offset, message), .usedAsWritten)
        }
        let first = try bytes.withView { (view) throws(ArchiveError) in
            try findRecords(view)
            try readRecords(view)
            return try findOverlaps(view)
        }
        // Between the first entry and the directory, another archive may be the data of an entry.
        let data = first..<end.directory.lowerBound
        for other in others
        where other.comment.upperBound >= source.count || !data.contains(other.offset) {
            let message = "the archive has a second end record with another directory"
            try note(ArchiveError(.ambiguous, at: other.offset, message), .ignoredBytes)
        }
        for rest in [0..<first, end.comment.upperBound..<source.count] where !rest.isEmpty {
            let message = "\(rest.count) bytes do not belong to the archive"
            try note(ArchiveError(.unclaimedBytes, at: rest.lowerBound, message), .ignoredBytes)
        }
        if options.checksLocalHeaders { try checkLocalHeaders() }
    }

    /// Reports an error that does not end the call.
    private mutating func note(
        _ error: ArchiveError,
        of index: Int? = nil,
        _ resolution: ArchiveIssue.Resolution
    ) throws(ArchiveError) {
        let isListed = options.stopsAtFirstIssue || report.issues.count < options.limits.issues
        let path = isListed ? index.map { self.path($0) } : nil
        try report.add(ArchiveIssue(error, path, resolution), options)
    }

    /// Finds the records.
    private mutating func findRecords(_ view: ByteView) throws(ArchiveError) {
        records.reserveCapacity(min(end.entryCount, view.count / 46))
        var offset = 0
        while offset < view.count {
            let position = end.directory.lowerBound + offset
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
            records.append(UInt32(offset))
            offset += record.count
        }
        guard count != end.entryCount else { return }
        guard !end.isLarge, count & 0xFFFF == end.entryCount else {
            let reason = "the directory has \(count) entries, not \(end.entryCount)"
            throw ArchiveError(.malformed, at: end.offset, reason)
        }
        let message = "the number of entries is stated modulo 65,536"
        try note(ArchiveError(.malformed, at: end.offset, message), .ignoredField)
    }

    /// Fills the hash table, and reports entries with the paths of earlier ones.
    private mutating func readRecords(_ view: ByteView) throws(ArchiveError) {
        // At most three quarters are used.
        let size = 1 << (Int.bitWidth - (4 * count / 3).leadingZeroBitCount)
        slots = Array(repeating: 0, count: size)
        limits.reserveCapacity(count)
        for index in records.indices {
            let record = record(index, in: view)
            limits.append(headerOffset(record))
            let isNew = record.withPath(options.nameEncoding) { path in
                let hash = KeyHash.current(path)
                let slot = findSlot(of: path, hash)
                defer { slots[slot] = hash & ~0xFFFF_FFFF | UInt64(index + 1) }
                return slots[slot] == 0
            }
            guard !isNew else { continue }
            let offset = end.directory.lowerBound + Int(records[index])
            let message = "an earlier entry has the same path"
            try note(ArchiveError(.duplicatePath, at: offset, message), of: index, .replacedEarlier)
        }
    }

    /// The slot of the entry with a path, or the one for it.
    private func findSlot(of path: ByteView, _ hash: UInt64) -> Int {
        var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
        while slots[slot] != 0 {
            let index = Int(slots[slot] & 0xFFFF_FFFF) - 1
            let isSame =
                slots[slot] >> 32 == hash >> 32
                && withRecord(index) { $0.withPath(options.nameEncoding) { $0.isEqual(to: path) } }
            guard !isSame else { break }
            slot = (slot + 1) & (slots.count - 1)
        }
        return slot
    }

    /// Replaces the offsets of the entries by their limits, and returns the lowest offset.
    ///
    /// An entry has at least the bytes of its name and its data.
    private mutating func findOverlaps(_ view: ByteView) throws(ArchiveError) -> Int {
        let start = end.directory.lowerBound
        let first = min(limits.min() ?? start, start)
        let isSorted = zip(limits, limits.dropFirst()).allSatisfy { $0 <= $1 }
        let order = isSorted ? nil : limits.indices.sorted { limits[$0] < limits[$1] }
        // The entry before, and the one whose bytes extend farthest.
        var previous: Int?
        var (farthest, farthestEnd) = (0, 0)
        for position in limits.indices {
            let index = order?[position] ?? position
            let (offset, record) = (limits[index], record(index, in: view))
            let (name, size) = (record.name.count, record.compressedSize)
            let end = size <= start - offset ? offset + ZipRecord.localSize + name + size : .max
            limits[index] = end > start ? -1 : start
            if let previous { limits[previous] = min(limits[previous], offset) }
            if offset < farthestEnd { (limits[index], limits[farthest]) = (-1, -1) }
            if end > farthestEnd { (farthest, farthestEnd) = (index, end) }
            previous = index
        }
        for index in limits.indices where limits[index] < 0 {
            try note(overlap(headerOffset(record(index, in: view))), of: index, .skippedEntry)
        }
        return first
    }

    /// The error of an entry that shares bytes.
    func overlap(_ offset: Int) -> ArchiveError {
        let reason = "the entry shares bytes with others, or lies outside of the archive"
        return ArchiveError(.overlapping, at: offset, reason)
    }

    /// Reads all local headers, and reports those that disagree with the directory, and bytes that
    /// belong to no entry.
    private mutating func checkLocalHeaders() throws(ArchiveError) {
        // Entries without a limit have been reported.
        for index in 0..<count {
            guard let limit = limit(index) else { continue }
            var (found, resolution): (ArchiveError?, ArchiveIssue.Resolution) = (nil, .ignoredBytes)
            do throws(ArchiveError) {
                found = try withRecord(index) { (record) throws(ArchiveError) in
                    let end = try data(of: index, record, prefetching: 0).range.upperBound
                    return try fault(after: record, in: end..<limit)
                }
            } catch {
                let isFault = [.headersDisagree, .malformed, .overlapping].contains(error.code)
                guard isFault else { throw error }
                (found, resolution) = (error, .skippedEntry)
            }
            if let found { try note(found, of: index, resolution) }
        }
    }

    // MARK: Entries

    @inline(__always)
    private func record(_ index: Int, in view: ByteView) -> ZipRecord {
        // The initializer has read each record from the same bytes, which never change.
        guard let record = ZipRecord(view, at: Int(records[index])) else {
            preconditionFailure("all records were read before")
        }
        return record
    }

    func withRecord<Result, Failure: Error>(
        _ index: Int,
        _ body: (ZipRecord) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try unsafe bytes.withUnsafeBufferPointer { (bytes) throws(Failure) in
            try unsafe body(record(index, in: ByteView(bytes)))
        }
    }

    func path(_ index: Int) -> ArchivePath { withRecord(index) { $0.path(options.nameEncoding) } }

    /// The offset of the local header in the archive.
    func headerOffset(_ record: ZipRecord) -> Int {
        let (offset, isOverflow) = record.headerOffset.addingReportingOverflow(end.shift)
        return isOverflow ? .max : offset
    }

    /// The end of the bytes that an entry may use; `nil` if it shares bytes with others.
    func limit(_ index: Int) -> Int? { limits[index] < 0 ? nil : limits[index] }

    /// The last entry with a path.
    func index(of path: ArchivePath) -> Int? {
        let slot = unsafe path.bytes.withUnsafeBytes {
            let path = unsafe ByteView($0)
            return findSlot(of: path, KeyHash.current(path))
        }
        return slots[slot] == 0 ? nil : Int(slots[slot] & 0xFFFF_FFFF) - 1
    }
}
