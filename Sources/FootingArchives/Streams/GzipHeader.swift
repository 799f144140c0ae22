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
        for shift in stride(from: UInt32(0), to: 32, by: 8) {
            bytes.append(UInt8(time >> shift & 0xFF))
        }
        bytes += [speed, 255]
        for string in [name, comment] {
            guard let string else { continue }
            bytes += string.utf8.prefix { $0 != 0 }
            bytes.append(0)
        }
        return bytes
    }
}

/// Reads the header of a gzip member, byte by byte.
struct GzipHeaderReader: Sendable {
    private enum Field: Sendable {
        case fixed, extraLength, extra, name, comment, checksum, end
    }

    private(set) var header = GzipHeader()
    /// The number of bytes so far.
    private(set) var count = 0
    private var field = Field.fixed
    private var flags: UInt8 = 0
    private var checksum = CRC32()
    /// The rest of the current field, its bytes, and its number in little endian.
    private var remaining = 10
    private var text: [UInt8] = []
    private var number: UInt64 = 0

    var isComplete: Bool { field == .end }

    /// Reads the next byte, and returns a code and a reason if it is wrong.
    mutating func add(_ byte: UInt8) -> (code: ArchiveError.Code, reason: String)? {
        count += 1
        if field != .checksum { checksum.update(byte) }
        switch field {
        case .fixed: return addFixed(byte)
        case .extraLength:
            number |= UInt64(byte) << (8 * UInt64(2 - remaining))
            remaining -= 1
            if remaining == 0 { advance() }
        case .extra:
            remaining -= 1
            if remaining == 0 { advance() }
        case .name, .comment:
            if byte == 0 { advance() } else { text.append(byte) }
        case .checksum:
            number |= UInt64(byte) << (8 * UInt64(2 - remaining))
            remaining -= 1
            guard remaining == 0 else { return nil }
            guard number == UInt64(checksum.value & 0xFFFF) else {
                return (.checksumMismatch, "the header's checksum is wrong")
            }
            advance()
        case .end: break
        }
        return nil
    }

    private mutating func addFixed(_ byte: UInt8) -> (code: ArchiveError.Code, reason: String)? {
        switch count {
        case 1, 2:
            guard byte == GzipHeader.magic[count - 1] else {
                return (.notAnArchive, "the data is not gzip")
            }
        case 3:
            guard byte == 8 else {
                return (.unsupportedMethod, "unknown compression method \(byte)")
            }
        case 4:
            guard byte & 0xE0 == 0 else { return (.malformed, "reserved flags are set") }
            flags = byte
        case 5...8:
            number |= UInt64(byte) << (8 * UInt64(count - 5))
        case 10:
            if number != 0 {
                header.modificationDate = Date(timeIntervalSince1970: Double(number))
            }
            advance()
        default: break
        }
        return nil
    }

    /// Goes on to the next field that is present.
    private mutating func advance() {
        switch field {
        case .fixed where flags & 4 != 0: (field, remaining) = (.extraLength, 2)
        case .extraLength where number > 0: (field, remaining) = (.extra, Int(number))
        case .fixed, .extraLength, .extra:
            field = .name
            if flags & 8 == 0 { advance() }
        case .name:
            if flags & 8 != 0 { header.name = string }
            field = .comment
            if flags & 16 == 0 { advance() }
        case .comment:
            if flags & 16 != 0 { header.comment = string }
            (field, remaining) = (flags & 2 != 0 ? .checksum : .end, 2)
        case .checksum, .end:
            field = .end
        }
        number = 0
        text = []
    }

    /// The text as UTF-8, which most programs write, or else as Latin-1, as the standard says.
    private var string: String {
        String(validating: text, as: UTF8.self)
            ?? String(decoding: text.map { UInt16($0) }, as: UTF16.self)
    }
}
