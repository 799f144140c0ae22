import FootingBytes

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The bytes that CP437 has from 0x80 on, as UTF-8.
private let codePage437 = Array(
    ("ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘"
        + "┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}").unicodeScalars
)

private let slash = UInt8(ascii: "/")
private let backslash = UInt8(ascii: "\\")

extension ArchiveEntry {
    /// Creates the entry that a record describes.
    // No branches, after which the large value would be copied.
    init(
        _ record: ZipRecord,
        _ encoding: ArchiveOptions.NameEncoding,
        _ origin: ZipOrigin
    ) {
        let date = record.date
        path = record.path(encoding)
        kind = record.kind
        size = record.size
        compressedSize = record.compressedSize
        checksum = record.checksum
        let mode = record.isUnix ? record.attributes >> 16 : 0
        permissions = mode == 0 ? nil : UInt16(mode & 0o7777)
        modificationDate = date
        dosDate = date == nil ? record.dosDate : nil
        isEncrypted = record.isEncrypted
        self.origin = origin
        if !record.comment.isEmpty { comment = Data(record.comment.array) }
    }
}

extension ZipRecord {
    var kind: ArchiveEntry.Kind {
        if isNamedAsFolder { return .folder }
        if isUnix {
            switch attributes >> 28 {
            case 0: break
            case 0o01: return .pipe
            case 0o02, 0o06: return .device
            case 0o04: return .folder
            case 0o10: return .file
            case 0o12: return .symbolicLink
            default: return .other
            }
        }
        return attributes & 0x10 != 0 ? .folder : .file
    }

    /// The date of an extra field, in seconds since 1970 or in units of 100 ns since 1601.
    fileprivate var date: Date? {
        guard !extra.isEmpty else { return nil }
        if let field = extra.extraField(0x5455), field.count >= 5, field[0] & 1 != 0 {
            let seconds = field.integer(at: 1, as: Int32.self)
            return Date(timeIntervalSince1970: Double(seconds))
        }
        guard let field = extra.extraField(0x000A), field.count >= 4,
            let times = field.slice(from: 4, count: field.count - 4).extraField(0x0001),
            times.count >= 8
        else { return nil }
        let units = times.integer(at: 0, as: UInt64.self)
        return units == 0 ? nil : Date(timeIntervalSince1970: Double(units) / 1e7 - 11_644_473_600)
    }

    // MARK: Paths

    func path(_ encoding: ArchiveOptions.NameEncoding) -> ArchivePath {
        withPath(encoding) { ArchivePath(verbatim: $0.array) }
    }

    /// Calls `body` with the decoded and normalized path; copies only names that change.
    @inline(__always)
    func withPath<Result>(
        _ encoding: ArchiveOptions.NameEncoding,
        _ body: (ByteView) -> Result
    ) -> Result {
        if let plainPath { return body(plainPath) }
        return unsafe ArchivePath(bytes: decodedName(encoding)).bytes.withUnsafeBytes {
            unsafe body(ByteView($0))
        }
    }

    /// The name without a slash at its end, if this is certainly the path.
    private var plainPath: ByteView? {
        guard isUTF8 || extra.isEmpty || extra.extraField(0x7075) == nil else { return nil }
        if isDOS, name.index(of: backslash, from: 0) < name.count { return nil }
        var all: UInt64 = 0
        // Marks the bytes at which a component begins.
        var starts: UInt64 = 0x80
        for index in stride(from: 0, to: name.count, by: 8) {
            let word = name.upToEightBytes(at: index)
            let slashes = ByteWord.marks(of: slash, in: word)
            starts |= slashes << 8
            guard starts & (slashes | ByteWord.marks(of: UInt8(ascii: "."), in: word)) == 0
            else { return nil }
            all |= word
            starts = slashes >> 56
        }
        guard isUTF8 || all & ByteWord.highBits == 0 else { return nil }
        return name.slice(from: 0, count: name.count - (isNamedAsFolder ? 1 : 0))
    }

    private func decodedName(_ encoding: ArchiveOptions.NameEncoding) -> [UInt8] {
        let bytes = (isUTF8 ? nil : unicodeName) ?? ownName(encoding)
        guard isDOS, !bytes.contains(slash) else { return bytes }
        return bytes.map { $0 == backslash ? slash : $0 }
    }

    /// The name without that of an extra field.
    private func ownName(_ encoding: ArchiveOptions.NameEncoding) -> [UInt8] {
        let bytes = name.array
        guard !hasKnownEncoding(bytes), encoding == .codePage437 else { return bytes }
        let scalars = bytes.map { $0 < 0x80 ? Unicode.Scalar($0) : codePage437[Int($0) - 0x80] }
        return Array(String(String.UnicodeScalarView(scalars)).utf8)
    }

    /// Whether the bytes of the name are certainly UTF-8 or ASCII.
    private func hasKnownEncoding(_ name: [UInt8]) -> Bool {
        isUTF8 || name.allSatisfy { $0 < 0x80 }
            || isUnix && String(validating: name, as: UTF8.self) != nil
    }

    /// Whether the name differs from another one in UTF-8; only in its ASCII, if its encoding is
    /// unknown.
    private func differs(from other: [UInt8]) -> Bool {
        let own = name.array
        if hasKnownEncoding(own) { return own != other }
        return own.filter { $0 < 0x80 } != other.filter { $0 < 0x80 }
    }

    /// Whether the extra field's name differs from both names of the record.
    func hasOtherName(than record: ZipRecord) -> Bool {
        guard let unicodeName else { return false }
        // Of two fields, the encoding is known.
        if let other = record.unicodeName, !record.hasKnownEncoding(record.name.array) {
            return unicodeName != other
        }
        return unicodeName != record.unicodeName && record.differs(from: unicodeName)
    }

    /// The reason why programs understand the name or the kind in two ways.
    @inline(__always)
    var ambiguity: String? {
        // Of most entries, these bits decide.
        let mayBeFolder = attributes >> 28 == 0o04 || attributes & 0x10 != 0
        return mayBeFolder || !extra.isEmpty ? secondMeaning : nil
    }

    @inline(never)
    private var secondMeaning: String? {
        if kind == .folder, !isNamedAsFolder { return "its mode is a folder's, its name a file's" }
        guard let unicodeName, differs(from: unicodeName) else { return nil }
        return "an extra field has another name"
    }

    /// The name of an extra field, if the field is about this name.
    private var unicodeName: [UInt8]? {
        guard let field = extra.extraField(0x7075), field.count >= 5, field[0] == 1
        else { return nil }
        var crc = CRC32()
        crc.update(name)
        guard crc.value == field.integer(at: 1, as: UInt32.self) else { return nil }
        return field.slice(from: 5, count: field.count - 5).array
    }

    /// Whether the name ends as those of folders do.
    var isNamedAsFolder: Bool {
        guard !name.isEmpty else { return false }
        let last = name[name.count - 1]
        return last == slash
            || last == backslash && isDOS && name.index(of: slash, from: 0) == name.count
    }
}

extension ByteView {
    var isEmpty: Bool { count == 0 }

    /// The bytes from an index on, at most eight, with zeros after the last.
    @inline(__always)
    fileprivate func upToEightBytes(at index: Int) -> UInt64 {
        if hasEight(index) { return eightBytes(at: index) }
        let rest = count &- index
        if count >= 8 { return eightBytes(at: count &- 8) &>> UInt64(8 &* (8 &- rest)) }
        return (index..<count).reversed().reduce(0) { $0 << 8 | UInt64(self[$1]) }
    }
}
