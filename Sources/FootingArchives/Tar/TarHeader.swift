/// A block of 512 bytes that describes an entry of a tar archive.
struct TarHeader: Sendable {
    enum Format: Sendable {
        case v7, ustar, gnu
    }

    /// A field; its name is the key of the record that may replace it.
    enum Field: String, Sendable {
        case path, mode, uid, gid, size, mtime, checksum, linkpath, magic, uname, gname, prefix

        var range: Range<Int> {
            switch self {
            case .path: 0..<100
            case .mode: 100..<108
            case .uid: 108..<116
            case .gid: 116..<124
            case .size: 124..<136
            case .mtime: 136..<148
            case .checksum: 148..<156
            case .linkpath: 157..<257
            case .magic: 257..<265
            case .uname: 265..<297
            case .gname: 297..<329
            case .prefix: 345..<500
            }
        }
    }

    static let size = 512
    static let typeIndex = 156

    /// The types of entries; the first one of a kind is written.
    static let types: [(type: Unicode.Scalar, kind: ArchiveEntry.Kind)] = [
        ("0", .file), ("5", .folder), ("2", .symbolicLink), ("1", .hardLink), ("3", .device),
        ("4", .device), ("6", .pipe), ("7", .file), ("\0", .file), ("S", .file), ("D", .folder),
    ]

    static let magic = Array("ustar\u{0}00".utf8)
    private static let gnuMagic = Array("ustar  \u{0}".utf8)

    /// 512 bytes.
    var bytes: [UInt8]
    let format: Format

    /// Copies the bytes of a block, which are 512.
    init(_ bytes: [UInt8]) {
        precondition(bytes.count == Self.size)
        self.bytes = bytes
        let magic = bytes[Field.magic.range]
        let isGNU = magic == Self.gnuMagic[...]
        format = isGNU ? .gnu : magic.prefix(6) == Self.magic.prefix(6) ? .ustar : .v7
    }

    /// The number of zeros after contents, which end with a block.
    static func padding(of size: Int) -> Int { (0 &- size) & (TarHeader.size - 1) }

    var isZero: Bool { bytes.allSatisfy { $0 == 0 } }

    var type: Unicode.Scalar { Unicode.Scalar(bytes[Self.typeIndex]) }

    /// Whether the checksum is the sum of the bytes, or of the bytes with signs, as some old
    /// programs have computed it.
    var isChecked: Bool {
        let checksum = number(in: .checksum)
        return checksum == sum { Int32($0) } || checksum == sum { Int32(Int8(bitPattern: $0)) }
    }

    /// The sum of all bytes, with eight spaces as the checksum.
    func sum(_ value: (UInt8) -> Int32) -> Int64 {
        let field = bytes[Field.checksum.range].reduce(0) { $0 &+ value($1) }
        return Int64(bytes.reduce(256 &- field) { $0 &+ value($1) })
    }

    /// The bytes of a field before its first NUL.
    func string(in field: Field) -> ArraySlice<UInt8> { bytes[field.range].prefix { $0 != 0 } }

    /// The name after its prefix.
    var path: ArraySlice<UInt8> {
        let name = string(in: .path)
        let prefix = format == .ustar ? string(in: .prefix) : []
        return prefix.isEmpty ? name : prefix + [UInt8(ascii: "/")] + name
    }

    /// Reads a number; `nil` if it is not valid.
    ///
    /// It consists of octal digits after spaces, up to a NUL, a space or the end of the field; or
    /// it is binary, in big endian, and its first bit is set. No digits mean 0.
    func number(in field: Field) -> Int64? { number(in: field.range) }

    func number(in range: Range<Int>) -> Int64? {
        let first = bytes[range.lowerBound]
        guard first & 0x80 == 0 else {
            let sign = Int64(first & 0x3F) - Int64(first & 0x40)
            return bytes[range].dropFirst().reduce(sign as Int64?) { value, byte in
                let shifted = value?.multipliedReportingOverflow(by: 256)
                guard let shifted, !shifted.overflow else { return nil }
                return shifted.partialValue | Int64(byte)
            }
        }
        var (value, index) = (0 as Int64, range.lowerBound)
        while index < range.upperBound, bytes[index] == 0x20 { index += 1 }
        let start = index
        // A field has at most 12 digits of 3 bits.
        while index < range.upperBound, bytes[index] & 0xF8 == 0x30 {
            value = value << 3 | Int64(bytes[index] & 7)
            index += 1
        }
        let rest = bytes[index..<range.upperBound].drop { $0 == 0x20 }
        // Readers disagree about digits that follow a NUL.
        let isValid = index == start ? rest.allSatisfy { $0 & 0xDF == 0 } : rest.first ?? 0 == 0
        return isValid ? value : nil
    }
}
