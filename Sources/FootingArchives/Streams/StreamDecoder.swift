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
    enum Status: Sendable {
        case needsInput
        /// The output must be taken out, or grow.
        case needsRoom
        /// The stream has ended, and the rest of the input does not belong to it.
        case finished
        case failed(ArchiveError)
    }

    private enum Phase: Sendable {
        /// The header; of gzip, one of several.
        case header
        case contents, trailer
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
    private(set) var output: OutputBuffer

    private let format: CompressedFormat
    private let limits: ArchiveOptions.Limits
    private let isWindow: Bool
    private let entry: ZipContents.Facts?
    /// The number of bytes that may come out, and the name of this limit; of the size of an entry,
    /// `nil`.
    private let limit: (name: ArchiveError.Limit?, value: Int)
    private var phase: Phase
    private var inflater = Inflater()
    private var headerReader = GzipHeaderReader()
    private var memberCount = 0
    /// The offset of the current member.
    private var memberStart = 0
    /// The number of bytes that came out, of all members and of the current one.
    private var produced = 0
    private var memberLength = 0
    private var crc = CRC32()
    private var adler = Adler32()
    /// The bytes of a trailer or a zlib header so far.
    private var field: UInt64 = 0
    private var fieldLength = 0

    /// Creates a decoder of whole input of so many bytes, or of a stream.
    init(_ format: CompressedFormat, limits: ArchiveOptions.Limits, inputCount: Int? = nil) {
        self.init(format, limits: limits, inputCount: inputCount, entry: nil)
    }

    /// Creates a decoder of an entry, as a whole or as a stream.
    init(entry: ZipContents.Facts, limits: ArchiveOptions.Limits, isWhole: Bool) {
        let inputCount = isWhole ? entry.compressedSize : nil
        self.init(.deflate, limits: limits, inputCount: inputCount, entry: entry)
    }

    private init(
        _ format: CompressedFormat,
        limits: ArchiveOptions.Limits,
        inputCount: Int?,
        entry: ZipContents.Facts?
    ) {
        self.format = format
        self.limits = limits
        self.entry = entry
        isWindow = inputCount == nil
        phase = format == .deflate ? .contents : .header
        var limit: (name: ArchiveError.Limit?, value: Int) = (.entryBytes, limits.entryBytes)
        if !isWindow, limits.memoryBytes < limit.value {
            limit = (.memoryBytes, limits.memoryBytes)
        }
        if let entry, entry.size <= limit.value { limit = (nil, entry.size) }
        self.limit = (limit.name, max(0, limit.value))
        var capacity = Self.pieceSize + Self.historySize
        if let inputCount { capacity = Self.pieceSize + min(inputCount, self.limit.value) }
        // One byte more shows that the limit is exceeded.
        output = OutputBuffer(capacity: min(capacity - 1, self.limit.value) + 1)
    }

    /// Decodes a chunk of input from `position` on, with `base` bytes before the chunk.
    mutating func decode(
        _ input: ByteView,
        at position: inout Int,
        base: Int,
        of inputCount: Int = 0
    ) -> Status {
        while true {
            if phase == .contents {
                let status = decodeContents(input, &position, base, inputCount)
                if let status { return status }
                continue
            }
            if phase == .finished, !readsAllMembers || position == input.count { return .finished }
            guard input.has(position) else { return .needsInput }
            let offset = base &+ position
            switch phase {
            case .header:
                if let error = readHeader(input[position], at: offset) {
                    // Bytes that do not begin a member are not a part of the stream.
                    let isTrailing = error.code == .notAnArchive && memberCount > 0
                    guard isTrailing else { return .failed(error) }
                    guard ignoresTrailingBytes else { return .failed(unclaimed(at: memberStart)) }
                    phase = .finished
                    continue
                }
            case .trailer:
                if let error = readTrailer(input[position], at: offset) { return .failed(error) }
            case .padding:
                if input[position] != 0 {
                    beginMember(at: offset)
                    continue
                }
            case .finished:
                guard ignoresTrailingBytes else { return .failed(unclaimed(at: offset)) }
                position = input.count
                continue
            case .contents: continue
            }
            position &+= 1
        }
    }

    /// The error of input that ends, after `count` bytes; `nil` if the stream is complete.
    func error(atEnd count: Int) -> ArchiveError? {
        switch phase {
        case .padding, .finished: return nil
        case .header where memberCount > 0 && ignoresTrailingBytes && headerReader.count < 2:
            return nil
        case .header, .contents, .trailer:
            return ArchiveError(.truncated, at: count, "the data ends before the stream does")
        }
    }

    /// Takes out what is there.
    mutating func take() -> Data {
        let piece = output.take(atMost: Self.pieceSize)
        if produced % Self.pieceSize == 0 { output.keepLast(min(output.count, Self.historySize)) }
        return piece
    }

    consuming func takeAll() -> Data { output.takeAll() }

    private func unclaimed(at offset: Int) -> ArchiveError {
        guard entry == nil else { return otherLength(at: offset) }
        return ArchiveError(.unclaimedBytes, at: offset, "bytes follow the end of the stream")
    }

    // MARK: Headers

    private mutating func beginMember(at offset: Int) {
        phase = .header
        memberStart = offset
        headerReader = GzipHeaderReader()
        inflater.restart()
        output.forgetHistory()
        (crc, memberLength) = (CRC32(), 0)
    }

    private mutating func readHeader(_ byte: UInt8, at offset: Int) -> ArchiveError? {
        guard format == .gzip else { return readZlibHeader(byte, at: offset) }
        guard headerReader.count < limits.headerBytes else {
            return ArchiveError(exceeding: .headerBytes, of: limits.headerBytes, at: offset)
        }
        if let (code, reason) = headerReader.add(byte) {
            return ArchiveError(code, at: offset, reason)
        }
        if headerReader.isComplete {
            if memberCount == 0 { header = headerReader.header }
            phase = .contents
        }
        return nil
    }

    private mutating func readZlibHeader(_ byte: UInt8, at offset: Int) -> ArchiveError? {
        if fieldLength == 0 {
            guard byte & 0x0F == 8 else {
                let reason = "unknown compression method \(byte & 0x0F)"
                return ArchiveError(.unsupportedMethod, at: offset, reason)
            }
            guard byte >> 4 <= 7 else {
                return ArchiveError(.malformed, at: offset, "the window is larger than 32 KiB")
            }
            field = UInt64(byte)
            fieldLength = 1
            return nil
        }
        guard ZlibHeader.isChecked(UInt8(field), byte) else {
            return ArchiveError(.malformed, at: offset, "the check of the header is wrong")
        }
        guard byte & 0x20 == 0 else {
            let reason = "the stream needs a preset dictionary"
            return ArchiveError(.unsupportedFeature, at: offset, reason)
        }
        phase = .contents
        return nil
    }

    // MARK: Contents

    private mutating func decodeContents(
        _ input: ByteView,
        _ position: inout Int,
        _ base: Int,
        _ inputCount: Int
    ) -> Status? {
        // Up to the next piece, or to the first byte beyond the limit.
        let left = limit.value &- produced
        let room = Self.pieceSize &- produced % Self.pieceSize
        let end = output.count &+ (left < room ? left &+ 1 : room)
        if end > output.capacity {
            guard !isWindow else { return .needsRoom }
            let share = Double(inputCount) / Double(max(1, consumed(base &+ position)))
            let expected = Double(produced) * share * 1.02
            let most = limit.value == .max ? Double(Int.max / 2) : Double(limit.value)
            output.grow(to: end, expected: Int(min(expected, most)) &+ Self.pieceSize)
        }
        let start = output.count
        let status =
            entry?.isStored == true
            ? copyStored(input, &position, upTo: end)
            : inflater.decode(input, at: &position, into: &output, upTo: end)
        let length = output.count &- start
        produced &+= length
        memberLength &+= length
        let offset = base &+ position
        if produced > limit.value {
            output.removeLast()
            guard let name = limit.name else { return .failed(otherLength(at: offset)) }
            return .failed(ArchiveError(exceeding: name, of: limit.value, at: offset))
        }
        switch format {
        case .gzip: output.withBytes(from: start) { crc.update($0) }
        case .zlib: output.withBytes(from: start) { adler.update($0) }
        case .deflate where entry != nil: output.withBytes(from: start) { crc.update($0) }
        case .deflate: break
        }
        switch status {
        case .needsInput: return .needsInput
        case .needsRoom:
            let input = consumed(offset)
            let (allowed, isOverflow) = input.multipliedReportingOverflow(by: limits.ratio)
            if produced > Self.freeBytes, !isOverflow, produced > allowed {
                return .failed(ArchiveError(exceeding: .ratio, of: limits.ratio, at: offset))
            }
            return isWindow ? .needsRoom : nil
        case .failed(let fault):
            return .failed(ArchiveError(fault.reason, at: offset &- fault.distanceFromEnd))
        case .finished:
            (field, fieldLength) = (0, 0)
            memberCount &+= 1
            phase = format == .deflate ? .finished : .trailer
            guard let entry else { return nil }
            guard produced == entry.size else { return .failed(otherLength(at: offset)) }
            guard crc.value == entry.checksum else {
                return .failed(mismatch("CRC-32", at: offset))
            }
            return nil
        }
    }

    /// The number of bytes of the input before an offset.
    private func consumed(_ offset: Int) -> Int { offset &- (entry?.offset ?? 0) }

    /// Copies the contents of an entry that is not compressed.
    private mutating func copyStored(
        _ input: ByteView,
        _ position: inout Int,
        upTo end: Int
    ) -> Inflater.Status {
        let length = min(input.count &- position, end &- output.count)
        output.append(input.slice(from: position, count: length))
        position &+= length
        if produced &+ length == entry?.size { return .finished }
        return output.count == end ? .needsRoom : .needsInput
    }

    private func otherLength(at offset: Int) -> ArchiveError {
        let reason = "the contents are longer or shorter than the directory states"
        return ArchiveError(.lengthMismatch, at: offset, reason)
    }

    private mutating func readTrailer(_ byte: UInt8, at offset: Int) -> ArchiveError? {
        fieldLength &+= 1
        guard format == .gzip else {
            field = field << 8 | UInt64(byte)
            guard fieldLength == 4 else { return nil }
            phase = .finished
            return field == UInt64(adler.value) ? nil : mismatch("Adler-32", at: offset)
        }
        field |= UInt64(byte) << UInt64(8 &* (fieldLength &- 1))
        if fieldLength == 4, field != UInt64(crc.value) { return mismatch("CRC-32", at: offset) }
        guard fieldLength == 8 else { return nil }
        guard field >> 32 == UInt64(memberLength) & 0xFFFF_FFFF else {
            let reason = "the contents are not as long as the trailer states"
            return ArchiveError(.lengthMismatch, at: offset, reason)
        }
        phase = readsAllMembers ? .padding : .finished
        return nil
    }

    private func mismatch(_ name: String, at offset: Int) -> ArchiveError {
        ArchiveError(.checksumMismatch, at: offset, "the \(name) is not that of the contents")
    }
}
