import FootingBytes

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The end record of a zip archive, with the values of its ZIP64 record.
///
/// All ranges and offsets are within the archive.
struct ZipEnd: Sendable {
    private static let size = 22
    private static let longestComment = 0xFFFF
    private static let locatorSize = 20
    private static let largeSize = 56

    let offset: Int
    let comment: Range<Int>
    private(set) var directory = 0..<0
    /// The number of bytes before the archive that its offsets do not count.
    private(set) var shift = 0
    private(set) var entryCount: Int
    /// Whether there is a ZIP64 record.
    private(set) var isLarge = false
    /// Whether the ZIP64 record has other values where the end record has its own.
    private(set) var hasOtherValues = false
    private(set) var isSplit: Bool
    private(set) var isEncrypted = false
    private var directoryCount: Int
    private var directoryOffset: Int

    /// Finds the end record of the archive, and the others that a program might use instead.
    static func find(
        in source: ArchiveSource
    ) throws(ArchiveError) -> (end: ZipEnd, others: [ZipEnd]) {
        let count = source.count
        let first = max(0, count - size - longestComment)
        let base = max(0, first - locatorSize - largeSize)
        let tail = try source.bytes(in: base..<count)
        var found: [ZipEnd] = []
        var hasSignature = false
        try tail.withView { (tail) throws(ArchiveError) in
            var index = first - base
            while true {
                index = tail.index(of: UInt8(ascii: "P"), from: index)
                guard tail.count - index >= size else { return }
                if tail.integer(at: index, as: UInt32.self) == 0x0605_4B50 {
                    hasSignature = true
                    if let end = try ZipEnd(tail, at: index, base, source) { found.append(end) }
                }
                index += 1
            }
        }
        let isLast = { (end: ZipEnd) in end.comment.upperBound == count }
        if let index = found.lastIndex(where: isLast) ?? found.indices.last {
            let end = found.remove(at: index)
            return (end, found)
        }
        let start = try source.bytes(in: 0..<min(4, count))
        guard !start.starts(with: [0x50, 0x4B, 0x03, 0x04]) else {
            throw ArchiveError(.truncated, at: count, "the archive has no usable end record")
        }
        guard !hasSignature else {
            throw ArchiveError(.malformed, at: first, "no directory is where the end record says")
        }
        throw ArchiveError(.notAnArchive, at: count, "this is not a zip archive")
    }

    /// Reads the record at an index of the archive's last bytes; `nil` if it does not fit them.
    private init?(
        _ tail: ByteView,
        at index: Int,
        _ base: Int,
        _ source: ArchiveSource
    ) throws(ArchiveError) {
        func short(_ position: Int) -> Int {
            Int(tail.integer(at: index + position, as: UInt16.self))
        }
        offset = base + index
        let commentStart = offset + Self.size
        comment = commentStart..<commentStart + short(20)
        isSplit = short(4) != 0 || short(6) != 0 || short(8) != short(10)
        entryCount = short(10)
        directoryCount = Int(tail.integer(at: index + 12, as: UInt32.self))
        directoryOffset = Int(tail.integer(at: index + 16, as: UInt32.self))
        guard comment.upperBound <= source.count else { return nil }

        var directoryEnd = offset
        if index >= Self.locatorSize,
            let large = try Self.largeRecord(tail, index - Self.locatorSize, base, source)
        {
            directoryEnd = large.offset
            isLarge = true
            unsafe large.record.withUnsafeBytes { unsafe replaceValues(by: ByteView($0)) }
        }
        // Neither is negative, so nothing overflows.
        let start = directoryEnd - directoryCount
        guard start >= directoryOffset else { return nil }
        shift = start - directoryOffset
        directory = start..<directoryEnd
        guard !isEncrypted, !directory.isEmpty else { return }
        guard directory.count >= 4 else { return nil }
        let signature = try source.bytes(in: start..<start + 4)
        guard signature.starts(with: [0x50, 0x4B, 0x01, 0x02]) else { return nil }
    }

    /// Finds the ZIP64 record, which ends where its locator begins.
    private static func largeRecord(
        _ tail: ByteView,
        _ locator: Int,
        _ base: Int,
        _ source: ArchiveSource
    ) throws(ArchiveError) -> (record: Data, offset: Int)? {
        guard tail.integer(at: locator, as: UInt32.self) == 0x0706_4B50 else { return nil }
        let end = base + locator
        // The stated offset is wrong behind a prefix, but most records are of this size.
        let stated = Int(clamping: tail.integer(at: locator + 8, as: UInt64.self))
        for offset in [end - largeSize, stated] where offset >= 0 && offset <= end - largeSize {
            let record = try source.bytes(in: offset..<offset + largeSize)
            let isRecord = try record.withView { (view) throws(ArchiveError) in
                view.integer(at: 0, as: UInt32.self) == 0x0606_4B50
                    && view.integer(at: 4, as: UInt64.self) == UInt64(end - offset - 12)
            }
            if isRecord { return (record, offset) }
        }
        return nil
    }

    private mutating func replaceValues(by large: ByteView) {
        func long(_ position: Int) -> Int {
            Int(clamping: large.integer(at: position, as: UInt64.self))
        }
        func replace(_ value: inout Int, _ ones: Int, by other: Int) {
            if value != ones, value != other { hasOtherValues = true }
            if value == ones { value = other }
        }
        replace(&entryCount, 0xFFFF, by: long(32))
        replace(&directoryCount, 0xFFFF_FFFF, by: long(40))
        replace(&directoryOffset, 0xFFFF_FFFF, by: long(48))
        let disks = large.integer(at: 16, as: UInt64.self)
        isSplit = disks != 0 || long(24) != long(32)
        // Version 6.2 of the format encrypts directories.
        isEncrypted = large[14] >= 62
    }
}
