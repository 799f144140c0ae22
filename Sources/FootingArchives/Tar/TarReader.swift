import FootingBytes

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Reads a tar archive, entry by entry, from a file or from chunks that are appended.
///
/// ```swift
/// let reader = try TarReader(contentsOf: url, as: .gzip)
/// while let item = try reader.next() {
///     switch item {
///     case .entry(let entry): print(entry.path, entry.size)
///     case .contents(let piece): count += piece.count
///     @unknown default: break
///     }
/// }
/// ```
///
/// Paths and links may lead anywhere: to create the files, use ``TarUnpacker``, or the call
/// `unpack` of ``Archives``.
///
/// The chunks change neither the items nor the error. After an error, every call throws it again. A
/// reader has one owner, which may move it to another task between two calls.
public final class TarReader {
    /// An entry, or a piece of its contents.
    ///
    /// A minor release may add cases, so a `switch` over them needs `@unknown default`.
    @nonexhaustive public enum Item: Hashable, Sendable {
        /// The next entry.
        case entry(ArchiveEntry)
        /// The next 1 to 65,536 bytes of the latest entry; the holes of a sparse file are zeros.
        case contents(Data)
    }

    /// The issues so far.
    ///
    /// With ``ArchiveOptions/stopsAtFirstIssue``, they are errors.
    public internal(set) var report = ArchiveReport()

    private let options: ArchiveOptions
    private let decompressor: Decompressor?
    private let url: URL?
    /// The tar archive, which is appended, read, or the output of the decompressor.
    private var input: InputQueue
    /// Whether nothing is appended any more.
    var isFinished: Bool
    /// Notes what was read, also of contents that are skipped.
    var meter: ProgressMeter?
    /// Whether all input has come.
    private var hasEnded = false
    private var error: ArchiveError?
    /// The item that ``finish()`` has found.
    private var pending: Item?

    /// The offset of the next header, and the number of bytes that are needed there.
    private var nextOffset = 0
    private var needed = TarHeader.size
    /// The offset after the first block of zeros, which ends the archive.
    private var zeros: Int?
    private var isComplete = false
    /// The extension headers that apply to the next entry, by their types, and the number of bytes
    /// that they may have.
    private var extensions: [Unicode.Scalar: PaxRecords.Values] = [:]
    private var headerRoom: Int
    private var global: PaxRecords.Values = [:]
    private var entryCount = 0
    /// The entry whose map is not complete.
    private var incomplete: TarEntry?
    /// The path of the latest entry, the rest of its contents, and their number of bytes so far.
    private var latestPath: ArchivePath?
    private var map: SparseMap?
    private var entrySize = 0
    private var totalSize = 0

    /// Whether contents of the latest entry follow.
    var hasContents: Bool { map?.next != nil }
    /// The path of the entry that is not complete.
    private var path: ArchivePath? { hasContents || incomplete != nil ? latestPath : nil }
    /// The offset up to which the file was read.
    private var readOffset: Int { decompressor?.readOffset ?? input.readOffset }

    /// Creates a reader of a stream that is appended, compressed in a format or not at all.
    public convenience init(as format: CompressedFormat? = nil, options: ArchiveOptions = .standard)
    {
        self.init(nil, format, options)
    }

    /// Opens a file, which is compressed in a format or not at all.
    ///
    /// - Throws: ``ArchiveError`` if the file can't be opened, or is a pipe or a device: append the
    ///   bytes of those.
    public convenience init(
        contentsOf url: URL,
        as format: CompressedFormat? = nil,
        options: ArchiveOptions = .standard
    ) throws(ArchiveError) {
        try self.init(ArchiveSource(url), format, options)
    }

    init(_ file: ArchiveSource?, _ format: CompressedFormat?, _ options: ArchiveOptions) {
        url = file?.url
        isFinished = file != nil
        self.options = options
        headerRoom = options.limits.headerBytes
        input = InputQueue(format == nil ? file : nil)
        decompressor = format.map { Self.decompressor(of: file, $0, options) }
    }

    static func decompressor(
        of file: ArchiveSource?,
        _ format: CompressedFormat,
        _ options: ArchiveOptions
    ) -> Decompressor {
        var limits = options.limits
        // The limit applies to each entry, not to the stream of all.
        limits.entryBytes = .max
        return Decompressor(InputQueue(file), StreamDecoder(format, limits: limits))
    }

    /// Appends a chunk.
    ///
    /// - Precondition: The reader has no file, and ``finish()`` was not called.
    /// - Throws: The error that an earlier call threw.
    public func append(_ chunk: some DataProtocol) throws(ArchiveError) {
        precondition(!isFinished, "nothing can be appended")
        let chunk = chunk.collected()
        if let error { throw error }
        if let decompressor {
            // Bytes after the stream are an issue already.
            if !hasEnded { try decompressor.append(chunk) }
        } else {
            input.append(chunk)
        }
    }

