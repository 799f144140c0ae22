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
    private let attributes: UInt32
    private let comment: Data
    private let dosDate: UInt32
    /// The date in seconds, if 32 bits hold it.
    private let dateField: [UInt8]
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

    /// Checks the entry, and creates its header at an offset.
    init(_ entry: ArchiveEntry, at offset: Int, _ timeZone: TimeZone?) throws(ArchiveError) {
        func invalid(_ reason: String) -> ArchiveError {
            ArchiveError(.invalidEntry, path: entry.path, reason)
        }
        guard entry.path.isSafe() else { throw invalid("its path is not safe") }
        guard entry.path.string != nil else { throw invalid("its path is not UTF-8") }
        let (type, permissions, slash): (UInt32, UInt16, [UInt8])
        switch entry.kind {
        case .file: (type, permissions, slash) = (0o10, 0o644, [])
        case .folder: (type, permissions, slash) = (0o04, 0o755, [UInt8(ascii: "/")])
        case .symbolicLink: (type, permissions, slash) = (0o12, 0o777, [])
        case .hardLink, .device, .pipe, .other: throw invalid("zip archives have no such entries")
        }
        let mode = type << 12 | UInt32(entry.permissions ?? permissions) & 0o7777
        attributes = mode << 16 | (entry.kind == .folder ? 0x10 : 0)
        comment = entry.comment ?? Data()
        guard comment.count <= 0xFFFF else { throw invalid("its comment is too long") }
        name = entry.path.bytes + slash
        self.offset = offset
        guard let date = entry.modificationDate else {
            dosDate = entry.dosDate ?? DOSDate.first.value
            dateField = []
            return
        }
        dosDate = DOSDate(date, in: timeZone).value
        let seconds = Int32(exactly: date.timeIntervalSince1970.rounded(.down))
        dateField = seconds.map { [0x55, 0x54, 5, 0, 1] + bytes($0) } ?? []
    }

    private var flags: UInt16 {
        (hasDescriptor ? 8 : 0) | (name.contains { $0 >= 0x80 } ? 0x800 : 0)
    }

    /// The fields from the flags to the checksum.
    private func start(version: UInt16) -> [UInt8] {
        bytes(version) + bytes(flags) + bytes(UInt16(isDeflated ? 8 : 0)) + bytes(dosDate)
    }

    private func version(isLarge: Bool) -> UInt16 {
        isLarge ? 45 : isDeflated || hasDescriptor || name.last == UInt8(ascii: "/") ? 20 : 10
    }

    var localHeader: [UInt8] {
        let size = hasDescriptor ? 0 : size
        let compressedSize = hasDescriptor ? 0 : compressedSize
        let large =
            isLarge ? [1, 0, 16, 0] + bytes(UInt64(size)) + bytes(UInt64(compressedSize)) : []
        return bytes(UInt32(0x0403_4B50)) + start(version: version(isLarge: isLarge))
            + bytes(hasDescriptor ? 0 : checksum)
            + bytes(UInt32(isLarge ? Self.allOnes : compressedSize))
            + bytes(UInt32(isLarge ? Self.allOnes : size))
            + bytes(UInt16(name.count)) + bytes(UInt16(large.count + dateField.count))
            + name + large + dateField
    }

    /// The descriptor that follows the data.
    var descriptor: [UInt8] {
        let start = bytes(UInt32(0x0807_4B50)) + bytes(checksum)
        guard isLarge || max(size, compressedSize) >= Self.allOnes else {
            return start + bytes(UInt32(compressedSize)) + bytes(UInt32(size))
        }
        return start + bytes(UInt64(compressedSize)) + bytes(UInt64(size))
    }

    /// The record in the directory.
    var directoryRecord: [UInt8] {
        let large = [size, compressedSize, offset].filter { $0 >= Self.allOnes }
        var extra = dateField
        if !large.isEmpty {
            extra += [1, 0, UInt8(8 * large.count), 0] + large.flatMap { bytes(UInt64($0)) }
        }
        func short(_ value: Int) -> [UInt8] { bytes(UInt32(min(value, Self.allOnes))) }
        // The system is Unix.
        return bytes(UInt32(0x0201_4B50)) + [45, 3]
            + start(version: version(isLarge: isLarge || !large.isEmpty))
            + bytes(checksum) + short(compressedSize) + short(size)
            + bytes(UInt16(name.count)) + bytes(UInt16(extra.count))
            + bytes(UInt16(comment.count)) + [0, 0, 0, 0] + bytes(attributes) + short(offset)
            + name + extra + comment
    }

    /// The records after a directory.
    static func end(_ directory: Range<Int>, count: Int, _ comment: Data) -> [UInt8] {
        let (size, offset) = (directory.count, directory.lowerBound)
        var end: [UInt8] = []
        if count >= 0xFFFF || size >= allOnes || offset >= allOnes {
            end += bytes(UInt32(0x0606_4B50)) + bytes(UInt64(44)) + [45, 3, 45, 0]
            end += bytes(UInt64(0)) + bytes(UInt64(count)) + bytes(UInt64(count))
            end += bytes(UInt64(size)) + bytes(UInt64(offset))
            end += bytes(UInt32(0x0706_4B50)) + bytes(UInt32(0))
            end += bytes(UInt64(directory.upperBound)) + bytes(UInt32(1))
        }
        let shortCount = bytes(UInt16(min(count, 0xFFFF)))
        end += bytes(UInt32(0x0605_4B50)) + [0, 0, 0, 0] + shortCount + shortCount
        end += bytes(UInt32(min(size, allOnes))) + bytes(UInt32(min(offset, allOnes)))
        return end + bytes(UInt16(comment.count)) + comment
    }
}

/// The bytes of an integer in little endian.
private func bytes<Value: FixedWidthInteger>(_ value: Value) -> [UInt8] {
    (0..<MemoryLayout<Value>.size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
}
