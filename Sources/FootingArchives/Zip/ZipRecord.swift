import FootingBytes

/// The fields of an entry, read from its record in the directory or from its local header.
///
/// The ranges are within the bytes that contain the record.
struct ZipRecord: Sendable {
    static let localSize = 30

    /// The system of the author, which decides the meaning of some fields.
    let host: UInt8
    let flags: UInt16
    let method: UInt16
    /// The date in the upper half, the time in the lower one.
    let dosDate: UInt32
    let checksum: UInt32
    private(set) var compressedSize: Int
    private(set) var size: Int
    private(set) var disk = 0
    private(set) var attributes: UInt32 = 0
    /// The stated offset of the local header.
    private(set) var headerOffset = 0
    let name: Range<Int>
    let extra: Range<Int>
    let comment: Range<Int>

    /// Reads the record at an offset, or returns `nil` if there is none.
    @inline(__always)
    init?(_ bytes: ByteView, at offset: Int = 0, isLocal: Bool = false) {
        let fixedSize = isLocal ? Self.localSize : 46
        guard offset >= 0, bytes.count - offset >= fixedSize,
            bytes.integer(at: offset, as: UInt32.self) == (isLocal ? 0x0403_4B50 : 0x0201_4B50)
        else { return nil }
        // Local headers lack the version of the author; the next 26 bytes are the same fields.
        let start = offset + (isLocal ? 4 : 6)
        func short(_ position: Int) -> Int {
            Int(bytes.integer(at: start + position, as: UInt16.self))
        }
        func long(_ position: Int) -> UInt32 {
            bytes.integer(at: start + position, as: UInt32.self)
        }
        (flags, method) = (UInt16(short(2)), UInt16(short(4)))
        (dosDate, checksum) = (long(6), long(10))
        (compressedSize, size) = (Int(long(14)), Int(long(18)))
        host = isLocal ? 0 : bytes[offset + 5]
        name = offset + fixedSize..<offset + fixedSize + short(22)
        extra = name.upperBound..<name.upperBound + short(24)
        comment = extra.upperBound..<extra.upperBound + (isLocal ? 0 : short(26))
        guard comment.upperBound <= bytes.count else { return nil }
        if !isLocal { (disk, attributes, headerOffset) = (short(28), long(32), Int(long(36))) }
        let ones = Int(UInt32.max)
        let isLarge = size == ones || compressedSize == ones || headerOffset == ones
        if isLarge || disk == 0xFFFF { expand(bytes) }
    }

    /// Replaces the fields that are all ones by the values of the ZIP64 field, in their order;
    /// without a value, a field is its own.
    private mutating func expand(_ bytes: ByteView) {
        var rest = bytes.extraField(0x0001, in: extra) ?? 0..<0
        func fill(_ value: inout Int) {
            guard value == UInt32.max, rest.count >= 8 else { return }
            value = Int(clamping: bytes.integer(at: rest.lowerBound, as: UInt64.self))
            rest = rest.dropFirst(8)
        }
        fill(&size)
        fill(&compressedSize)
        fill(&headerOffset)
        guard disk == 0xFFFF, rest.count >= 4 else { return }
        disk = Int(bytes.integer(at: rest.lowerBound, as: UInt32.self))
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

    /// The fields of a local header that are not those of the record in the directory.
    func difference(
        _ header: ByteView,
        from record: ZipRecord,
        _ directory: ByteView
    ) -> String? {
        guard header.array(name) == directory.array(record.name) else { return "another name" }
        guard method == record.method else { return "another method" }
        guard (flags ^ record.flags) & 0x0809 == 0 else { return "other flags" }
        guard !record.hasDescriptor else { return nil }
        guard checksum == record.checksum else { return "another checksum" }
        let isEqual = size == record.size && compressedSize == record.compressedSize
        return isEqual ? nil : "other sizes"
    }
}

extension ByteView {
    /// The content of the first extra field with an identifier; fields that do not parse, and all
    /// after them, are ignored.
    func extraField(_ identifier: UInt16, in extra: Range<Int>) -> Range<Int>? {
        var rest = extra
        while rest.count >= 4 {
            let field = rest.dropFirst(4)
            let count = Int(integer(at: rest.lowerBound + 2, as: UInt16.self))
            guard count <= field.count else { return nil }
            if integer(at: rest.lowerBound, as: UInt16.self) == identifier {
                return field.prefix(count)
            }
            rest = field.dropFirst(count)
        }
        return nil
    }

    func array(_ range: Range<Int>) -> [UInt8] {
        unsafe slice(from: range.lowerBound, count: range.count).withBytes { unsafe Array($0) }
    }
}
