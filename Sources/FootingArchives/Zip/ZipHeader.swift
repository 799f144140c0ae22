import FootingBytes

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The fields of an entry that is written, in its local header and in the directory.
struct ZipHeader: Sendable {
    /// The value of a 32-bit field whose own is in a ZIP64 field.
    static let allOnes = 0xFFFF_FFFF

    private let name: [UInt8]
    private let attributes: Int
    private let comment: Data
    private let dosDate: UInt32
    /// The seconds since 1970, if 32 bits hold them.
    private let date: Int32?
    /// The offset of the local header.
    let offset: Int
    var isDeflated = false
    /// Whether a descriptor follows the data.
    var hasDescriptor = false
    /// Whether the local header has a field for sizes of 64 bits.
    var isLarge = false
    var crc = CRC32()
    var size = 0
    var compressedSize = 0

    /// Whether 32 bits do not hold one of the sizes; then a descriptor or a larger header has them.
    var hasLargeSizes: Bool { max(size, compressedSize) >= Self.allOnes }

    /// Checks the entry, and creates its header at an offset.
    init(_ entry: ArchiveEntry, at offset: Int, _ timeZone: TimeZone?) throws(ArchiveError) {
        func check(_ claim: Bool, _ reason: String) throws(ArchiveError) {
            try require(claim, .invalidEntry, path: entry.path, reason)
        }
        let (type, permissions): (Int, UInt16) =
            switch entry.kind {
            case .file: (0o10, 0o644)
            case .folder: (0o04, 0o755)
            case .symbolicLink: (0o12, 0o777)
            default: (0, 0)
            }
        comment = entry.comment ?? Data()
        try check(type != 0, "zip has no entries of its kind")
        try check(entry.path.isSafe(), "its path is not safe")
        try check(entry.path.string != nil, "its path is not UTF-8")
        try check(comment.count <= 0xFFFF, "its comment is too long")
        let isFolder = entry.kind == .folder
        let mode = type << 12 | Int(entry.permissions ?? permissions) & 0o7777
        attributes = mode << 16 | (isFolder ? 0x10 : 0)
        name = entry.path.bytes + (isFolder ? [UInt8(ascii: "/")] : [])
        self.offset = offset
        let dosDate = entry.modificationDate.map { DOSDate($0, in: timeZone).value }
        self.dosDate = dosDate ?? entry.dosDate ?? DOSDate.first
        let seconds = entry.modificationDate?.timeIntervalSince1970.rounded(.down)
        date = seconds.flatMap { Int32(exactly: $0) }
    }

    /// Counts contents.
    mutating func add(_ bytes: Data) {
        size += bytes.count
        bytes.withView { crc.update($0) }
    }

    /// The local header, or the record in the directory.
    func bytes(isLocal: Bool) -> [UInt8] {
        // A descriptor follows with the values that a local header lacks.
        let isUnknown = isLocal && hasDescriptor
        let isLarge = isLarge || !hasDescriptor && hasLargeSizes
        let sizes = isUnknown ? [0, 0] : [size, compressedSize]
        let large =
            isLocal ? isLarge ? sizes : [] : (sizes + [offset]).filter { $0 >= Self.allOnes }
        let stated = isLocal && isLarge ? [Self.allOnes, Self.allOnes] : sizes
        var extra: [UInt8] = []
        if !large.isEmpty { extra.add([(1, 2), (8 * large.count, 2)]) }
        for value in large { extra.add([(value, 8)]) }
        if let date { extra.add([(0x5455, 2), (5, 2), (1, 1), (Int(date), 4)]) }
        let isSimple = !isDeflated && !hasDescriptor && name.last != UInt8(ascii: "/")
        let flags = (hasDescriptor ? 8 : 0) | (name.allSatisfy { $0 < 0x80 } ? 0 : 0x800)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(46 + name.count + extra.count + comment.count)
        bytes.add([(isLocal ? 0x0403_4B50 : 0x0201_4B50, 4)])
        // Written by version 4.5 of the format, on Unix.
        if !isLocal { bytes.add([(45 | 3 << 8, 2)]) }
        bytes.add([
            (isLarge || !large.isEmpty ? 45 : isSimple ? 10 : 20, 2), (flags, 2),
            (isDeflated ? 8 : 0, 2), (Int(dosDate), 4), (isUnknown ? 0 : Int(crc.value), 4),
            (min(stated[1], Self.allOnes), 4), (min(stated[0], Self.allOnes), 4),
            (name.count, 2), (extra.count, 2),
        ])
        if !isLocal {
            bytes.add([(comment.count, 2), (0, 4), (attributes, 4), (min(offset, Self.allOnes), 4)])
        }
        bytes += name
        bytes += extra
        if !isLocal { bytes += comment }
        return bytes
    }

    /// The descriptor that follows the data.
    var descriptor: [UInt8] {
        Self.descriptor(crc.value, compressedSize, size, isLarge || hasLargeSizes ? 8 : 4)
    }

    /// A descriptor whose sizes have a number of bytes each.
    static func descriptor(_ crc: UInt32, _ packed: Int, _ size: Int, _ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.add([(0x0807_4B50, 4), (Int(crc), 4), (packed, count), (size, count)])
        return bytes
    }

    /// The records after a directory.
    static func end(_ directory: Range<Int>, count: Int, _ comment: Data) -> [UInt8] {
        let (size, offset) = (directory.count, directory.lowerBound)
        var bytes: [UInt8] = []
        if count >= 0xFFFF || size >= allOnes || offset >= allOnes {
            bytes.add([
                (0x0606_4B50, 4), (44, 8), (45 | 3 << 8, 2), (45, 2), (0, 8), (count, 8),
                (count, 8), (size, 8), (offset, 8), (0x0706_4B50, 8), (directory.upperBound, 8),
                (1, 4),
            ])
        }
        bytes.add([
            (0x0605_4B50, 8), (min(count, 0xFFFF), 2), (min(count, 0xFFFF), 2),
            (min(size, allOnes), 4), (min(offset, allOnes), 4), (comment.count, 2),
        ])
        return bytes + comment
    }
}

extension [UInt8] {
    /// Appends integers in little endian, each in a number of bytes.
    @inline(__always)
    fileprivate mutating func add(_ fields: [(value: Int, count: Int)]) {
        for (value, count) in fields { add(value, count) }
    }

    @inline(never)
    private mutating func add(_ value: Int, _ count: Int) {
        for index in 0..<count { append(UInt8(truncatingIfNeeded: value >> (8 * index))) }
    }
}
