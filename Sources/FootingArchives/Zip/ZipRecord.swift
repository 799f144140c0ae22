import FootingBytes

/// The fields of an entry, read from its record in the directory or from its local header.
///
/// Like the views in it, a record is valid only during the call that lent the bytes.
struct ZipRecord {
    static let localSize = 30

    /// The number of bytes.
    let count: Int
    /// The fields that both headers have, from the needed version on.
    private let fields: ByteView
    /// The system of the author, which decides the meaning of some fields.
    let host: UInt8
    let name: ByteView
    let extra: ByteView
    let comment: ByteView
    let compressedSize: Int
    let size: Int
    let disk: Int
    let attributes: UInt32
    /// The stated offset of the local header.
    let headerOffset: Int

    /// Reads the record at an offset; fails without a signature or enough bytes.
    @inline(__always)
    init?(_ bytes: ByteView, at offset: Int = 0, isLocal: Bool = false) {
        let fixedSize = isLocal ? Self.localSize : 46
        guard offset >= 0, bytes.count - offset >= fixedSize,
            bytes.integer(at: offset, as: UInt32.self) == (isLocal ? 0x0403_4B50 : 0x0201_4B50)
        else { return nil }
        // Local headers lack the version of the author.
        let skipped = isLocal ? 4 : 6
        fields = bytes.slice(from: offset + skipped, count: fixedSize - skipped)
        let lengths = (fields.short(22), fields.short(24), isLocal ? 0 : fields.short(26))
        count = fixedSize + lengths.0 + lengths.1 + lengths.2
        guard count <= bytes.count - offset else { return nil }
        name = bytes.slice(from: offset + fixedSize, count: lengths.0)
        extra = bytes.slice(from: offset + fixedSize + lengths.0, count: lengths.1)
        comment = bytes.slice(from: offset + count - lengths.2, count: lengths.2)
        host = isLocal ? 0 : bytes[offset + 5]
        attributes = isLocal ? 0 : fields.integer(at: 32, as: UInt32.self)
        var (size, packed) = (fields.word(18), fields.word(14))
        var (start, disk) = isLocal ? (0, 0) : (fields.word(36), fields.short(28))
        if max(size, packed, start) == ZipHeader.allOnes || disk == 0xFFFF {
            extra.replaceAllOnes(&size, &packed, &start, &disk)
        }
        (self.size, compressedSize, headerOffset, self.disk) = (size, packed, start, disk)
    }

    var method: Int { fields.short(4) }
    /// The date in the upper half, the time in the lower one.
    var dosDate: UInt32 { fields.integer(at: 6, as: UInt32.self) }
    var checksum: UInt32 { fields.integer(at: 10, as: UInt32.self) }
    private var flags: Int { fields.short(2) }
    var isEncrypted: Bool { flags & 1 != 0 || method == 99 }
    /// Whether the data is a patch, encrypted in another way, or of another kind of deflate.
    var hasUnsupportedData: Bool { flags & Self.unsupportedFlags != 0 }
    private static let unsupportedFlags = 0x2070
    /// Whether a descriptor follows the data.
    var hasDescriptor: Bool { flags & 8 != 0 }
    /// Whether the name and the comment are in UTF-8.
    var isUTF8: Bool { flags & 0x800 != 0 }
    /// Whether the author's system has the permissions and kinds of Unix.
    var isUnix: Bool { host == 3 || host == 19 }
    /// Whether the author's system separates the components of paths by backslashes.
    var isDOS: Bool { host == 0 || host == 10 }

    /// The fields of a local header that are not those of the record in the directory.
    func difference(from record: ZipRecord) -> String? {
        let isSame = name.isEqual(to: record.name) && !hasOtherName(than: record)
        guard isSame else { return "another name" }
        guard method == record.method else { return "another method" }
        let meaning = Self.unsupportedFlags | 0x0809
        guard (flags ^ record.flags) & meaning == 0 else { return "other flags" }
        guard !record.hasDescriptor else { return nil }
        guard checksum == record.checksum else { return "another checksum" }
        let isEqual = size == record.size && compressedSize == record.compressedSize
        return isEqual ? nil : "other sizes"
    }
}

extension ByteView {
    func short(_ index: Int) -> Int { Int(integer(at: index, as: UInt16.self)) }
    func word(_ index: Int) -> Int { Int(integer(at: index, as: UInt32.self)) }
    func long(_ index: Int) -> Int { Int(clamping: integer(at: index, as: UInt64.self)) }

    /// Replaces values that are all ones by those of the ZIP64 field, in their order; without
    /// another value, a value is its own.
    fileprivate func replaceAllOnes(
        _ size: inout Int,
        _ compressedSize: inout Int,
        _ headerOffset: inout Int,
        _ disk: inout Int
    ) {
        guard let field = extraField(0x0001) else { return }
        var position = 0
        func fill(_ value: inout Int) {
            guard value == ZipHeader.allOnes, field.count - position >= 8 else { return }
            value = field.long(position)
            position += 8
        }
        fill(&size)
        fill(&compressedSize)
        fill(&headerOffset)
        if disk == 0xFFFF, field.count - position >= 4 { disk = field.word(position) }
    }

    /// The content of the first extra field with an identifier; fields that do not parse, and all
    /// after them, are ignored.
    func extraField(_ identifier: Int) -> ByteView? {
        var start = 4
        while start <= count {
            let length = short(start - 2)
            guard length <= count - start else { return nil }
            if short(start - 4) == identifier { return slice(from: start, count: length) }
            start += length + 4
        }
        return nil
    }

    var array: [UInt8] { unsafe withBytes { unsafe Array($0) } }

    func isEqual(to other: ByteView) -> Bool {
        unsafe withBytes { bytes in unsafe other.withBytes { unsafe bytes.elementsEqual($0) } }
    }
}