    /// Returns the next item, or `nil` until more is appended, or if the archive has ended.
    ///
    /// - Throws: ``ArchiveError`` if the archive is damaged or exceeds a limit, after the items
    ///   before the fault.
    @inline(never)
    public func next() throws(ArchiveError) -> Item? {
        if let item = pending.take() { return item }
        return try keepingError { () throws(ArchiveError) in
            while true {
                if let item = try step() { return item }
                guard try !pull() else { continue }
                if hasEnded { try end(at: input.offset + input.count) }
                return nil
            }
        }
    }

    /// Removes the hole that follows in the contents, and returns its size.
    func nextHole() throws(ArchiveError) -> Int? {
        guard let run = map?.next, run.isHole else { return nil }
        return try keepingError { () throws(ArchiveError) in
            _ = try room(for: run)
            removeFirst(run.count)
            return run.count
        }
    }

    private func keepingError<Result>(
        _ body: () throws(ArchiveError) -> Result
    ) throws(ArchiveError) -> Result {
        if let error { throw error }
        do throws(ArchiveError) {
            return try body()
        } catch {
            self.error = error.located(in: url)
            throw error.located(in: url)
        }
    }

    /// Drops the rest of the contents of the latest entry; in a file, without reading it.
    public func skipContents() {
        // The map is that of the next entry.
        if case .entry = pending { return }
        (pending, map) = (nil, nil)
    }

    /// Notes that nothing follows.
    ///
    /// - Throws: ``ArchiveError/Code/truncated`` if the archive is not complete, or the error that
    ///   ``next()`` would throw. If items are still to be returned, ``next()`` throws after them.
    public func finish() throws(ArchiveError) {
        isFinished = true
        if pending == nil { pending = try next() }
    }

    /// Makes more input available, or returns false.
    private func pull() throws(ArchiveError) -> Bool {
        guard !hasEnded else { return false }
        let count = input.count
        do throws(ArchiveError) {
            if isFinished { try decompressor?.finish() }
            if let piece = try decompressor?.next() { input.append(piece) }
            try input.fill(needed)
        } catch {
            guard error.code == .unclaimedBytes else { throw error }
            hasEnded = true
            try add("bytes follow the stream", at: error.offset, .unclaimedBytes, .ignoredBytes)
        }
        try meter?.advance(to: readOffset)
        if isFinished, input.count == count { hasEnded = true }
        return input.count > count
    }

    /// Reads from the input until there is an item, or the input does not suffice.
    private func step() throws(ArchiveError) -> Item? {
        if let run = map?.next {
            guard run.isHole || input.count > 0 else { return nil }
            return try .contents(readContents(run))
        }
        while true {
            if input.offset < nextOffset { input.skip(nextOffset - input.offset) }
            guard input.offset == nextOffset, input.count >= needed else { return nil }
            if let zeros {
                try readEnd(zeros)
            } else if let item = try read(TarHeader(input.first(TarHeader.size))) {
                return item
            }
        }
    }

    /// Reads a block: a header, or one that continues the map of the entry.
    private func read(_ block: TarHeader) throws(ArchiveError) -> Item? {
        let offset = input.offset
        if var entry = incomplete.take() {
            try entry.readMap(block)
            return begin(entry)
        }
        guard !block.isZero else {
            guard extensions.isEmpty else {
                throw ArchiveError(.malformed, at: offset, "extension headers without an entry")
            }
            advance(by: TarHeader.size)
            (zeros, needed) = (nextOffset, 1)
            return nil
        }
        guard block.isChecked else {
            guard offset > 0 else {
                throw ArchiveError(.notAnArchive, at: 0, "the data is not tar")
            }
            throw ArchiveError(.checksumMismatch, at: offset, "the sum of a header is wrong")
        }
        guard !["x", "X", "g", "L", "K"].contains(block.type) else {
            try readExtension(block)
            return nil
        }
        entryCount += 1
        guard entryCount <= options.limits.entries else {
            throw exceeding(.entries, options.limits.entries)
        }
        let entry = try TarEntry(block, at: offset, records(at: offset))
        for issue in entry.issues { try report.add(issue, options) }
        latestPath = entry.entry.path
        return begin(entry)
    }

    /// Combines the extension headers of an entry.
    private func records(at offset: Int) throws(ArchiveError) -> PaxRecords.Values {
        headerRoom = options.limits.headerBytes
        guard !extensions.isEmpty else { return global }
        // The records may be many, so the others are added to them.
        var records = extensions["x"] ?? [:]
        let longNames = [extensions["L"] ?? [:], extensions["K"] ?? [:]]
        extensions = [:]
        if longNames.contains(where: { $0.keys.contains { records[$0] != nil } }) {
            try add("an entry has a record and a long name for one path", at: offset)
        }
        for others in longNames + [global] {
            for (key, value) in others where records[key] == nil { records[key] = value }
        }
        return records
    }

    /// Begins the contents of an entry, if its map is complete.
    private func begin(_ entry: consuming TarEntry) -> Item? {
        advance(by: TarHeader.size)
        guard let map = entry.map else {
            incomplete = consume entry
            return nil
        }
        input.skip(TarHeader.size)
        advance(by: entry.storedSize)
        (self.map, entrySize) = (entry.isSkipped ? nil : map, 0)
        return entry.isSkipped ? nil : .entry(entry.entry)
    }

