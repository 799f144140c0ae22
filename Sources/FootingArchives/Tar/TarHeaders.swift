#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The header of an entry to be written, and the records that it needs.
struct TarHeaders: Sendable {
    private let format: TarWriter.Format
    private let path: ArchivePath
    private var header: TarHeader
    /// The records of what the header can't hold.
    private var records: [UInt8] = []

    init(
        _ entry: ArchiveEntry,
        size: Int,
        _ format: TarWriter.Format,
        _ includesFractions: Bool
    ) throws(ArchiveError) {
        self.format = format
        path = entry.path
        let isFolder = entry.kind == .folder
        let type = TarHeader.types.first { $0.kind == entry.kind }?.type ?? "\0"
        header = TarHeader(type)
        guard "0125".unicodeScalars.contains(type) else {
            throw invalid("its kind is not supported")
        }
        guard path.isSafe() else { throw invalid("its path is not safe") }
        guard size == 0 || entry.kind == .file && size > 0 else {
            throw invalid("only files have contents, and none a negative size")
        }
        try setPath(isFolder ? path.bytes + [UInt8(ascii: "/")] : path.bytes)
        if type == "1" || type == "2" {
            let target = entry.linkTarget?.bytes ?? []
            guard !target.isEmpty, !target.contains(0),
                type == "2" || entry.linkTarget?.isSafe() == true
            else { throw invalid("its target is missing or not safe") }
            try set(.linkpath, to: target)
        }
        try set(.mode, to: Int64(entry.permissions ?? (isFolder ? 0o755 : 0o644)) & 0o7777)
        try set(.uid, to: Int64(entry.owner?.id ?? 0))
        try set(.gid, to: Int64(entry.group?.id ?? 0))
        try set(.size, to: Int64(size))
        try set(entry.modificationDate, includesFractions)
        // The names of owners end with a NUL.
        if let name = entry.owner?.name { try set(.uname, to: Array(name.utf8), except: 1) }
        if let name = entry.group?.name { try set(.gname, to: Array(name.utf8), except: 1) }
        for (key, value) in entry.extendedRecords.sorted(by: { $0.key < $1.key }) {
            let isReserved = TarEntry.globalKeys.contains(key) || TarEntry.isOfOneEntry(key)
            guard format == .pax, !isReserved, 1...PaxRecords.maximumKeyCount ~= key.utf8.count,
                !key.utf8.contains(UInt8(ascii: "="))
            else {
                throw invalid("it has a record that this format does not hold")
            }
            records += PaxRecords.record(key, value)
        }
        header.setChecksum()
    }

    /// The blocks before the contents.
    var bytes: [UInt8] {
        guard !records.isEmpty else { return header.bytes }
        var extended = TarHeader("x")
        extended.set(.path, to: "././@PaxHeader".utf8)
        _ = extended.set(.size, to: Int64(records.count))
        extended.setChecksum()
        let padding = [UInt8](repeating: 0, count: TarHeader.padding(of: records.count))
        return extended.bytes + records + padding + header.bytes
    }

    private func invalid(_ reason: String) -> ArchiveError {
        ArchiveError(.invalidEntry, path: path, reason)
    }

    /// Adds a record of what a field can't hold.
    private mutating func add(
        _ field: TarHeader.Field,
        _ value: some Collection<UInt8>
    ) throws(ArchiveError) {
        guard format == .pax else { throw invalid("the format \(format) can't hold it") }
        records += PaxRecords.record(field.rawValue, value)
    }

    /// Writes a string of ASCII that fits, except for a number of bytes; or a record, too.
    private mutating func set(
        _ field: TarHeader.Field,
        to content: [UInt8],
        except reserved: Int = 0
    ) throws(ArchiveError) {
        header.set(field, to: content)
        let fits = content.count <= field.range.count - reserved
        if !fits || content.contains(where: { $0 >= 0x80 }) { try add(field, content) }
    }

    private mutating func setPath(_ path: [UInt8]) throws(ArchiveError) {
        let room = TarHeader.Field.path.range.count
        // The prefix ends before a slash, and something follows the slash.
        let start = path.dropLast().prefix(TarHeader.Field.prefix.range.count + 1)
        guard path.count > room, path.allSatisfy({ $0 < 0x80 }),
            let slash = start.lastIndex(of: UInt8(ascii: "/")), path.count - slash - 1 <= room
        else { return try set(.path, to: path) }
        header.set(.prefix, to: path[..<slash])
        header.set(.path, to: path[(slash + 1)...])
    }

    /// Writes a number; or 0 and a record.
    private mutating func set(_ field: TarHeader.Field, to number: Int64) throws(ArchiveError) {
        guard !header.set(field, to: number) else { return }
        guard number >= 0 || field == .mtime else { throw invalid("it has a negative number") }
        try add(field, "\(number)".utf8)
    }

    private mutating func set(_ date: Date?, _ includesFractions: Bool) throws(ArchiveError) {
        let exact = date?.timeIntervalSince1970 ?? 0
        guard let seconds = Int64(exactly: exact.rounded(.down)) else {
            throw invalid("its date is out of range")
        }
        // An exponent means less than 100 microseconds, or no fraction.
        guard includesFractions, format == .pax, exact != Double(seconds),
            case let decimal = "\(exact)", !decimal.contains("e")
        else { return try set(.mtime, to: seconds) }
        _ = header.set(.mtime, to: seconds)
        try add(.mtime, decimal.utf8)
    }
}
