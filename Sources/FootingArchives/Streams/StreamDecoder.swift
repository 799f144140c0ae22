import FootingBytes

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Decodes gzip, zlib, deflate or an entry of a zip archive, with headers, checksums and limits.
///
/// The output is a window that moves, or one buffer that grows; nothing else differs.
struct StreamDecoder: ~Copyable {
    typealias Status = Inflater.Status

    private enum Phase: Sendable {
        /// The header; of gzip, one of several.
        case header
        case contents, checksum, length
        /// After a gzip member: zeros, or the next one.
        case padding
        case finished
    }

    /// The output is handed out at multiples of this.
    static var pieceSize: Int { 65_536 }
    private static var historySize: Int { 32_768 }
    private static var freeBytes: Int { 1 << 20 }

    var readsAllMembers = true
    var ignoresTrailingBytes = false
    /// The header of the first gzip member.
    private(set) var header = GzipHeader()

    private let format: CompressedFormat
    private let limits: ArchiveOptions.Limits
    private let isWindow: Bool
    private let entry: ZipContents.Facts?
    /// The number of bytes that may come out, and the name of this limit; of the size of an entry,
    /// `nil`.
    private let limit: (name: ArchiveError.Limit?, value: Int)
    private var phase: Phase
    private var inflater: Inflater
    private var headerReader = GzipHeaderReader()
    private var memberCount = 0
    /// The offset of the current member.
    private var memberStart = 0
    /// The number of bytes that came out, of all members and of the current one.
    private var produced = 0
    private var memberLength = 0
    private var crc = CRC32()
    private var adler = Adler32()

    /// Creates a decoder of whole input of so many bytes, or of a stream.
    init(_ format: CompressedFormat, limits: ArchiveOptions.Limits, inputCount: Int? = nil) {
        self.init(format, limits, inputCount: inputCount, entry: nil)
    }

    /// Creates a decoder of an entry, as a whole or as a stream.
    init(entry: ZipContents.Facts, limits: ArchiveOptions.Limits, isWhole: Bool) {
        self.init(.deflate, limits, inputCount: isWhole ? entry.compressedSize : nil, entry: entry)
        if entry.isStored { inflater.beginStored(entry.size) }
    }

    private init(
        _ format: CompressedFormat,
        _ limits: ArchiveOptions.Limits,
        inputCount: Int?,
        entry: ZipContents.Facts?
    ) {
        self.format = format
        self.limits = limits
        self.entry = entry
        isWindow = inputCount == nil
        phase = format == .deflate ? .contents : .header
        var limit: (name: ArchiveError.Limit?, value: Int) = (.entryBytes, limits.entryBytes)
        if inputCount != nil, limits.memoryBytes < limit.value {
            limit = (.memoryBytes, limits.memoryBytes)
        }
        if let entry, entry.size <= limit.value { limit = (nil, entry.size) }
        // One byte more than a limit is produced to see that it is exceeded.
        self.limit = (limit.name, min(max(0, limit.value), .max - 1))
        let capacity = Self.pieceSize + min(inputCount ?? Self.historySize, self.limit.value)
        inflater = Inflater(capacity: min(capacity - 1, self.limit.value) + 1)
    }

    /// Decodes a chunk of input from `position` on, with `base` bytes before the chunk.
    mutating func decode(
        _ input: ByteView,
        at position: inout Int,
        base: Int,
        of inputCount: Int = 0
    ) -> Status {
        inflater.reader.begin(input, at: position, base: base)
        defer {
            position = inflater.reader.position
            inflater.reader.end()
        }
        while true {
            let status =
                switch phase {
                case .header: format == .gzip ? readGzipHeader() : readZlibHeader()
                case .contents: decodeContents(inputCount)
                case .checksum: readChecksum()
                case .length: readLength()
                case .padding: skipPadding()
                case .finished: skipRest()
                }
            if let status { return status }
        }
    }