    /// Continues after a number of bytes, and at the next block.
    private func advance(by count: Int) {
        let isFar = count > Int.max - nextOffset - TarHeader.size
        nextOffset = isFar ? .max : nextOffset + count + TarHeader.padding(of: count)
    }

    /// Reads an extension header, if its content has come.
    private func readExtension(_ header: TarHeader) throws(ArchiveError) {
        let start = input.offset
        guard let size = header.number(in: .size).flatMap(Int.init(exactly:)), size >= 0 else {
            throw ArchiveError(.malformed, at: start, "the size is not valid")
        }
        // One byte more shows that the limit is exceeded.
        let count = size > headerRoom ? headerRoom + 1 : size
        guard input.count - TarHeader.size >= count else {
            needed = count > Int.max - TarHeader.size ? .max : count + TarHeader.size
            return
        }
        guard size <= headerRoom else {
            throw exceeding(.headerBytes, options.limits.headerBytes)
        }
        let content = Array(input.first(TarHeader.size + size)[TarHeader.size...])
        (headerRoom, needed) = (headerRoom - size, TarHeader.size)
        advance(by: TarHeader.size)
        advance(by: size)
        // Solaris writes X.
        let type = header.type == "X" ? "x" : header.type
        let values =
            switch type {
            case "L": ["path": content.prefix { $0 != 0 }]
            case "K": ["linkpath": content.prefix { $0 != 0 }]
            default: try PaxRecords.parse(content, at: start + TarHeader.size)
            }
        if type == "g" {
            for (key, value) in values {
                if TarEntry.globalKeys.contains(key) { global[key] = value }
                guard TarEntry.isOfOneEntry(key) else { continue }
                try add("a global header has a record that is of one entry", at: start)
            }
        } else if extensions.updateValue(values, forKey: type) != nil {
            try add("an entry has two extension headers of one kind", at: start)
        }
    }

    /// Reads at most a piece of a run of the contents.
    private func readContents(_ run: SparseMap.Run) throws(ArchiveError) -> Data {
        let most = min(run.count, try room(for: run), StreamDecoder.pieceSize)
        let piece = run.isHole ? Self.zeros.prefix(most) : input.piece(most)
        if !run.isHole { input.skip(piece.count) }
        removeFirst(piece.count)
        return piece
    }

    /// The number of bytes that the limits allow: at least one, or the whole hole, since no bytes
    /// of the archive bound it.
    private func room(for run: SparseMap.Run) throws(ArchiveError) -> Int {
        let limits = options.limits
        let needed = run.isHole ? run.count : 1
        let (room, total) = (limits.entryBytes - entrySize, limits.totalBytes - totalSize)
        guard needed <= room else { throw exceeding(.entryBytes, limits.entryBytes) }
        guard needed <= total else { throw exceeding(.totalBytes, limits.totalBytes) }
        guard !run.isHole || limits.allowRatio(of: totalSize + needed, to: input.offset) else {
            throw exceeding(.ratio, limits.ratio)
        }
        return min(room, total)
    }

    private func removeFirst(_ count: Int) {
        map?.removeFirst(count)
        entrySize += count
        totalSize += count
    }

    /// Reads bytes after the first block of the end, which are zeros.
    private func readEnd(_ start: Int) throws(ArchiveError) {
        let bytes = input.first(.max)
        nextOffset += bytes.count
        guard !isComplete, let index = bytes.firstIndex(where: { $0 != 0 }) else { return }
        try end(at: input.offset + index)
        let message = "bytes follow the end of the tar archive"
        try add(message, at: input.offset + index, .unclaimedBytes, .ignoredBytes)
    }

    /// Ends the archive at the end of the input, or before other bytes.
    private func end(at offset: Int) throws(ArchiveError) {
        guard !isComplete else { return }
        isComplete = true
        let isBetween = offset == nextOffset && offset > 0 && map?.next == nil && incomplete == nil
        if let zeros {
            guard offset < zeros + TarHeader.size else { return }
            let message = "one of the two blocks of zeros at the end is missing"
            try add(message, at: zeros, .missingEnd, .usedAsWritten)
        } else if isBetween, extensions.isEmpty {
            let message = "the two blocks of zeros at the end are missing"
            try add(message, at: offset, .missingEnd, .usedAsWritten)
        } else {
            let reason = "the data ends before the archive does"
            throw ArchiveError(.truncated, path: path, at: offset, reason)
        }
    }

    private func add(
        _ message: String,
        at offset: Int?,
        _ code: ArchiveError.Code = .headersDisagree,
        _ resolution: ArchiveIssue.Resolution = .ignoredField
    ) throws(ArchiveError) {
        try report.add(ArchiveIssue(code, at: offset, resolution, message), options)
    }

    private func exceeding(_ limit: ArchiveOptions.Limit, _ value: Int) -> ArchiveError {
        ArchiveError(exceeding: limit, of: value, path: path, at: input.offset)
    }

    private static let zeros = Data(count: StreamDecoder.pieceSize)
}

@available(*, unavailable, message: "A reader has one owner at a time.")
extension TarReader: @unchecked Sendable {}
