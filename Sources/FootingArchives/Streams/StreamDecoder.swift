import FootingBytes

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Decodes gzip, zlib, deflate or an entry of a zip archive, with headers, checksums and limits.
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
    private static var windowSize: Int { historySize + pieceSize }
    /// The C library of Linux moves larger blocks without a copy.
    private static var reservedLimit: Int { 32 << 20 }

    var readsAllMembers = true
    var ignoresTrailingBytes = false
    /// The header of the first gzip member.
    private(set) var header = GzipHeader()

    private let format: CompressedFormat
    let limits: ArchiveOptions.Limits
    private let entry: ZipContents?
    /// The number of bytes that may come out.
    private let limit: Int
    private var phase: Phase
    private var inflater = Inflater()
    /// The size up to which the output grows.
    private var mostOutput = windowSize
    private var headerReader: HeaderReader
    private var memberCount = 0
    /// The offset of the current member.
    private var memberStart = 0
    /// The number of bytes that came out of all members.
    private var produced = 0
    /// That of the current member, modulo 2³²; tests begin with another than 0.
    var memberLength: UInt32 = 0
    private var crc = CRC32()
    private var adler = Adler32()

    init(
        _ format: CompressedFormat,
        limits: ArchiveOptions.Limits,
        entry: ZipContents? = nil
    ) {
        self.format = format
        self.limits = limits
        self.entry = entry
        headerReader = HeaderReader(format)
        phase = format == .deflate ? .contents : .header
        // One byte more than the limit is produced to see that it is exceeded.
        limit = min(max(0, limits.entryBytes), entry?.size ?? .max, .max - 1)
        if let entry, entry.isStored { inflater.beginStored(entry.size) }
    }

    /// Decodes a chunk of input from `position` on, with `base` bytes before the chunk.
    mutating func decode(
        _ input: ByteView,
        at position: inout Int,
        base: Int
    ) -> Status {
        inflater.reader.begin(input, at: position, base: base)
        defer {
            position = inflater.reader.position
            inflater.reader.end()
        }
        while true {
            let status =
                switch phase {
                case .header: readHeader()
                case .contents: decodeContents()
                case .checksum where format == .gzip: check("CRC-32", crc.value, then: .length)
                case .checksum: check("Adler-32", adler.value.byteSwapped, then: .finished)
                case .length: check("trailer's length", memberLength, then: .padding)
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

    /// Makes room for another piece, although nothing was taken out, and at least as much memory as
    /// there is input.
    ///
    /// A small limit is reserved at once: pages that nothing writes take no memory, but the copy of
    /// a growing buffer could exceed the limit.
    mutating func makeRoom(inputCount: Int) {
        mostOutput = inflater.output.count + Self.pieceSize
        let limit = limits.memoryBytes
        let reserved = limit <= Self.reservedLimit ? limit + Self.pieceSize : inputCount
        inflater.output.grow(to: max(mostOutput, reserved))
    }

    /// Takes out all that is there.
    mutating func takeAll() -> Data {
        mostOutput = Self.windowSize
        let isComplete = error(atEnd: 0) == nil
        let length = isComplete ? 0 : min(inflater.output.count, Self.historySize)
        return inflater.output.takeAll(keeping: length)
    }

    /// The error at the byte that was read last.
    private func failed(_ code: ArchiveError.Code, _ reason: String) -> Status {
        .failed(ArchiveError(code, at: inflater.reader.offset &- 1, reason))
    }

    private func exceeded(_ limit: ArchiveOptions.Limit, of value: Int) -> Status {
        .failed(ArchiveError(exceeding: limit, of: value, at: inflater.reader.offset &- 1))
    }

    private mutating func readHeader() -> Status? {
        while !headerReader.isComplete {
            guard inflater.reader.fetch(8) else { return .needsInput }
            guard headerReader.count < limits.headerBytes || format == .zlib else {
                return exceeded(.headerBytes, of: limits.headerBytes)
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

    // MARK: Contents

    private mutating func decodeContents() -> Status? {
        // Up to the next piece, or to the first byte beyond the limit.
        let room = Self.pieceSize &- produced % Self.pieceSize
        let start = inflater.output.count
        let end = start &+ min(room, limit &- produced &+ 1)
        guard end <= mostOutput else { return .needsRoom }
        inflater.output.grow(to: end)
        let status = inflater.decode(upTo: end)
        let length = inflater.output.count &- start
        produced &+= length
        memberLength &+= UInt32(truncatingIfNeeded: length)
        if produced > limit {
            inflater.output.removeLast()
            return limit == entry?.size ? hasOtherLength : exceeded(.entryBytes, of: limit)
        }
        if format == .zlib {
            inflater.output.withBytes(from: start) { adler.update($0) }
        } else if format == .gzip || entry != nil {
            inflater.output.withBytes(from: start) { crc.update($0) }
        }
        switch status {
        case .needsInput, .failed: return status
        case .needsRoom:
            let consumed = inflater.reader.offset &- (entry?.offset ?? 0)
            let isAllowed = limits.allowRatio(of: produced, to: consumed)
            return isAllowed ? .needsRoom : exceeded(.ratio, of: limits.ratio)
        case .finished:
            memberCount &+= 1
            phase = format == .deflate ? .finished : .checksum
            guard let entry else { return nil }
            guard produced == entry.size else { return hasOtherLength }
            guard crc.value == entry.checksum else {
                return failed(.checksumMismatch, "the CRC-32 does not match the contents")
            }
            return nil
        }
    }

    private var hasOtherLength: Status {
        failed(.lengthMismatch, "the contents are longer or shorter than the directory states")
    }

    // MARK: Trailers

    /// Compares the next 32 bits with a property of the contents.
    private mutating func check(
        _ name: String,
        _ value: UInt32,
        then next: Phase
    ) -> Status? {
        guard inflater.reader.fetch(32) else { return .needsInput }
        guard UInt32(inflater.reader.value(32)) == value else {
            let code: ArchiveError.Code = phase == .length ? .lengthMismatch : .checksumMismatch
            return failed(code, "the \(name) does not match the contents")
        }
        inflater.reader.consume(32)
        phase = next == .padding && !readsAllMembers ? .finished : next
        return nil
    }

    /// Skips zeros, and begins another member with the next byte.
    private mutating func skipPadding() -> Status? {
        while inflater.reader.fetch(8) {
            guard inflater.reader.value(8) == 0 else {
                phase = .header
                memberStart = inflater.reader.offset &- 1
                headerReader = HeaderReader(format, keepsText: false)
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
        guard entry == nil else { return hasOtherLength }
        return .failed(
            ArchiveError(.unclaimedBytes, at: offset, "bytes follow the end of the stream")
        )
    }
}
