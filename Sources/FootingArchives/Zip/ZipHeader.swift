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
    /// The extra field of a date whose seconds 32 bits hold.
    private var dateField: [UInt8] = []
    /// The offset of the local header.
    let offset: Int
    var isDeflated = false
    /// Whether a descriptor follows the data.
    var hasDescriptor = false
    /// Whether the local header has a field for sizes of 64 bits.
    var isLarge = false
    var checksum: UInt32 = 0
    var size = 0
    var compressedSize = 0

    /// Whether 32 bits do not hold one of the sizes.
    var hasLargeSizes: Bool { max(size, compressedSize) >= Self.allOnes }

    /// Checks the entry, and creates its header at an offset.
    init(_ entry: ArchiveEntry, at offset: Int, _ timeZone: TimeZone?) throws(ArchiveError) {
        func check(_ claim: Bool, _ reason: String) throws(ArchiveError) {
            guard claim else { throw ArchiveError(.invalidEntry, path: entry.path, reason) }
        }
        try check(entry.path.isSafe(), "its path is not safe")
        try check(entry.path.string != nil, "its path is not UTF-8")
        comment = entry.comment ?? Data()
        try check(comment.count <= 0xFFFF, "its comment is too long")
        let kinds: [ArchiveEntry.Kind: (Int, UInt16)] = [
            .file: (0o10, 0o644), .folder: (0o04, 0o755), .symbolicLink: (0o12, 0o777),
        ]
        guard let (type, permissions) = kinds[entry.kind] else {
            throw ArchiveError(.invalidEntry, path: entry.path, "zip has no entries of its kind")
        }
        let isFolder = entry.kind == .folder
        let mode = type << 12 | Int(entry.permissions ?? permissions) & 0o7777
        attributes = mode << 16 | (isFolder ? 0x10 : 0)
        name = entry.path.bytes + (isFolder ? [UInt8(ascii: "/")] : [])
        self.offset = offset
        let date = entry.modificationDate.map { DOSDate($0, in: timeZone).value }
        dosDate = date ?? entry.dosDate ?? DOSDate.first.value
        let seconds = entry.modificationDate?.timeIntervalSince1970.rounded(.down)
        if let seconds = seconds.flatMap(Int32.init(exactly:)) {
            dateField = [0x55, 0x54, 5, 0, 1] + bytes([(Int(seconds), 4)])
        }
    }

    /// The fields from the needed version to the number of extra bytes, which both headers have.
    private func fields(_ checksum: Int, _ sizes: [Int], isLarge: Bool, _ extra: Int) -> [UInt8] {
        let isSimple = !isDeflated && !hasDescriptor && name.last != UInt8(ascii: "/")
        let flags = (hasDescriptor ? 8 : 0) | (name.allSatisfy { $0 < 0x80 } ? 0 : 0x800)
        return bytes([
            (isLarge ? 45 : isSimple ? 10 : 20, 2), (flags, 2), (isDeflated ? 8 : 0, 2),
            (Int(dosDate), 4), (checksum, 4), (sizes[1], 4), (sizes[0], 4), (name.count, 2),
            (extra, 2),
        ])
    }

    /// A ZIP64 field.
    private static func large(_ values: [Int]) -> [UInt8] {
        guard !values.isEmpty else { return [] }
        return bytes([(1, 2), (8 * values.count, 2)] + values.map { ($0, 8) })
    }

    var localHeader: [UInt8] {
        // A descriptor follows with these values.
        let sizes = hasDescriptor ? [0, 0] : [size, compressedSize]
        let extra = Self.large(isLarge ? sizes : []) + dateField
        let stated = isLarge ? [Self.allOnes, Self.allOnes] : sizes
        let checksum = hasDescriptor ? 0 : Int(checksum)
        let fields = fields(checksum, stated, isLarge: isLarge, extra.count)
        return bytes([(0x0403_4B50, 4)]) + fields + name + extra
    }

    /// The descriptor that follows the data.
    var descriptor: [UInt8] {
        Self.descriptor(Int(checksum), compressedSize, size, isLarge || hasLargeSizes ? 8 : 4)
    }

    /// A descriptor whose sizes have a number of bytes each.
    static func descriptor(
        _ checksum: Int,
        _ compressedSize: Int,
        _ size: Int,
        _ count: Int
    ) -> [UInt8] {
        bytes([(0x0807_4B50, 4), (checksum, 4), (compressedSize, count), (size, count)])
    }

    /// The record in the directory; the system is Unix.
    var directoryRecord: [UInt8] {
        let large = [size, compressedSize, offset].filter { $0 >= Self.allOnes }
        let extra = dateField + Self.large(large)
        let stated = [size, compressedSize, offset].map { min($0, Self.allOnes) }
        let isLarge = isLarge || !large.isEmpty
        let fields = fields(Int(checksum), stated, isLarge: isLarge, extra.count)
        let rest = bytes([(comment.count, 2), (0, 4), (attributes, 4), (stated[2], 4)])
        return bytes([(0x0201_4B50, 4), (45, 1), (3, 1)]) + fields + rest + name + extra + comment
    }

    /// The records after a directory.
    static func end(_ directory: Range<Int>, count: Int, _ comment: Data) -> [UInt8] {
        let (size, offset) = (directory.count, directory.lowerBound)
        var large: [UInt8] = []
        if count >= 0xFFFF || size >= allOnes || offset >= allOnes {
            large = bytes([
                (0x0606_4B50, 4), (44, 8), (45 | 3 << 8, 2), (45, 2), (0, 8), (count, 8),
                (count, 8), (size, 8), (offset, 8), (0x0706_4B50, 8), (directory.upperBound, 8),
                (1, 4),
            ])
        }
        let end = bytes([
            (0x0605_4B50, 8), (min(count, 0xFFFF), 2), (min(count, 0xFFFF), 2),
            (min(size, allOnes), 4), (min(offset, allOnes), 4), (comment.count, 2),
        ])
        return large + end + comment
    }
}

/// Returns integers in little endian, each in a number of bytes.
private func bytes(_ fields: [(value: Int, count: Int)]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(fields.reduce(0) { $0 + $1.count })
    for (value, count) in fields {
        for index in 0..<count { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * index))) }
    }
    return bytes
}
