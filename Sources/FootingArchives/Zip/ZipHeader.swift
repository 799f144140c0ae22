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
        var field: [UInt8] = []
        if let seconds = Int32(exactly: date.timeIntervalSince1970.rounded(.down)) {
            field = [0x55, 0x54, 5, 0, 1]
            field.put(Int(seconds), 4)
        }
        dateField = field
    }

    private func needsLarge(_ value: Int) -> Bool { value >= Self.allOnes }

    /// Appends the fields from the needed version to the date.
    private func putStart(to bytes: inout [UInt8], isLarge: Bool) {
        let isSimple = !isDeflated && !hasDescriptor && name.last != UInt8(ascii: "/")
        let isASCII = name.allSatisfy { $0 < 0x80 }
        bytes.put(isLarge ? 45 : isSimple ? 10 : 20, 2)
        bytes.put((hasDescriptor ? 8 : 0) | (isASCII ? 0 : 0x800), 2)
        bytes.put(isDeflated ? 8 : 0, 2)
        bytes.put(Int(dosDate), 4)
    }

    var localHeader: [UInt8] {
        // A descriptor follows with these values.
        let (checksum, size, compressedSize) =
            hasDescriptor ? (0, 0, 0) : (Int(checksum), size, compressedSize)
        var bytes: [UInt8] = []
        bytes.put(0x0403_4B50, 4)
        putStart(to: &bytes, isLarge: isLarge)
        bytes.put(checksum, 4)
        bytes.put(isLarge ? Self.allOnes : compressedSize, 4)
        bytes.put(isLarge ? Self.allOnes : size, 4)
        bytes.put(name.count, 2)
        bytes.put((isLarge ? 20 : 0) + dateField.count, 2)
        bytes += name
        if isLarge {
            bytes += [1, 0, 16, 0]
            bytes.put(size, 8)
            bytes.put(compressedSize, 8)
        }
        return bytes + dateField
    }

    /// The descriptor that follows the data.
    var descriptor: [UInt8] {
        let count = isLarge || needsLarge(size) || needsLarge(compressedSize) ? 8 : 4
        return Self.descriptor(Int(checksum), compressedSize, size, bytesOfSizes: count)
    }

    static func descriptor(
        _ checksum: Int,
        _ compressedSize: Int,
        _ size: Int,
        bytesOfSizes count: Int
    ) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.put(0x0807_4B50, 4)
        bytes.put(checksum, 4)
        bytes.put(compressedSize, count)
        bytes.put(size, count)
        return bytes
    }

    /// The record in the directory.
    var directoryRecord: [UInt8] {
        let large = [size, compressedSize, offset].filter(needsLarge)
        var bytes: [UInt8] = []
        bytes.put(0x0201_4B50, 4)
        // The system is Unix.
        bytes += [45, 3]
        putStart(to: &bytes, isLarge: isLarge || !large.isEmpty)
        bytes.put(Int(checksum), 4)
        bytes.put(min(compressedSize, Self.allOnes), 4)
        bytes.put(min(size, Self.allOnes), 4)
        bytes.put(name.count, 2)
        bytes.put(dateField.count + (large.isEmpty ? 0 : 4 + 8 * large.count), 2)
        bytes.put(comment.count, 2)
        bytes.put(0, 4)
        bytes.put(Int(attributes), 4)
        bytes.put(min(offset, Self.allOnes), 4)
        bytes += name
        bytes += dateField
        if !large.isEmpty {
            bytes += [1, 0, UInt8(8 * large.count), 0]
            for value in large { bytes.put(value, 8) }
        }
        return bytes + comment
    }

    /// The records after a directory.
    static func end(_ directory: Range<Int>, count: Int, _ comment: Data) -> [UInt8] {
        let (size, offset) = (directory.count, directory.lowerBound)
        var bytes: [UInt8] = []
        if count >= 0xFFFF || size >= allOnes || offset >= allOnes {
            bytes.put(0x0606_4B50, 4)
            bytes.put(44, 8)
            bytes += [45, 3, 45, 0]
            for value in [0, count, count, size, offset] { bytes.put(value, 8) }
            bytes.put(0x0706_4B50, 8)
            bytes.put(directory.upperBound, 8)
            bytes.put(1, 4)
        }
        bytes.put(0x0605_4B50, 8)
        bytes.put(min(count, 0xFFFF), 2)
        bytes.put(min(count, 0xFFFF), 2)
        bytes.put(min(size, allOnes), 4)
        bytes.put(min(offset, allOnes), 4)
        bytes.put(comment.count, 2)
        return bytes + comment
    }
}

extension [UInt8] {
    /// Appends an integer of a number of bytes, in little endian.
    fileprivate mutating func put(_ value: Int, _ count: Int) {
        for index in 0..<count { append(UInt8(truncatingIfNeeded: value >> (8 * index))) }
    }
}
