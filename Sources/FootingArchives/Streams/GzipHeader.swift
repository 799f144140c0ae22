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

/// Reads the header of a gzip member, byte by byte.
struct GzipHeaderReader: Sendable {
    private enum Field: UInt8, Sendable {
        case fixed, extraLength, extra, name, comment, checksum, end
    }

    private(set) var header = GzipHeader()
    private var bytes: [UInt8] = []
    private var checksum = CRC32()
    private var field = Field.fixed
    private var start = 0
    /// The end of the field, or `nil` if its first zero is its last byte.
    private var end: Int? = 10

    /// The number of bytes so far.
    var count: Int { bytes.count }
    var isComplete: Bool { field == .end }

    /// Reads the next byte, and returns a code and a reason if it is wrong.
    mutating func add(_ byte: UInt8) -> (code: ArchiveError.Code, reason: String)? {
        if field != .checksum { checksum.update(byte) }
        bytes.append(byte)
        switch count {
        case 1...2 where byte != GzipHeader.magic[count - 1]:
            return (.notAnArchive, "the data is not gzip")
        case 3 where byte != 8: return (.unsupportedMethod, "unknown compression method \(byte)")
        case 4 where byte & 0xE0 != 0: return (.malformed, "reserved flags are set")
        default: break
        }
        guard end.map({ count == $0 }) ?? (byte == 0) else { return nil }
        let content = bytes[start...]
        let number = content.suffix(2).reversed().reduce(0) { $0 << 8 | Int($1) }
        switch field {
        case .fixed:
            let seconds = bytes[4..<8].reversed().reduce(0) { $0 << 8 | Int($1) }
            if seconds != 0 { header.modificationDate = Date(timeIntervalSince1970: Double(seconds)) }
        case .name: header.name = Self.string(content.dropLast())
        case .comment: header.comment = Self.string(content.dropLast())
        case .checksum where number != Int(checksum.value & 0xFFFF):
            return (.checksumMismatch, "the header's checksum is wrong")
        case .extraLength, .extra, .checksum, .end: break
        }
        start = count
        let isEmptyExtra = field == .extraLength && number == 0
        repeat {
            field = Field(rawValue: field.rawValue + 1) ?? .end
        } while !isPresent || field == .extra && isEmptyExtra
        end =
            switch field {
            case .extraLength, .checksum: count + 2
            case .extra: count + number
            default: nil
            }
        return nil
    }

    private var isPresent: Bool {
        let flag: UInt8 =
            switch field {
            case .extraLength, .extra: 4
            case .name: 8
            case .comment: 16
            case .checksum: 2
            case .fixed, .end: 0
            }
        return bytes[3] & flag == flag
    }

    /// UTF-8, which most programs write, or else Latin-1, as the standard says.
    private static func string(_ bytes: ArraySlice<UInt8>) -> String {
        String(validating: bytes, as: UTF8.self)
            ?? String(decoding: bytes.map { UInt16($0) }, as: UTF16.self)
    }
}
