#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The header of a gzip member (RFC 1952).
struct GzipHeader: Sendable {
    static let magic: [UInt8] = [0x1F, 0x8B]

    var name: String?
    var comment: String?
    var modificationDate: Date?

    /// The bytes of the header, of an unknown system, as zlib writes it for the level.
    func bytes(for level: CompressionLevel) -> [UInt8] {
        let flags: UInt8 = (name == nil ? 0 : 8) | (comment == nil ? 0 : 16)
        let seconds = modificationDate?.timeIntervalSince1970.rounded(.down) ?? 0
        let time = UInt32(exactly: seconds) ?? 0
        let speed: UInt8 = level.value == 1 ? 4 : level.value == 9 ? 2 : 0
        var bytes = Self.magic + [8, flags]
        for shift: UInt32 in [0, 8, 16, 24] { bytes.append(UInt8(time >> shift & 0xFF)) }
        bytes += [speed, 255]
        for string in [name, comment] {
            if let string { bytes += string.utf8.prefix { $0 != 0 } + [0] }
        }
        return bytes
    }
}

/// Reads the header of a gzip member or a zlib stream, byte by byte.
struct HeaderReader: Sendable {
    private enum Field: Sendable {
        case zlib, fixed, size, extra, name, comment, checksum, end
    }

    private(set) var header = GzipHeader()
    /// The number of bytes so far.
    private(set) var count = 0
    private let keepsText: Bool
    private var field: Field
    /// The optional fields that follow, the next one last.
    private var fields: [Field] = []
    /// The bytes that are missing of a field whose length is known.
    private var missing: Int
    /// The last four bytes, the first of them as the least significant byte.
    private var word: UInt32 = 0
    private var text: [UInt8] = []
    private var checksum = CRC32()

    init(_ format: CompressedFormat, keepsText: Bool = true) {
        self.keepsText = keepsText
        (field, missing) = format == .zlib ? (.zlib, 2) : (.fixed, 10)
    }

    var isComplete: Bool { field == .end }

    /// Reads the next byte, and returns a code and a reason if it is wrong.
    mutating func add(_ byte: UInt8) -> (code: ArchiveError.Code, reason: String)? {
        count &+= 1
        missing &-= 1
        word = word >> 8 | UInt32(byte) << 24
        if field != .checksum { checksum.update(byte) }
        switch field {
        case .zlib where count == 1 && byte & 0x0F != 8:
            return (.unsupportedMethod, "unknown compression method \(byte & 0x0F)")
        case .zlib where count == 1 && byte >> 4 > 7:
            return (.malformed, "the window is larger than 32 KiB")
        case .zlib where count == 2 && !ZlibHeader.isValid(UInt8(word >> 16 & 0xFF), byte):
            return (.malformed, "the check of the header is wrong")
        case .zlib where count == 2 && byte & 0x20 != 0:
            return (.unsupportedFeature, "the stream needs a preset dictionary")
        case .fixed where count <= 2 && byte != GzipHeader.magic[count - 1]:
            return (.notAnArchive, "the data is not gzip")
        case .fixed where count == 3 && byte != 8:
            return (.unsupportedMethod, "unknown compression method \(byte)")
        case .fixed where count == 4 && byte & 0xE0 != 0:
            return (.malformed, "reserved flags are set")
        case .fixed where count == 4 && byte != 0:
            let flags: [(UInt8, Field)] = [(2, .checksum), (16, .comment), (8, .name), (4, .size)]
            fields = flags.filter { byte & $0.0 != 0 }.map(\.1)
        case .fixed where count == 8 && word != 0:
            header.modificationDate = Date(timeIntervalSince1970: Double(word))
        case .size where missing == 0 && word >> 16 > 0:
            (field, missing) = (.extra, Int(word >> 16))
        case .name where byte == 0: (header.name, missing) = (string(), 0)
        case .comment where byte == 0: (header.comment, missing) = (string(), 0)
        case .name, .comment:
            if keepsText { text.append(byte) }
            return nil
        case .checksum where missing == 0 && word >> 16 != checksum.value & 0xFFFF:
            return (.checksumMismatch, "the header's checksum is wrong")
        default: break
        }
        if missing == 0 { (field, missing) = (fields.popLast() ?? .end, 2) }
        return nil
    }

    /// The text as UTF-8, which most programs write, or else as Latin-1, as the standard says.
    private mutating func string() -> String {
        defer { text = [] }
        return String(validating: text, as: UTF8.self)
            ?? String(decoding: text.map { UInt16($0) }, as: UTF16.self)
    }
}

/// The header of a zlib stream (RFC 1950).
enum ZlibHeader: Sendable {
    /// Whether two bytes are a header of deflate with a window of at most 32 KiB.
    static func isValid(_ first: UInt8, _ second: UInt8) -> Bool {
        first & 0x0F == 8 && first >> 4 <= 7 && (UInt16(first) << 8 | UInt16(second)) % 31 == 0
    }

    /// The header of a window of 32 KiB, as zlib writes it.
    static func bytes(for level: CompressionLevel) -> [UInt8] {
        let check: UInt8 =
            switch level.value {
            case ..<2: 0x01
            case ..<6: 0x5E
            case 6: 0x9C
            default: 0xDA
            }
        return [0x78, check]
    }
}
