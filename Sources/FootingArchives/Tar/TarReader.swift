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
/// A stream is appended as to a ``Decompressor``: after each chunk, call ``next()`` until it returns
/// `nil`, and after the last chunk ``finish()``. The chunks change neither the items nor the error.
/// After an error, every call throws it again. A reader has one owner, which may move it to another
/// task between two calls.
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

    /// An item whose holes are not filled.
    enum Element: Sendable {
        case entry(ArchiveEntry)
        case bytes(Data)
        case hole(Int)
    }

    private enum State: Sendable {
        case header
        /// The content of an extension header.
        case extensionHeader(type: UInt8, size: Int)
        /// A block that continues the map of `unmapped`.
        case map
        case contents
        /// After the first block of zeros, with the number of zeros that followed so far.
        case end(zeros: Int)
        case finished
    }

    /// The issues so far. With ``ArchiveOptions/stopsAtFirstIssue``, they are errors.
    public private(set) var report = ArchiveReport()

    private let options: ArchiveOptions
    private let decompressor: Decompressor?
    private let file: ArchiveFile?
    private var filePosition = 0
    private var input = InputQueue()
    /// Whether all input was appended, and whether all of it has come out of the decompressor.
    private var isFinished = false
    private var hasEnded = false
    private var error: ArchiveError?
    /// The item that `finish` has found.
    private var pending: Item?

    private var state = State.header
    /// The number of bytes that are dropped before the state continues.
    private var dropCount = 0
    /// The bytes of a block or of records.
    private var gathered: [UInt8] = []
    private var extensions = TarEntry.Extensions()
    /// The number of bytes of the extension headers.
    private var extensionSize = 0
    private var global: [String: ArraySlice<UInt8>] = [:]
    private var unmapped: TarEntry?
    /// The path of the latest entry, and the position in its contents.
    private var path: ArchivePath?
    private var cursor = SparseMap.Cursor()
    /// The number of bytes of a hole that ``next()`` has not returned.
    private var hole = 0
    /// The number of bytes after the contents.
    private var padding = 0
    private var entryCount = 0
    /// The number of bytes of contents, of the entry and of all entries.
    private var entrySize = 0
    private var totalSize = 0

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

    private init(_ file: ArchiveFile?, _ format: CompressedFormat?, _ options: ArchiveOptions) {
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
        if hole > 0 { return .contents(zeros()) }
        switch try nextElement() {
        case .entry(let entry): return .entry(entry)
        case .bytes(let bytes): return .contents(bytes)
        case .hole(let count):
            hole = count
            return .contents(zeros())
        case nil: return nil
        }
    }

    /// Drops the rest of the contents of the latest entry; in a file, without reading it.
    public func skipContents() {
        if case .contents(_) = pending { pending = nil }
        hole = 0
        guard case .contents = state else { return }
        dropCount = cursor.storedCount
        cursor = SparseMap.Cursor()
    }

    /// Notes that nothing follows.
    ///
    /// - Throws: ``ArchiveError/Code/truncated`` if the archive is not complete, or the error that
    ///   ``next()`` would throw. If items are still to be returned, ``next()`` throws after them.
    public func finish() throws(ArchiveError) {
        isFinished = true
        if pending == nil { pending = try next() }
    }

    /// Returns the next element, or `nil` as ``next()`` does.
    func nextElement() throws(ArchiveError) -> Element? {
        if let error { throw error }
        do throws(ArchiveError) {
            while true {
                if let element = try step() { return element }
                if case .finished = state, decompressor == nil { return nil }
                guard try !pull() else { continue }
                if hasEnded { try end() }
                return nil
            }
        } catch {
            var error = error
            error.url = file?.url
            self.error = error
            throw error
        }
    }

    // MARK: Input

    /// Makes more input available, or returns false.
    private func pull() throws(ArchiveError) -> Bool {
        while !hasEnded {
            do throws(ArchiveError) {
                if let piece = try decompressor?.next() {
                    input.append(piece)
                    return true
                }
                if let file, filePosition < file.count {
                    let end = filePosition + min(Self.pieceSize, file.count - filePosition)
                    let chunk = try file.bytes(in: filePosition..<end)
                    filePosition = end
                    guard let decompressor else {
                        input.append(chunk)
                        return true
                    }
                    try decompressor.append(chunk)
                    continue
                }
                guard file != nil || isFinished else { return false }
                try decompressor?.finish()
            } catch {
                guard error.code == .unclaimedBytes else { throw error }
                try add(.unclaimedBytes, at: error.offset, .ignoredBytes, "bytes follow the stream")
            }
            hasEnded = true
        }
        return false
    }

    /// Drops bytes, and returns false if there are not enough.
    private func drop() -> Bool {
        while dropCount > 0, !input.isEmpty {
            input.withNext { bytes, position, _ in
                let count = min(dropCount, bytes.count &- position)
                position &+= count
                dropCount &-= count
            }
        }
        if dropCount > 0, decompressor == nil, let file {
            let count = min(dropCount, file.count - filePosition)
            filePosition += count
            input.skip(count)
            dropCount &-= count
        }
        return dropCount == 0
    }

    /// Gathers as many bytes, and returns false if there are not enough.
    private func gather(_ count: Int) -> Bool {
        while gathered.count < count, !input.isEmpty {
            input.withNext { bytes, position, _ in
                let length = min(count &- gathered.count, bytes.count &- position)
                unsafe bytes.slice(from: position, count: length).withBytes {
                    unsafe gathered.append(contentsOf: $0)
                }
                position &+= length
            }
        }
        return gathered.count >= count
    }

    private func popGathered() -> [UInt8] {
        defer { gathered.removeAll(keepingCapacity: gathered.capacity <= 4_096) }
        return gathered
    }

    // MARK: Steps

    /// Reads from the input until there is an element, or the input does not suffice.
    private func step() throws(ArchiveError) -> Element? {
        while drop() {
            switch state {
            case .header:
                guard gather(TarHeader.size) else { return nil }
                let offset = input.offset &- TarHeader.size
                if let entry = try readHeader(TarHeader(popGathered()), at: offset) { return entry }
            case .extensionHeader(let type, let size):
                let room = options.limits.headerBytes &- extensionSize
                guard gather(min(size, room)) else { return nil }
                if size > room {
                    guard !input.isEmpty else { return nil }
                    throw exceeding(.headerBytes, options.limits.headerBytes)
                }
                extensionSize &+= size
                dropCount = TarHeader.padding(of: size)
                state = .header
                try readExtension(popGathered(), type)
            case .map:
                guard gather(TarHeader.size), var entry = unmapped else { return nil }
                try entry.readMap(TarHeader(popGathered()))
                if let element = begin(entry) { return element }
            case .contents:
                if let element = try readContents() { return element }
                guard case .header = state else { return nil }
            case .end(let zeros):
                guard !input.isEmpty else { return nil }
                try readEnd(zeros)
            case .finished:
                guard !input.isEmpty else { return nil }
                input.withNext { bytes, position, _ in position = bytes.count }
            }
        }
        return nil
    }

    private func readHeader(_ header: TarHeader, at offset: Int) throws(ArchiveError) -> Element? {
        guard !header.isZero else {
            guard !hasExtensions else {
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
            guard case .value(let size) = header.number(in: TarHeader.Field.size), size >= 0,
                let size = Int(exactly: size)
            else { throw ArchiveError(.malformed, at: offset, "the size is not valid") }
            state = .extensionHeader(type: header.type, size: size)
            return nil
        }
        entryCount &+= 1
        guard entryCount <= options.limits.entries else {
            throw exceeding(.entries, options.limits.entries)
        }
        let entry = try TarEntry(header, at: offset, extensions, global: global)
        (extensions, extensionSize) = (TarEntry.Extensions(), 0)
        path = entry.entry.path
        for issue in entry.issues { try report.add(issue, options) }
        return begin(entry)
    }

    /// Begins the contents of an entry, if its map is complete.
    private func begin(_ entry: TarEntry) -> Element? {
        unmapped = entry.needsMapBlock ? entry : nil
        guard unmapped == nil else {
            state = .map
            return nil
        }
        state = .contents
        entrySize = 0
        padding = TarHeader.padding(of: entry.storedSize)
        guard entry.entry.kind == .file, !entry.isSkipped else {
            cursor = SparseMap.Cursor()
            dropCount = entry.storedSize
            return entry.isSkipped ? nil : .entry(entry.entry)
        }
        cursor = SparseMap.Cursor(entry.map, size: entry.entry.size)
        return .entry(entry.entry)
    }

    /// Reads the content of an extension header.
    private func readExtension(_ content: [UInt8], _ type: UInt8) throws(ArchiveError) {
        let start = input.offset &- content.count
        let name = Array(content.prefix { $0 != 0 })
        switch type {
        case UInt8(ascii: "L"):
            if extensions.path != nil { extensions.hasRepetition = true }
            extensions.path = name
        case UInt8(ascii: "K"):
            if extensions.linkPath != nil { extensions.hasRepetition = true }
            extensions.linkPath = name
        default:
            let (records, fault) = PaxRecords.parse(content)
            if let fault {
                throw ArchiveError(.malformed, at: start &+ fault, "invalid record of a header")
            }
            guard type == UInt8(ascii: "g") else {
                if extensions.records != nil { extensions.hasRepetition = true }
                extensions.records = records
                return
            }
            for (key, value) in records {
                if TarEntry.globalKeys.contains(key) { global[key] = value }
                guard TarEntry.isOfOneEntry(key) else { continue }
                let message = "a global header states the \(key)"
                try add(.headersDisagree, at: start, .ignoredField, message)
            }
        }
    }

    private func readContents() throws(ArchiveError) -> Element? {
        let run = cursor.next
        guard run.count > 0 else {
            state = .header
            dropCount = padding
            return nil
        }
        guard run.isHole || !input.isEmpty else { return nil }
        let limits = options.limits
        let entryRoom = limits.entryBytes &- entrySize
        let room = min(entryRoom, limits.totalBytes &- totalSize)
        guard room > 0 else {
            throw entryRoom <= 0
                ? exceeding(.entryBytes, limits.entryBytes)
                : exceeding(.totalBytes, limits.totalBytes)
        }
        var count = min(run.count, room)
        var piece = Data()
        if !run.isHole {
            input.withNext { bytes, position, _ in
                count = min(count, bytes.count &- position, Self.pieceSize)
                let slice = bytes.slice(from: position, count: count)
                piece = unsafe slice.withBytes { unsafe Data(buffer: $0) }
                position &+= count
            }
        }
        cursor.advance(by: count)
        entrySize &+= count
        totalSize &+= count
        return run.isHole ? .hole(count) : .bytes(piece)
    }

    private func zeros() -> Data {
        let count = min(hole, Self.pieceSize)
        hole &-= count
        return Data(count: count)
    }

    /// Reads bytes after the end, which are zeros.
    private func readEnd(_ zeros: Int) throws(ArchiveError) {
        var zeros = zeros
        var isZero = true
        input.withNext { bytes, position, _ in
            let start = position
            while bytes.hasEight(position), bytes.eightBytes(at: position) == 0 { position &+= 8 }
            while bytes.has(position), bytes[position] == 0 { position &+= 1 }
            zeros &+= position &- start
            isZero = position == bytes.count
        }
        state = .end(zeros: zeros)
        guard !isZero else { return }
        try end()
        try add(.unclaimedBytes, at: input.offset, .ignoredBytes, "bytes follow the end")
    }

    /// Ends the archive, or throws if it is not complete.
    private func end() throws(ArchiveError) {
        switch state {
        case .finished, .end(TarHeader.size...): break
        case .end:
            try add(.missingEnd, at: input.offset, .usedAsWritten, "the second block of the end")
        case .header where input.offset > 0 && !hasExtensions && gathered.isEmpty && dropCount == 0:
            try add(.missingEnd, at: input.offset, .usedAsWritten, "the end is not marked")
        case .header, .extensionHeader, .map, .contents:
            let reason = "the data ends before the archive does"
            throw ArchiveError(.truncated, path: path, at: input.offset, reason)
        }
        state = .finished
    }

    private var hasExtensions: Bool {
        extensions.records != nil || extensions.path != nil || extensions.linkPath != nil
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
        ArchiveError(exceeding: limit, of: value, path: path, at: input.offset)
    }

    private static var pieceSize: Int { StreamDecoder.pieceSize }
}

@available(*, unavailable, message: "A reader has one owner at a time.")
extension TarReader: @unchecked Sendable {}
