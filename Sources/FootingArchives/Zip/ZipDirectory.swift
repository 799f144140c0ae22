import FootingBytes

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The directory of a zip archive: its bytes, 16 bytes for each entry, and a hash table of paths.
struct ZipDirectory: Sendable {
    private struct Slot {
        /// The offset of the record in the directory.
        var record: UInt32
        var hash: UInt32
        /// The end of the bytes that the entry may use, where the next one or the directory
        /// begins; -1 if it shares bytes with others.
        var limit: Int
    }

    private let bytes: Data
    /// The offset of the directory in the archive.
    private let start: Int
    private let shift: Int
    private let options: ArchiveOptions
    private var slots: [Slot] = []
    /// The slots of paths by their hashes, plus 1; the last one of a path.
    private var table: [UInt32] = []

    var count: Int { slots.count }

    /// Reads the directory, and reports entries that share bytes and paths.
    init(
        _ source: ArchiveSource,
        _ end: ZipEnd,
        _ options: ArchiveOptions,
        _ report: inout ArchiveReport
    ) throws(ArchiveError) {
        let limit = options.limits.directoryBytes
        guard end.directory.count <= min(limit, Int(UInt32.max)) else {
            let start = end.directory.lowerBound
            throw ArchiveError(exceeding: .directoryBytes, of: limit, at: start)
        }
        bytes = try source.bytes(in: end.directory)
        start = end.directory.lowerBound
        shift = end.shift
        self.options = options
        let bytes = bytes
        try bytes.withView { (view) throws(ArchiveError) in
            try readRecords(view, end, &report)
            try findOverlaps(view, &report)
            try enterPaths(view, &report)
        }
    }

    /// The offset of the first entry, or of the directory if there is no entry.
    private(set) var firstOffset = 0

    private mutating func readRecords(
        _ view: ByteView,
        _ end: ZipEnd,
        _ report: inout ArchiveReport
    ) throws(ArchiveError) {
        var slots: [Slot] = []
        slots.reserveCapacity(min(end.entryCount, view.count / 46))
        var offset = 0
        while offset < view.count {
            guard let record = ZipRecord(view, at: offset) else {
                throw ArchiveError(.malformed, at: start + offset, "the directory is malformed")
            }
            guard slots.count < options.limits.entries else {
                let limit = options.limits.entries
                throw ArchiveError(exceeding: .entries, of: limit, at: start + offset)
            }
            guard record.disk == 0 else {
                let reason = "the archive is split into several files"
                throw ArchiveError(.unsupportedFeature, at: start + offset, reason)
            }
            let slot = Slot(
                record: UInt32(offset),
                hash: hash(record, view),
                limit: headerOffset(record)
            )
            slots.append(slot)
            offset = record.comment.upperBound
        }
        self.slots = slots
        guard slots.count != end.entryCount else { return }
        guard !end.isLarge, slots.count & 0xFFFF == end.entryCount else {
            let reason = "the directory has \(slots.count) entries, not \(end.entryCount)"
            throw ArchiveError(.malformed, at: end.offset, reason)
        }
        let message = "the number of entries is stated modulo 65,536"
        try report.add(
            ArchiveIssue(.malformed, at: end.offset, .ignoredField, message),
            options
        )
    }

    /// The offset of the local header in the archive.
    func headerOffset(_ record: ZipRecord) -> Int {
        let (offset, isOverflow) = record.headerOffset.addingReportingOverflow(shift)
        return isOverflow ? .max : offset
    }

