import FootingBytes

/// The directory of a zip archive, and everything that is unusual about the archive.
struct ZipDirectory: Sendable {
    let source: ArchiveSource
    let options: ArchiveOptions
    let end: ZipEnd
    private(set) var records: ZipRecords
    /// The ends of the bytes that each entry may use, where the next one or the directory begins;
    /// -1 if the entry shares bytes with others.
    private(set) var limits: [Int] = []
    private(set) var report = ArchiveReport()
    /// The positions of entries' issues in the report, -1 of one that is not listed; without those
    /// of entries whose limit is -1.
    private var noted: [Noted: Int32] = [:]

    /// An issue of an entry.
    private struct Noted: Hashable, Sendable {
        let index: UInt32
        let code: ArchiveError.Code

        init(_ index: Int, _ code: ArchiveError.Code) {
            (self.index, self.code) = (UInt32(index), code)
        }
    }

    /// Reads the directory, and reports the issues.
    init(_ source: ArchiveSource, _ options: ArchiveOptions) throws(ArchiveError) {
        let (end, others) = try ZipEnd.find(in: source)
        let limit = min(options.limits.directoryBytes, Int(UInt32.max))
        guard end.directory.count <= limit else {
            let start = end.directory.lowerBound
            throw ArchiveError(exceeding: .directoryBytes, of: limit, at: start)
        }
        (self.source, self.options, self.end) = (source, options, end)
        let bytes = try source.array(in: end.directory)
        records = ZipRecords(bytes, count: end.entryCount, options.nameEncoding)
        if end.hasOtherValues {
            let message = "the end record, or the locator, contradicts the ZIP64 record"
            try note(ArchiveError(.headersDisagree, at: end.offset, message), .usedAsWritten)
        }
        try unsafe bytes.withUnsafeBufferPointer { (bytes) throws(ArchiveError) in
            try unsafe findRecords(ByteView(bytes))
        }
        let first = try findOverlaps()
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
        let (records, position) = (records, report.issues.count)
        try report.add(ArchiveIssue(error, index.map(records.path), resolution), options)
        guard let index, limits[index] >= 0 || error.code != .overlapping else { return }
        noted[Noted(index, error.code)] = position < report.issues.count ? Int32(position) : -1
    }

    /// The position of an entry's issue in the report, -1 if it is not listed; `nil` if there is no
    /// such issue.
    func position(of code: ArchiveError.Code, of index: Int) -> Int? {
        if code == .overlapping, limits[index] < 0 { return -1 }
        return noted[Noted(index, code)].map { Int($0) }
    }

    /// Finds the records and the offsets of the entries, and reports repeated paths.
    private mutating func findRecords(_ view: ByteView) throws(ArchiveError) {
        limits.reserveCapacity(min(end.entryCount, view.count / 46))
        var offset = 0
        while offset < view.count {
            let position = end.directory.lowerBound + offset
            guard let record = ZipRecord(view, at: offset) else {
                throw ArchiveError(.malformed, at: position, "the directory is malformed")
            }
            guard records.count < options.limits.entries else {
                throw ArchiveError(exceeding: .entries, of: options.limits.entries, at: position)
            }
            try require(record.disk == 0, .unsupportedFeature, at: position, ZipEnd.split)
            limits.append(headerOffset(record))
            if !records.append(record, at: offset) {
                let reason = "an earlier entry has the same path"
                let error = ArchiveError(.duplicatePath, at: position, reason)
                try note(error, of: records.count - 1, .replacedEarlier)
            }
            if let reason = record.ambiguity {
                let error = ArchiveError(.ambiguous, at: position, reason)
                try note(error, of: records.count - 1, .usedAsWritten)
            }
            offset += record.count
        }
        guard records.count != end.entryCount else { return }
        guard !end.isLarge, records.count & 0xFFFF == end.entryCount else {
            let reason = "the directory has \(records.count) entries, not \(end.entryCount)"
            throw ArchiveError(.malformed, at: end.offset, reason)
        }
        let message = "the number of entries is stated modulo 65,536"
        try note(ArchiveError(.malformed, at: end.offset, message), .ignoredField)
    }

    /// Replaces the offsets of the entries by their limits, and returns the lowest offset.
    ///
    /// An entry has at least the bytes of its name and its data.
    private mutating func findOverlaps() throws(ArchiveError) -> Int {
        let start = end.directory.lowerBound
        let first = min(limits.min() ?? start, start)
        let isSorted = zip(limits, limits.dropFirst()).allSatisfy { $0 <= $1 }
        let order = isSorted ? nil : limits.indices.sorted { limits[$0] < limits[$1] }
        // The entry before, and the one whose bytes extend farthest.
        var previous: Int?
        var (farthest, farthestEnd) = (0, 0)
        for position in limits.indices {
            let index = order?[position] ?? position
            let offset = limits[index]
            let (size, name) = records.with(index) { ($0.compressedSize, $0.name.count) }
            let end = size <= start - offset ? offset + ZipRecord.localSize + name + size : .max
            limits[index] = end > start ? -1 : start
            if let previous { limits[previous] = min(limits[previous], offset) }
            if offset < farthestEnd { (limits[index], limits[farthest]) = (-1, -1) }
            if end > farthestEnd { (farthest, farthestEnd) = (index, end) }
            previous = index
        }
        for index in limits.indices where limits[index] < 0 {
            try note(overlap(records.with(index, headerOffset)), of: index, .skippedEntry)
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
        for (index, limit) in limits.enumerated() where limit >= 0 {
            var (found, resolution): (ArchiveError?, ArchiveIssue.Resolution) = (nil, .ignoredBytes)
            do throws(ArchiveError) {
                found = try records.with(index) { (record) throws(ArchiveError) in
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

    /// The offset of the local header in the archive.
    func headerOffset(_ record: ZipRecord) -> Int {
        let (offset, isOverflow) = record.headerOffset.addingReportingOverflow(end.shift)
        return isOverflow ? .max : offset
    }
}
