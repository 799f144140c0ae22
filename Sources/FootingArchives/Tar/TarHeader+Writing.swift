#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension TarHeader {
    /// Returns the blocks before the contents of an entry: its header, and before it the records of
    /// what the header can't hold.
    static func blocks(
        of entry: ArchiveEntry,
        size: Int,
        _ format: TarWriter.Format,
        _ includesFractions: Bool
    ) throws(ArchiveError) -> [UInt8] {
        let isFolder = entry.kind == .folder
        let type = types.first { $0.kind == entry.kind }?.type ?? "\0"
        var (header, records) = (TarHeader(type), [UInt8]())

        func require(_ condition: Bool, _ reason: String) throws(ArchiveError) {
            guard condition else { throw ArchiveError(.invalidEntry, path: entry.path, reason) }
        }
        func add(_ field: Field, _ value: [UInt8]) throws(ArchiveError) {
            try require(format == .pax, "the format \(format) can't hold it")
            records += PaxRecords.record(field.rawValue, value)
        }
        /// Writes the string; adds a record if it is not ASCII, has a NUL, or is too long
        /// (`reserved` bytes stay free).
        func set(
            _ field: Field,
            to content: [UInt8],
            except reserved: Int = 0
        ) throws(ArchiveError) {
            header.set(field, to: content)
            let isPlain = content.allSatisfy { 1..<0x80 ~= $0 }
            if !isPlain || content.count > field.range.count - reserved { try add(field, content) }
        }
        /// Writes a number; or 0 and a record.
        func set(_ field: Field, to number: Int64) throws(ArchiveError) {
            guard !header.set(field, to: number) else { return }
            try require(number >= 0 || field == .mtime, "it has a negative number")
            try add(field, Array("\(number)".utf8))
        }

        try require(["0", "1", "2", "5"].contains(type), "its kind is not supported")
        try require(entry.path.isSafe(), "its path is not safe")
        try require(size >= 0, "its size is negative")
        try require(size == 0 || entry.kind == .file, "only files have contents")
        let path = entry.path.bytes + (isFolder ? [UInt8(ascii: "/")] : [])
        if !header.split(path) { try set(.path, to: path) }
        if type == "1" || type == "2" {
            let target = entry.linkTarget?.bytes ?? []
            let isAllowed = type == "2" || entry.linkTarget?.isSafe() == true
            let isTarget = isAllowed && !target.isEmpty && !target.contains(0)
            try require(isTarget, "its target is missing or not safe")
            try set(.linkpath, to: target)
        }
        try set(.mode, to: Int64(entry.permissions ?? (isFolder ? 0o755 : 0o644)) & 0o7777)
        try set(.uid, to: Int64(entry.owner?.id ?? 0))
        try set(.gid, to: Int64(entry.group?.id ?? 0))
        try set(.size, to: Int64(size))
        let date = entry.modificationDate?.timeIntervalSince1970 ?? 0
        let seconds = Int64(exactly: date.rounded(.down))
        try require(seconds != nil, "its date is out of range")
        // An exponent means less than 100 microseconds, or no fraction.
        if includesFractions, format == .pax, date != date.rounded(.down),
            case let decimal = "\(date)", !decimal.contains("e")
        {
            _ = header.set(.mtime, to: seconds ?? 0)
            try add(.mtime, Array(decimal.utf8))
        } else {
            try set(.mtime, to: seconds ?? 0)
        }
        // The names of owners end with a NUL.
        if let name = entry.owner?.name { try set(.uname, to: Array(name.utf8), except: 1) }
        if let name = entry.group?.name { try set(.gname, to: Array(name.utf8), except: 1) }
        for bytes in sortedBytewise(entry.extendedRecords.keys.map { Array($0.utf8) }) {
            let key = String(decoding: bytes, as: UTF8.self)
            let isReserved = TarEntry.globalKeys.contains(key) || TarEntry.isOfOneEntry(key)
            let isKey = 1...PaxRecords.maximumKeyCount ~= bytes.count && !isReserved
            let isValid = format == .pax && isKey && !bytes.contains(UInt8(ascii: "="))
            try require(isValid, "it has a record that this format does not hold")
            records += PaxRecords.record(key, Array(entry.extendedRecords[key] ?? Data()))
        }
        return (records.isEmpty ? [] : extensionHeader(of: records)) + header.checked
    }

    /// An extension header with records.
    private static func extensionHeader(of records: [UInt8]) -> [UInt8] {
        var header = TarHeader("x")
        header.set(.path, to: Array("././@PaxHeader".utf8))
        _ = header.set(.size, to: Int64(records.count))
        return header.checked + records
            + [UInt8](repeating: 0, count: TarHeader.padding(of: records.count))
    }

    /// Writes a long path of ASCII as a prefix and a name, or returns false.
    private mutating func split(_ path: [UInt8]) -> Bool {
        let room = Field.path.range.count
        // The prefix ends before a slash, and something follows the slash.
        let start = path.dropLast().prefix(Field.prefix.range.count + 1)
        guard path.count > room, path.allSatisfy({ $0 < 0x80 }),
            let slash = start.lastIndex(of: UInt8(ascii: "/")), path.count - slash - 1 <= room
        else { return false }
        set(.prefix, to: Array(path[..<slash]))
        set(.path, to: Array(path[(slash + 1)...]))
        return true
    }

    /// Copies bytes into a field, as many as it holds.
    private mutating func set(_ field: Field, to content: [UInt8]) {
        for (index, byte) in zip(field.range, content) { bytes[index] = byte }
    }

    /// Writes a number as octal digits and a NUL, or 0 and returns false if it does not fit.
    private mutating func set(_ field: Field, to value: Int64) -> Bool {
        let fits = value >= 0 && value >> (3 * (field.range.count - 1)) == 0
        var rest = fits ? value : 0
        for index in field.range.dropLast().reversed() {
            bytes[index] = UInt8(ascii: "0") | UInt8(rest & 7)
            rest >>= 3
        }
        return fits
    }

    /// The bytes with their checksum.
    private var checked: [UInt8] {
        var header = self
        _ = header.set(.checksum, to: sum { Int32($0) })
        return header.bytes
    }

    /// Creates a header of ustar with a type, whose numbers are 0.
    private init(_ type: Unicode.Scalar) {
        self.init(Self.template)
        bytes[Self.typeIndex] = UInt8(ascii: type)
    }

    private static let template: [UInt8] = {
        var bytes = [UInt8](repeating: 0, count: size)
        for (index, byte) in zip(Field.magic.range, magic) { bytes[index] = byte }
        for field in [Field.mode, .uid, .gid, .size, .mtime] {
            for index in field.range.dropLast() { bytes[index] = UInt8(ascii: "0") }
        }
        return bytes
    }()
}