    /// Marks the entries that share bytes with others or the directory, at least those of their
    /// names and data, and notes where the bytes of each entry must end.
    private mutating func findOverlaps(
        _ view: ByteView,
        _ report: inout ArchiveReport
    ) throws(ArchiveError) {
        // Until here, the limit is the offset of the local header. With a second reference, the
        // slots would be copied.
        var slots: [Slot] = []
        swap(&slots, &self.slots)
        let isSorted = zip(slots, slots.dropFirst()).allSatisfy { $0.limit <= $1.limit }
        let order = isSorted ? nil : slots.indices.sorted { slots[$0].limit < slots[$1].limit }
        // The last slot, and the one whose bytes extend farthest.
        var (last, farthest, farthestEnd) = (-1, -1, 0)
        firstOffset = start
        for position in slots.indices {
            let index = order?[position] ?? position
            let offset = slots[index].limit
            if position == 0 { firstOffset = min(offset, start) }
            var end = start + 1
            if offset < start, let record = ZipRecord(view, at: Int(slots[index].record)),
                record.compressedSize <= start - offset
            {
                end = offset + ZipLocalHeader.fixedSize + record.name.count + record.compressedSize
            }
            if last >= 0, slots[last].limit >= 0 { slots[last].limit = min(offset, start) }
            slots[index].limit = end > start ? -1 : start
            if offset < farthestEnd {
                slots[index].limit = -1
                slots[farthest].limit = -1
            }
            last = index
            if end > farthestEnd { (farthest, farthestEnd) = (index, end) }
        }
        self.slots = slots
        for (index, slot) in slots.enumerated() where slot.limit < 0 {
            try report.add(overlap(index), options)
        }
    }

    /// The issue of an entry that shares bytes.
    func overlap(_ index: Int) -> ArchiveIssue {
        let (path, offset) = withRecord(index) {
            ($1.path($0, options.nameEncoding), headerOffset($1))
        }
        let message = "the entry shares bytes with others, or lies outside of the archive"
        return ArchiveIssue(.overlapping, path: path, at: offset, .skippedEntry, message)
    }

    // MARK: Entries

    /// Calls `body` with the directory and a record.
    func withRecord<Result>(_ index: Int, _ body: (ByteView, ZipRecord) -> Result) -> Result {
        unsafe bytes.withUnsafeBytes {
            let view = unsafe ByteView($0)
            guard let record = ZipRecord(view, at: Int(slots[index].record)) else {
                preconditionFailure("all records were read before")
            }
            return body(view, record)
        }
    }

    /// The end of the bytes that an entry may use; `nil` if it shares bytes with others.
    func limit(_ index: Int) -> Int? { slots[index].limit < 0 ? nil : slots[index].limit }

    // MARK: Paths

    private func hash(_ record: ZipRecord, _ view: ByteView) -> UInt32 {
        if let plain = record.plainPath(view) {
            return Self.hash(view.slice(from: plain.lowerBound, count: plain.count))
        }
        return Self.hash(record.path(view, options.nameEncoding))
    }

    private static func hash(_ path: ArchivePath) -> UInt32 {
        unsafe path.bytes.withUnsafeBytes { unsafe hash(ByteView($0)) }
    }

    private static func hash(_ bytes: ByteView) -> UInt32 {
        var hasher = Hasher()
        unsafe bytes.withBytes { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        return UInt32(truncatingIfNeeded: hasher.finalize())
    }

    private mutating func enterPaths(
        _ view: ByteView,
        _ report: inout ArchiveReport
    ) throws(ArchiveError) {
        var size = 8
        while size < slots.count * 2 { size *= 2 }
        var table = [UInt32](repeating: 0, count: size)
        for (index, slot) in slots.enumerated() {
            var position = Int(slot.hash) & (size - 1)
            while table[position] != 0 {
                let other = slots[Int(table[position]) - 1]
                if other.hash == slot.hash, path(other, view) == path(slot, view) {
                    try report.add(
                        ArchiveIssue(
                            .duplicatePath,
                            path: path(slot, view),
                            at: start + Int(slot.record),
                            .replacedEarlier,
                            "an earlier entry has the same path"
                        ),
                        options
                    )
                    break
                }
                position = (position + 1) & (size - 1)
            }
            table[position] = UInt32(index + 1)
        }
        self.table = table
    }

    private func path(_ slot: Slot, _ view: ByteView) -> ArchivePath? {
        ZipRecord(view, at: Int(slot.record))?.path(view, options.nameEncoding)
    }

    /// The last entry with a path.
    func index(of path: ArchivePath) -> Int? {
        let hash = Self.hash(path)
        var position = Int(hash) & (table.count - 1)
        while table[position] != 0 {
            let index = Int(table[position]) - 1
            if slots[index].hash == hash,
                withRecord(index, { $1.path($0, options.nameEncoding) }) == path
            {
                return index
            }
            position = (position + 1) & (table.count - 1)
        }
        return nil
    }
}
