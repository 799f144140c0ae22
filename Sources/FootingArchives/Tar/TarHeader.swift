import FootingBytes

/// A block of 512 bytes that describes an entry of a tar archive.
struct TarHeader: Sendable {
    static let size = 512

    enum Format: Sendable {
        case v7, ustar, gnu
    }

    /// The ranges of the fields.
    enum Field {
        static let name = 0..<100
        static let mode = 100..<108
        static let owner = 108..<116
        static let group = 116..<124
        static let size = 124..<136
        static let date = 136..<148
        static let checksum = 148..<156
        static let type = 156
        static let linkName = 157..<257
        static let magic = 257..<265
        static let ownerName = 265..<297
        static let groupName = 297..<329
        static let prefix = 345..<500
        /// The regions of a sparse file of GNU, and those in a block that continues them.
        ///
        /// The byte after either is not 0 if another block follows.
        static let sparseMap = 386..<482
        static let moreSparseMap = 0..<504
        static let realSize = 483..<495
    }

    /// 512 bytes.
    private(set) var bytes: [UInt8]

    /// Creates an empty block.
    init() {
        bytes = Array(repeating: 0, count: Self.size)
    }

    /// Copies the bytes of a block, which are 512.
    init(_ bytes: [UInt8]) {
        precondition(bytes.count == Self.size)
        self.bytes = bytes
    }

    /// The number of zeros after contents, which end with a block.
    static func padding(of size: Int) -> Int { (0 &- size) & (TarHeader.size - 1) }

    var isZero: Bool { bytes.allSatisfy { $0 == 0 } }

    var format: Format {
        let magic = bytes[Field.magic]
        if magic.elementsEqual("ustar  \0".utf8) { return .gnu }
        return magic.starts(with: "ustar\0".utf8) ? .ustar : .v7
    }

    var type: UInt8 { bytes[Field.type] }

    /// Whether the checksum is the sum of the bytes, or of the bytes with signs, as some old
    /// programs have computed it.
    var isChecked: Bool {
        let (checksum, sums) = (number(in: Field.checksum), sums)
        return checksum == sums.unsigned || checksum == sums.signed
    }

    /// The sums of the bytes, with spaces in place of the checksum.
    private var sums: (unsigned: Int64, signed: Int64) {
        var unsigned = 8 * 32
        var negative = 0
        for (index, byte) in bytes.enumerated() where !Field.checksum.contains(index) {
            unsigned &+= Int(byte)
            negative &+= Int(byte >> 7)
        }
        return (Int64(unsigned), Int64(unsigned &- negative << 8))
    }

    /// The bytes of a field before its first NUL.
    func string(in field: Range<Int>) -> ArraySlice<UInt8> {
        bytes[field].prefix { $0 != 0 }
    }

    /// The name after its prefix.
    var path: ArraySlice<UInt8> {
        let name = string(in: Field.name)
        let prefix = format == .ustar ? string(in: Field.prefix) : []
        return prefix.isEmpty ? name : prefix + [UInt8(ascii: "/")] + name
    }

    /// Reads a number; `nil` if it is not valid.
    ///
    /// It consists of octal digits after spaces, up to a NUL, a space or the end of the field; or
    /// it is binary, in big endian, and its first bit is set. No digits mean 0.
    func number(in field: Range<Int>) -> Int64? {
        if bytes[field.lowerBound] & 0x80 != 0 { return binaryNumber(in: field) }
        let content = bytes[field].drop { $0 == 0x20 }
        let digits = content.prefix { $0 & 0xF8 == 0x30 }
        // A field has at most 12 digits of 3 bits.
        let value = digits.reduce(Int64(0)) { $0 << 3 | Int64($1 & 7) }
        let rest = content[digits.endIndex...].drop { $0 == 0x20 }
        // Readers disagree about digits that follow a NUL.
        let isValid = digits.isEmpty ? rest.allSatisfy { $0 & 0xDF == 0 } : rest.first ?? 0 == 0
        return isValid ? value : nil
    }

    private func binaryNumber(in field: Range<Int>) -> Int64? {
        let first = bytes[field.lowerBound]
        var value = Int64(first & 0x3F) - Int64(first & 0x40)
        for byte in bytes[field].dropFirst() {
            let (shifted, isOverflow) = value.multipliedReportingOverflow(by: 256)
            guard !isOverflow else { return nil }
            value = shifted | Int64(byte)
        }
        return value
    }
}

extension TarHeader {
    /// Copies bytes into a field, as many as it holds.
    mutating func set(_ field: Range<Int>, to content: some Sequence<UInt8>) {
        for (index, byte) in zip(field, content) { bytes[index] = byte }
    }

    mutating func setType(_ type: Unicode.Scalar) { bytes[Field.type] = UInt8(ascii: type) }

    mutating func setMagic(ofGNU isGNU: Bool) {
        set(Field.magic, to: (isGNU ? "ustar  \0" : "ustar\u{0}00").utf8)
    }

    /// Writes a number as octal digits and a NUL, and returns false if it does not fit.
    mutating func setOctal(_ field: Range<Int>, to value: Int64) -> Bool {
        let count = field.count - 1
        guard value >= 0, value >> (3 * Int64(count)) == 0 else { return false }
        for index in 0..<count {
            let digit = value >> (3 * Int64(count - 1 - index)) & 7
            bytes[field.lowerBound + index] = 0x30 | UInt8(digit)
        }
        bytes[field.upperBound - 1] = 0
        return true
    }

    /// Writes a number in binary, which GNU reads.
    mutating func setBinary(_ field: Range<Int>, to value: Int64) {
        var rest = value
        for index in field.reversed() {
            bytes[index] = UInt8(truncatingIfNeeded: rest)
            rest >>= 8
        }
        bytes[field.lowerBound] |= 0x80
    }

    /// Writes the checksum, which is the last field to be written.
    mutating func setChecksum() {
        _ = setOctal(Field.checksum.dropLast(), to: sums.unsigned)
        bytes[Field.checksum.upperBound - 1] = 0x20
    }
}