    /// The error of input that ends, after `count` bytes; `nil` if the stream is complete.
    func error(atEnd count: Int) -> ArchiveError? {
        switch phase {
        case .padding, .finished: return nil
        case .header where memberCount > 0 && ignoresTrailingBytes && headerReader.count < 2:
            return nil
        case .header, .contents, .checksum, .length:
            return ArchiveError(.truncated, at: count, "the data ends before the stream does")
        }
    }

    /// The number of bytes that can be taken out.
    var ready: Int { inflater.output.ready }

    /// Takes out up to 64 KiB of what is there.
    mutating func take() -> Data {
        let piece = inflater.output.take(atMost: Self.pieceSize)
        if produced % Self.pieceSize == 0 {
            inflater.output.keepLast(min(inflater.output.count, Self.historySize))
        }
        return piece
    }

    /// Decodes all input, which has so many bytes, and returns the output.
    mutating func decodeAll(
        _ input: inout InputQueue,
        of count: Int
    ) throws(ArchiveError) -> Data {
        repeat {
            try input.fill()
            let status = input.withNext { bytes, position, base in
                decode(bytes, at: &position, base: base, of: count)
            }
            if case .failed(let error) = status { throw error }
        } while !input.isAtEnd
        if let error = error(atEnd: input.offset) { throw error }
        return inflater.output.takeAll()
    }

    /// The error at the byte that was read last.
    private func failed(_ code: ArchiveError.Code, _ reason: String) -> Status {
        .failed(ArchiveError(code, at: inflater.reader.offset &- 1, reason))
    }

    // MARK: Headers

    private mutating func readGzipHeader() -> Status? {
        while !headerReader.isComplete {
            guard inflater.reader.fetch(8) else { return .needsInput }
            guard headerReader.count < limits.headerBytes else {
                let (limit, offset) = (limits.headerBytes, inflater.reader.offset &- 1)
                return .failed(ArchiveError(exceeding: .headerBytes, of: limit, at: offset))
            }
            let fault = headerReader.add(UInt8(inflater.reader.value(8)))
            inflater.reader.consume(8)
            guard let (code, reason) = fault else { continue }
            // Bytes that do not begin a member do not belong to the stream.
            guard code == .notAnArchive, memberCount > 0 else { return failed(code, reason) }
            guard ignoresTrailingBytes else { return unclaimed(at: memberStart) }
            phase = .finished
            return nil
        }
        if memberCount == 0 { header = headerReader.header }
        phase = .contents
        return nil
    }

    private mutating func readZlibHeader() -> Status? {
        guard inflater.reader.fetch(8) else { return .needsInput }
        let first = UInt8(inflater.reader.value(8))
        guard first & 0x0F == 8 else {
            return failed(.unsupportedMethod, "unknown compression method \(first & 0x0F)")
        }
        guard first >> 4 <= 7 else { return failed(.malformed, "the window is larger than 32 KiB") }
        guard inflater.reader.fetch(16) else { return .needsInput }
        let second = UInt8(inflater.reader.value(8, after: 8))
        guard ZlibHeader.isValid(first, second) else {
            return failed(.malformed, "the check of the header is wrong")
        }
        guard second & 0x20 == 0 else {
            return failed(.unsupportedFeature, "the stream needs a preset dictionary")
        }
        inflater.reader.consume(16)
        phase = .contents
        return nil
    }

    // MARK: Contents

