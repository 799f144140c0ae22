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
/// It reads the formats v7, ustar, GNU and PAX, with sparse files. Paths and links may lead
/// anywhere: to create the files, use ``Archives/unpack(_:to:options:progress:)`` or
/// ``TarUnpacker``.
///
/// A stream is appended as to a ``Decompressor``: after each chunk, call ``next()`` until it
/// returns `nil`, and after the last chunk ``finish()``. The chunks change neither the items nor
/// the error. After an error, every call throws it again. A reader has one owner, which may move it
/// to another task between two calls.
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

    private enum State: Sendable {
        case header
        /// The content of an extension header.
        case extensionHeader(type: UInt8, size: Int)
        /// A block that continues the map of the entry.
        case map
        case contents
        /// After the first block of zeros, with the number of zeros that followed so far.
        case end(zeros: Int)
        case finished
    }

    /// The issues so far.
    ///
    /// With ``ArchiveOptions/stopsAtFirstIssue``, they are errors.
    public internal(set) var report = ArchiveReport()

    private let options: ArchiveOptions
    private let decompressor: Decompressor?
    private let file: ArchiveFile?
    private(set) var filePosition = 0
    private var input = InputQueue()
    /// Whether all input was appended, and whether all of it has come out of the decompressor.
    private var isFinished = false
    private var hasEnded = false
    private var error: ArchiveError?
    /// The item that ``finish()`` has found.
    private var pending: Item?

    private var state = State.header
    /// The number of bytes that are dropped before the state continues.
    private var dropCount = 0
    /// The bytes of a block or of an extension header.
    private var gathered: [UInt8] = []
    private var extensions = TarEntry.Extensions()
    /// The number of bytes of the extension headers.
    private var extensionSize = 0
    private var global: [String: ArraySlice<UInt8>] = [:]
    private var entryCount = 0
    /// The number of bytes of contents so far, of the entry and of all entries.
    private var entrySize = 0
    private var totalSize = 0
    /// The entry whose contents are read, the position there, and the number of bytes after them.
    private var entry: TarEntry?
    private var map = SparseMap()
    private var padding = 0
    /// Whether the latest item is a hole.
    private(set) var isHole = false

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
        self.file = file
        self.options = options
        var limits = options.limits
        // The limit applies to each entry, not to the stream of all.
        limits.entryBytes = .max
        decompressor = format.map { Decompressor($0, limits: limits) }
    }

    /// Appends a chunk.
    ///
    /// - Precondition: The reader has no file, and ``finish()`` was not called.
    /// - Throws: The error that an earlier call threw.
    public func append(_ chunk: some DataProtocol) throws(ArchiveError) {
        precondition(file == nil && !isFinished, "nothing can be appended")
        if let error { throw error }
        try feed(chunk)
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
                if case .finished = state, decompressor == nil { return nil }
                guard try !pull() else { continue }
                if hasEnded { try end() }
                return nil
            }
        } catch {
            self.error = error.located(in: file?.url)
            throw error.located(in: file?.url)
        }
    }

    /// Drops the rest of the contents of the latest entry; in a file, without reading it.
    public func skipContents() {
        if case .contents(_) = pending { pending = nil }
        dropCount += map.storedCount
        map = SparseMap()
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

    private func feed(_ chunk: some DataProtocol) throws(ArchiveError) {
        if let decompressor {
            try decompressor.append(chunk)
        } else {
            input.append(chunk)
        }
    }

    /// Makes more input available, or returns false.
    private func pull() throws(ArchiveError) -> Bool {
        do throws(ArchiveError) {
            while !hasEnded {
                if let piece = try decompressor?.next() {
                    input.append(piece)
                    return true
                }
                if let file, filePosition < file.count {
                    let count = min(Self.pieceSize, file.count - filePosition)
                    try feed(file.bytes(in: filePosition..<filePosition + count))
                    filePosition += count
                    if decompressor == nil { return true }
                } else {
                    guard file != nil || isFinished else { return false }
                    try decompressor?.finish()
                    hasEnded = true
                }
            }
        } catch {
            guard error.code == .unclaimedBytes else { throw error }
            hasEnded = true
            try add(.unclaimedBytes, at: error.offset, .ignoredBytes, "bytes follow the stream")
        }
        return false
    }

    /// Drops bytes, and returns false if there are not enough.
    private func drop() -> Bool {
        while dropCount > 0, !input.isEmpty { dropCount -= input.consume(atMost: dropCount) }
        if dropCount > 0, decompressor == nil, let file {
            let count = min(dropCount, file.count - filePosition)
            filePosition += count
            input.skip(count)
            dropCount -= count
        }
        return dropCount == 0
    }

    /// Gathers so many bytes, and returns false if there are not enough.
    private func gather(_ count: Int) -> Bool {
        while gathered.count < count, !input.isEmpty {
            input.consume(atMost: count - gathered.count) { bytes in
                unsafe bytes.withBytes { unsafe gathered.append(contentsOf: $0) }
            }
        }
        return gathered.count == count
    }

    private func popGathered() -> [UInt8] {
        defer { gathered = [] }
        return gathered
    }

    // MARK: Steps

    /// Reads from the input until there is an item, or the input does not suffice.
    private func step() throws(ArchiveError) -> Item? {
        while drop() {
            switch state {
            case .header:
                guard gather(TarHeader.size) else { return nil }
                let offset = input.offset - TarHeader.size
                if let item = try readHeader(TarHeader(popGathered()), at: offset) { return item }
            case .extensionHeader(let type, let size):
                let room = options.limits.headerBytes - extensionSize
                guard gather(min(size, room)) else { return nil }
                if size > room {
                    guard !input.isEmpty else { return nil }
                    throw exceeding(.headerBytes, options.limits.headerBytes)
                }
                extensionSize += size
                dropCount = TarHeader.padding(of: size)
                state = .header
                try readExtension(popGathered(), type)
            case .map:
                guard gather(TarHeader.size) else { return nil }
                try entry?.readMap(TarHeader(popGathered()))
                if let item = begin() { return item }
            case .contents:
                let (count, isHole) = map.next
                guard count == 0 else {
                    guard isHole || !input.isEmpty else { return nil }
                    return try .contents(readContents(count, isHole))
                }
                (state, entry, dropCount) = (.header, nil, padding)
            case .end(let zeros):
                guard !input.isEmpty else { return nil }
                try readEnd(zeros)
            case .finished:
                guard input.consume(atMost: .max) > 0 else { return nil }
            }
        }
        return nil
    }

    private func readHeader(_ header: TarHeader, at offset: Int) throws(ArchiveError) -> Item? {
        guard !header.isZero else {
            guard extensions.isEmpty else {
                throw ArchiveError(.malformed, at: offset, "extension headers without an entry")
            }
            state = .end(zeros: 0)
            return nil
        }
        guard header.isChecked else {
            guard offset > 0 else {
                throw ArchiveError(.notAnArchive, at: 0, "the data is not tar")
            }
            throw ArchiveError(.checksumMismatch, at: offset, "the sum of a header is wrong")
        }
        if "xXgLK".utf8.contains(header.type) {
            guard let size = header.number(in: TarHeader.Field.size), size >= 0,
                let size = Int(exactly: size)
            else { throw ArchiveError(.malformed, at: offset, "the size is not valid") }
            state = .extensionHeader(type: header.type, size: size)
            return nil
        }
        entryCount += 1
        guard entryCount <= options.limits.entries else {
            throw exceeding(.entries, options.limits.entries)
        }
        let entry = try TarEntry(header, at: offset, extensions, global: global)
        (extensions, extensionSize) = (TarEntry.Extensions(), 0)
        for issue in entry.issues { try report.add(issue, options) }
        self.entry = entry
        return begin()
    }

    /// Begins the contents of the entry, if its map is complete.
    private func begin() -> Item? {
        guard let entry, !entry.needsMapBlock else {
            state = .map
            return nil
        }
        state = .contents
        entrySize = 0
        let isRead = entry.entry.kind == .file && !entry.isSkipped
        map = isRead ? entry.map : SparseMap()
        dropCount = isRead ? 0 : entry.storedSize
        padding = TarHeader.padding(of: entry.storedSize)
        return entry.isSkipped ? nil : .entry(entry.entry)
    }

    private func readExtension(_ content: [UInt8], _ type: UInt8) throws(ArchiveError) {
        let start = input.offset - content.count
        switch type {
        case UInt8(ascii: "L"):
            extensions.hasRepetition = extensions.hasRepetition || extensions.path != nil
            extensions.path = content.prefix { $0 != 0 }
        case UInt8(ascii: "K"):
            extensions.hasRepetition = extensions.hasRepetition || extensions.linkPath != nil
            extensions.linkPath = content.prefix { $0 != 0 }
        case UInt8(ascii: "g"):
            for (key, value) in try PaxRecords.parse(content, at: start) {
                if TarEntry.globalKeys.contains(key) { global[key] = value }
                guard TarEntry.isOfOneEntry(key) else { continue }
                let message = "a global header states the \(key)"
                try add(.headersDisagree, at: start, .ignoredField, message)
            }
        default:
            extensions.hasRepetition = extensions.hasRepetition || extensions.records != nil
            extensions.records = try PaxRecords.parse(content, at: start)
        }
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
        map.advance(by: piece.count)
        entrySize += piece.count
        totalSize += piece.count
        return piece
    }

    /// Reads bytes after the first block of the end, which are zeros.
    private func readEnd(_ zeros: Int) throws(ArchiveError) {
        let start = input.offset
        var count = 0
        input.consume(atMost: .max) { bytes in
            while bytes.hasEight(count), bytes.eightBytes(at: count) == 0 { count += 8 }
            while bytes.has(count), bytes[count] == 0 { count += 1 }
        }
        state = .end(zeros: zeros + count)
        guard start + count < input.offset else { return }
        try end()
        try add(.unclaimedBytes, at: start + count, .ignoredBytes, "bytes follow the end")
    }

    /// Ends the archive, or throws if it is not complete.
    private func end() throws(ArchiveError) {
        switch state {
        case .finished, .end(TarHeader.size...): break
        case .end:
            try add(.missingEnd, at: input.offset, .usedAsWritten, "the end has a single block")
        case .header
        where input.offset > 0 && gathered.isEmpty && dropCount == 0 && extensions.isEmpty:
            try add(.missingEnd, at: input.offset, .usedAsWritten, "the end is not marked")
        default:
            let reason = "the data ends before the archive does"
            throw ArchiveError(.truncated, path: entry?.entry.path, at: input.offset, reason)
        }
        state = .finished
    }

    // MARK: Issues and errors

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

    private static var pieceSize: Int { StreamDecoder.pieceSize }
    private static let zeros = Data(count: pieceSize)
}

@available(*, unavailable, message: "A reader has one owner at a time.")
extension TarReader: @unchecked Sendable {}
