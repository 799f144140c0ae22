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
/// A stream is appended as to a ``Decompressor``. The chunks change neither the items nor the
/// error. After an error, every call throws it again. A reader has one owner, which may move it to
/// another task between two calls.
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

    private enum Expected: Sendable {
        /// A header, or a block that continues the map of the entry.
        case header
        /// The content of an extension header.
        case extensionHeader(type: Unicode.Scalar, size: Int)
        /// Zeros after the first block of zeros, which ends at an offset.
        case zeros(after: Int)
        case nothing
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
    /// Whether nothing is appended any more, and whether all input has come.
    private var isFinished: Bool
    private var hasEnded = false
    private var error: ArchiveError?
    /// The item that ``finish()`` has found.
    private var pending: Item?

    private var expected = Expected.header
    /// The offset of the next bytes that are read; those before it are dropped.
    private var nextOffset = 0
    /// The bytes of a block or of an extension header.
    private var gathered: [UInt8] = []
    /// The extension headers that apply to the next entry, and the number of bytes that they may
    /// have.
    private var records: [PaxRecords.Record]?
    private var longNames: [String: ArraySlice<UInt8>] = [:]
    private var headerRoom: Int
    private var global: [String: ArraySlice<UInt8>] = [:]
    private var entryCount = 0
    /// The latest entry, and the rest of its contents.
    private var entry: TarEntry?
    private var map: SparseMap?
    /// The number of bytes of contents so far, of the entry and of all entries.
    private var entrySize = 0
    private var totalSize = 0
    /// Whether the latest item is a hole.
    private(set) var isHole = false
    /// Whether contents of the latest entry follow.
    var hasContents: Bool { map?.next != nil }
    /// The offset up to which the file was read.
    var readOffset: Int { decompressor?.readOffset ?? input.readOffset }

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
        try self.init(ArchiveFile(url), format, options)
    }

    init(_ file: ArchiveFile?, _ format: CompressedFormat?, _ options: ArchiveOptions) {
        url = file?.url
        isFinished = file != nil
        self.options = options
        headerRoom = options.limits.headerBytes
        var limits = options.limits
        // The limit applies to each entry, not to the stream of all.
        limits.entryBytes = .max
        input = InputQueue(format == nil ? file : nil)
        decompressor = format.map {
            Decompressor(InputQueue(file), StreamDecoder($0, limits: limits))
        }
    }

    /// Appends a chunk.
    ///
    /// - Precondition: The reader has no file, and ``finish()`` was not called.
    /// - Throws: The error that an earlier call threw.
    public func append(_ chunk: some DataProtocol) throws(ArchiveError) {
        precondition(!isFinished, "nothing can be appended")
        if let error { throw error }
        if let decompressor {
            try decompressor.append(chunk)
        } else {
            input.append(chunk)
        }
    }

    /// Returns the next item, or `nil` until more is appended, or if the archive has ended.
    ///
    /// - Throws: ``ArchiveError`` if the archive is damaged or exceeds a limit, after the items
    ///   before the fault.
    public func next() throws(ArchiveError) -> Item? {
        if let pending {
            self.pending = nil
            return pending
        }
        if let error { throw error }
        do throws(ArchiveError) {
            while true {
                if let item = try step() { return item }
                guard try !pull() else { continue }
                if hasEnded { try end() }
                return nil
            }
        } catch {
            self.error = error.located(in: url)
            throw error.located(in: url)
        }
    }

    /// Drops the rest of the contents of the latest entry; in a file, without reading it.
    public func skipContents() {
        if case .contents = pending { pending = nil }
        map = nil
    }

    /// Notes that nothing follows.
    ///
    /// - Throws: ``ArchiveError/Code/truncated`` if the archive is not complete, or the error that
    ///   ``next()`` would throw. If items are still to be returned, ``next()`` throws after them.
    public func finish() throws(ArchiveError) {
        isFinished = true
        if pending == nil { pending = try next() }
    }

    // MARK: Input

    /// Makes more input available, or returns false.
    private func pull() throws(ArchiveError) -> Bool {
        guard !hasEnded else { return false }
        do throws(ArchiveError) {
            if isFinished { try decompressor?.finish() }
            if let piece = try decompressor?.next() { input.append(piece) }
            try input.fill()
            hasEnded = input.isEmpty && isFinished
            return !input.isEmpty
        } catch {
            guard error.code == .unclaimedBytes else { throw error }
            hasEnded = true
            try add(.unclaimedBytes, at: error.offset, .ignoredBytes, "bytes follow the stream")
            return true
        }
    }

    /// Drops the bytes before the next offset, and returns false if there are not enough.
    private func drop() -> Bool {
        if input.offset < nextOffset { input.skip(nextOffset - input.offset) }
        return input.offset >= nextOffset
    }

    /// Returns so many bytes, or `nil` if there are not enough.
    private func gather(_ count: Int) -> [UInt8]? {
        input.consume(atMost: count - gathered.count) { bytes in
            unsafe bytes.withBytes { unsafe gathered.append(contentsOf: $0) }
        }
        guard gathered.count == count else { return nil }
        defer { gathered = [] }
        nextOffset = input.offset
        return gathered
    }

    /// Continues after a number of bytes, and at the next block.
    private func advance(by count: Int) {
        let isFar = count > Int.max - input.offset - TarHeader.size
        nextOffset = isFar ? .max : input.offset + count
        nextOffset += isFar ? 0 : TarHeader.padding(of: nextOffset)
    }

    // MARK: Steps

    /// Reads from the input until there is an item, or the input does not suffice.
    private func step() throws(ArchiveError) -> Item? {
        if let run = map?.next {
            guard run.isHole || !input.isEmpty else { return nil }
            return try .contents(readContents(run.count, run.isHole))
        }
        while drop() {
            switch expected {
            case .header:
                guard let block = gather(TarHeader.size).map(TarHeader.init) else { return nil }
                if entry?.needsMapBlock == true {
                    try entry?.readMap(block)
                } else {
                    guard try readHeader(block) else { continue }
                }
                if let item = beginContents() { return item }
            case .extensionHeader(let type, let size):
                // One byte more shows that the limit is exceeded.
                guard let content = gather(size > headerRoom ? headerRoom + 1 : size) else {
                    return nil
                }
                guard size <= headerRoom else {
                    throw exceeding(.headerBytes, options.limits.headerBytes)
                }
                headerRoom -= size
                expected = .header
                try readExtension(content, type)
                advance(by: 0)
            case .zeros(let start):
                guard !input.isEmpty else { return nil }
                try readEnd(start)
            case .nothing:
                guard input.consume(atMost: .max) > 0 else { return nil }
                nextOffset = input.offset
            }
        }
        return nil
    }

    /// Reads a header, and returns whether it is that of an entry.
    private func readHeader(_ header: TarHeader) throws(ArchiveError) -> Bool {
        let offset = input.offset - TarHeader.size
        guard !header.isZero else {
            guard records == nil, longNames.isEmpty else {
                throw ArchiveError(.malformed, at: offset, "extension headers without an entry")
            }
            expected = .zeros(after: input.offset)
            return false
        }
        guard header.isChecked else {
            guard offset > 0 else {
                throw ArchiveError(.notAnArchive, at: 0, "the data is not tar")
            }
            throw ArchiveError(.checksumMismatch, at: offset, "the sum of a header is wrong")
        }
        if "xXgLK".unicodeScalars.contains(header.type) {
            guard let size = header.number(in: .size).flatMap(Int.init(exactly:)), size >= 0 else {
                throw ArchiveError(.malformed, at: offset, "the size is not valid")
            }
            expected = .extensionHeader(type: header.type, size: size)
            return false
        }
        entryCount += 1
        guard entryCount <= options.limits.entries else {
            throw exceeding(.entries, options.limits.entries)
        }
        let entry = try TarEntry(header, at: offset, records ?? [], longNames, global)
        (records, longNames, headerRoom) = (nil, [:], options.limits.headerBytes)
        for issue in entry.issues { try report.add(issue, options) }
        self.entry = entry
        return true
    }

    /// Begins the contents of the entry, if its map is complete.
    private func beginContents() -> Item? {
        guard let entry, !entry.needsMapBlock else { return nil }
        advance(by: entry.storedSize)
        entrySize = 0
        map = entry.map
        return entry.isSkipped ? nil : .entry(entry.entry)
    }

    private func readExtension(
        _ content: [UInt8],
        _ type: Unicode.Scalar
    ) throws(ArchiveError) {
        let start = input.offset - content.count
        var isRepeated = false
        switch type {
        case "L", "K":
            let key = type == "L" ? "path" : "linkpath"
            isRepeated = longNames.updateValue(content.prefix { $0 != 0 }, forKey: key) != nil
        case "g":
            for (key, value) in try PaxRecords.parse(content, at: start) {
                if TarEntry.globalKeys.contains(key) { global[key] = value }
                guard TarEntry.isOfOneEntry(key) else { continue }
                let message = "a global header states the \(key)"
                try add(.headersDisagree, at: start, .ignoredField, message)
            }
        default:
            isRepeated = records != nil
            records = try PaxRecords.parse(content, at: start)
        }
        guard isRepeated else { return }
        let message = "an entry has two extension headers of one kind"
        try add(.headersDisagree, at: start, .ignoredField, message)
    }

    /// Reads at most a piece of a run of the contents.
    private func readContents(_ count: Int, _ isHole: Bool) throws(ArchiveError) -> Data {
        let limits = options.limits
        guard entrySize < limits.entryBytes else { throw exceeding(.entryBytes, limits.entryBytes) }
        guard totalSize < limits.totalBytes else { throw exceeding(.totalBytes, limits.totalBytes) }
        let room = min(limits.entryBytes - entrySize, limits.totalBytes - totalSize)
        var piece = Self.zeros.prefix(min(count, room))
        if !isHole {
            input.consume(atMost: piece.count) { bytes in
                piece = unsafe bytes.withBytes { unsafe Data(buffer: $0) }
            }
        }
        self.isHole = isHole
        map?.removeFirst(piece.count)
        entrySize += piece.count
        totalSize += piece.count
        return piece
    }

    /// Reads bytes after the first block of the end, which are zeros.
    private func readEnd(_ start: Int) throws(ArchiveError) {
        let offset = input.offset
        var zeros = 0
        input.consume(atMost: .max) { bytes in
            while bytes.has(zeros), bytes[zeros] == 0 { zeros += 1 }
        }
        nextOffset = input.offset
        guard offset + zeros < input.offset else { return }
        try end(at: offset + zeros)
        try add(.unclaimedBytes, at: offset + zeros, .ignoredBytes, "bytes follow the end")
    }

    /// Ends the archive at the end of the input, or before other bytes.
    private func end(at offset: Int? = nil) throws(ArchiveError) {
        let isBetween =
            input.offset == nextOffset && nextOffset > 0
            && entry?.needsMapBlock != true && records == nil && longNames.isEmpty
        switch expected {
        case .nothing: break
        case .zeros(let start):
            guard offset ?? input.offset < start + TarHeader.size else { break }
            try add(.missingEnd, at: start, .usedAsWritten, "the end has a single block")
        case .header where isBetween:
            try add(.missingEnd, at: input.offset, .usedAsWritten, "the end is not marked")
        default:
            let reason = "the data ends before the archive does"
            throw ArchiveError(.truncated, path: entry?.entry.path, at: input.offset, reason)
        }
        expected = .nothing
    }

    private func add(
        _ code: ArchiveError.Code,
        at offset: Int?,
        _ resolution: ArchiveIssue.Resolution,
        _ message: String
    ) throws(ArchiveError) {
        try report.add(ArchiveIssue(code, at: offset, resolution, message), options)
    }

    private func exceeding(_ limit: ArchiveError.Limit, _ value: Int) -> ArchiveError {
        ArchiveError(exceeding: limit, of: value, path: entry?.entry.path, at: input.offset)
    }

    private static let zeros = Data(count: StreamDecoder.pieceSize)
}

@available(*, unavailable, message: "A reader has one owner at a time.")
extension TarReader: @unchecked Sendable {}
