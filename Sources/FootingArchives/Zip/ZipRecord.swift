import FootingBytes

/// A record in the directory of a zip archive: the fields of one entry.
///
/// The ranges are within the directory.
struct ZipRecord: Sendable {
    static let signature: UInt32 = 0x0201_4B50
    private static let fixedSize = 46

    /// The system of the archive's author, which decides the meaning of some fields.
    let host: UInt8
    let flags: UInt16
    let method: UInt16
    /// The date in the upper half, the time in the lower one.
    let dosDate: UInt32
    let checksum: UInt32
    private(set) var compressedSize: Int
    private(set) var size: Int
    private(set) var disk: UInt32
    let attributes: UInt32
    /// The stated offset of the local header.
    private(set) var headerOffset: Int
    let name: Range<Int>
    let extra: Range<Int>
    let comment: Range<Int>

    /// Reads the record at an offset of the directory, or returns `nil` if there is none.
    @inline(__always)
    init?(_ directory: ByteView, at offset: Int) {
        guard offset >= 0, directory.count - offset >= Self.fixedSize,
            directory.integer(at: offset, as: UInt32.self) == Self.signature
        else { return nil }
        func short(_ position: Int) -> Int {
            Int(directory.integer(at: offset + position, as: UInt16.self))
        }
        func long(_ position: Int) -> UInt32 {
            directory.integer(at: offset + position, as: UInt32.self)
        }
        host = directory[offset + 5]
        flags = UInt16(short(8))
        method = UInt16(short(10))
        dosDate = long(12)
        checksum = long(16)
        attributes = long(38)
        name = offset + Self.fixedSize..<offset + Self.fixedSize + short(28)
        extra = name.upperBound..<name.upperBound + short(30)
        comment = extra.upperBound..<extra.upperBound + short(32)
        guard comment.upperBound <= directory.count else { return nil }

        (compressedSize, size) = (Int(long(20)), Int(long(24)))
        (disk, headerOffset) = (UInt32(short(34)), Int(long(42)))
        guard
            size == UInt32.max || compressedSize == UInt32.max || headerOffset == UInt32.max
                || disk == UInt16.max
        else { return }
        var large = ZipLargeField(directory, extra)
        large.fill(&size)
        large.fill(&compressedSize)
        large.fill(&headerOffset)
        if disk == UInt16.max { disk = large.next(UInt32.self) ?? disk }
    }

    /// Whether the author's system has the permissions and kinds of Unix.
    var isUnix: Bool { host == 3 || host == 19 }
    /// Whether the author's system separates the components of paths by backslashes.
    var isDOS: Bool { host == 0 || host == 10 }
    var isEncrypted: Bool { flags & 1 != 0 || method == 99 }
    /// Whether a descriptor follows the data.
    var hasDescriptor: Bool { flags & 8 != 0 }
    /// Whether the name and the comment are in UTF-8.
    var isUTF8: Bool { flags & 0x800 != 0 }
}

/// The field with 64-bit values for those that are all ones in 32 bits, in their order.
struct ZipLargeField {
    private let bytes: ByteView
    private var position: Int
    private let end: Int

    init(_ bytes: ByteView, _ extra: Range<Int>) {
        let field = bytes.extraField(0x0001, in: extra) ?? 0..<0
        self.bytes = bytes
        (position, end) = (field.lowerBound, field.upperBound)
    }

    /// Replaces a value that is all ones; without a field, it is its own value.
    mutating func fill(_ value: inout Int) {
        guard value == UInt32.max, let large = next(UInt64.self) else { return }
        value = Int(clamping: large)
    }

    mutating func next<Value: FixedWidthInteger & BitwiseCopyable>(_: Value.Type) -> Value? {
        guard end - position >= MemoryLayout<Value>.size else { return nil }
        defer { position += MemoryLayout<Value>.size }
        return bytes.integer(at: position, as: Value.self)
    }
}

@available(*, unavailable, message: "Bytes are lent to one call on one thread.")
extension ZipLargeField: @unchecked Sendable {}

extension ByteView {
    /// The content of the first extra field with an identifier; fields that do not parse, and all
    /// after them, are ignored.
    func extraField(_ identifier: UInt16, in extra: Range<Int>) -> Range<Int>? {
        var start = extra.lowerBound
        while extra.upperBound - start >= 4 {
            let field = start + 4..<start + 4 + Int(integer(at: start + 2, as: UInt16.self))
            guard field.upperBound <= extra.upperBound else { return nil }
            if integer(at: start, as: UInt16.self) == identifier { return field }
            start = field.upperBound
        }
        return nil
    }
}