    private mutating func decodeContents(_ inputCount: Int) -> Status? {
        // Up to the next piece, or to the first byte beyond the limit.
        let room = Self.pieceSize &- produced % Self.pieceSize
        let start = inflater.output.count
        let end = start &+ min(room, limit.value &- produced &+ 1)
        if end > inflater.output.capacity {
            guard !isWindow else { return .needsRoom }
            let share = Double(inputCount) / Double(max(1, consumed))
            let expected = min(Double(produced) * share * 1.02, Double(limit.value) / 2)
            inflater.output.grow(to: end, expected: Int(expected) &+ Self.pieceSize)
        }
        let status = inflater.decode(upTo: end)
        let length = inflater.output.count &- start
        let offset = inflater.reader.offset
        produced &+= length
        memberLength &+= length
        if produced > limit.value {
            inflater.output.removeLast()
            guard let name = limit.name else { return otherLength(at: offset) }
            return .failed(ArchiveError(exceeding: name, of: limit.value, at: offset))
        }
        switch format {
        case .gzip: inflater.output.withBytes(from: start) { crc.update($0) }
        case .zlib: inflater.output.withBytes(from: start) { adler.update($0) }
        case .deflate where entry != nil:
            inflater.output.withBytes(from: start) { crc.update($0) }
        case .deflate: break
        }
        switch status {
        case .needsInput, .failed: return status
        case .needsRoom:
            let (allowed, isOverflow) = consumed.multipliedReportingOverflow(by: limits.ratio)
            if produced > Self.freeBytes, !isOverflow, produced > allowed {
                return .failed(ArchiveError(exceeding: .ratio, of: limits.ratio, at: offset))
            }
            return isWindow ? .needsRoom : nil
        case .finished:
            memberCount &+= 1
            phase = format == .deflate ? .finished : .checksum
            guard let entry else { return nil }
            guard produced == entry.size else { return otherLength(at: offset) }
            guard crc.value == entry.checksum else { return otherChecksum("CRC-32", at: offset) }
            return nil
        }
    }

    /// The number of bytes of the stream that were read.
    private var consumed: Int { inflater.reader.offset &- (entry?.offset ?? 0) }

    private func otherLength(at offset: Int) -> Status {
        let reason = "the contents are longer or shorter than the directory states"
        return .failed(ArchiveError(.lengthMismatch, at: offset, reason))
    }

    private func otherChecksum(_ name: String, at offset: Int) -> Status {
        let reason = "the \(name) is not that of the contents"
        return .failed(ArchiveError(.checksumMismatch, at: offset, reason))
    }

    // MARK: Trailers

    private mutating func readChecksum() -> Status? {
        guard inflater.reader.fetch(32) else { return .needsInput }
        let isGzip = format == .gzip
        let sum = isGzip ? crc.value : adler.value.byteSwapped
        guard UInt32(inflater.reader.value(32)) == sum else {
            let offset = inflater.reader.offset &- 1
            return otherChecksum(isGzip ? "CRC-32" : "Adler-32", at: offset)
        }
        inflater.reader.consume(32)
        phase = isGzip ? .length : .finished
        return nil
    }

    private mutating func readLength() -> Status? {
        guard inflater.reader.fetch(32) else { return .needsInput }
        guard inflater.reader.value(32) == memberLength & 0xFFFF_FFFF else {
            return failed(.lengthMismatch, "the contents are not as long as the trailer states")
        }
        inflater.reader.consume(32)
        phase = readsAllMembers ? .padding : .finished
        return nil
    }

    /// Skips zeros, and begins another member with the next byte.
    private mutating func skipPadding() -> Status? {
        while inflater.reader.fetch(8) {
            guard inflater.reader.value(8) == 0 else {
                phase = .header
                memberStart = inflater.reader.offset &- 1
                headerReader = GzipHeaderReader()
                inflater.restart()
                (crc, memberLength) = (CRC32(), 0)
                return nil
            }
            inflater.reader.consume(8)
        }
        return .needsInput
    }

    /// Skips bytes after the stream, or refuses them.
    private mutating func skipRest() -> Status? {
        let count = inflater.reader.chunk.count
        guard readsAllMembers, inflater.reader.position < count else { return .finished }
        guard ignoresTrailingBytes else { return unclaimed(at: inflater.reader.offset) }
        inflater.reader.position = count
        return .finished
    }

    private func unclaimed(at offset: Int) -> Status {
        guard entry == nil else { return otherLength(at: offset) }
        let reason = "bytes follow the end of the stream"
        return .failed(ArchiveError(.unclaimedBytes, at: offset, reason))
    }
}
