#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The header of an entry to be written, and the extension headers that it needs.
struct TarHeaders: Sendable {
    private let format: TarWriter.Format
    private let path: ArchivePath
    private var header: TarHeader
    /// The records of POSIX, and the headers of GNU with long names.
    private var records: [UInt8] = []
    private var longNames: [UInt8] = []

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
        header = TarHeader(type, isGNU: format == .gnu)
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
            try set(.linkpath, to: target, longType: "K")
        }
        try set(.mode, to: Int64(entry.permissions ?? (isFolder ? 0o755 : 0o644)) & 0o7777)
        try set(.uid, to: Int64(entry.owner?.id ?? 0))
        try set(.gid, to: Int64(entry.group?.id ?? 0))
        try set(.size, to: Int64(size))
        try set(entry.modificationDate, includesFractions)
        try set(.uname, to: Array((entry.owner?.name ?? "").utf8))
        try set(.gname, to: Array((entry.group?.name ?? "").utf8))
        for (key, value) in entry.extendedRecords.sorted(by: { $0.key < $1.key }) {
            let isReserved = TarEntry.globalKeys.contains(key) || TarEntry.isOfOneEntry(key)
            guard format == .pax, !isReserved, !key.isEmpty, !key.contains("=") else {
                throw invalid("it has a record that this format does not hold")
            }
            records += PaxRecords.record(key, value)
        }
        header.setChecksum()
    }

    /// The blocks before the contents.
    var bytes: [UInt8] {
        let extended = records.isEmpty ? [] : Self.extended(records, "x", "././@PaxHeader")
        return longNames + extended + header.bytes
    }

    private func invalid(_ reason: String) -> ArchiveError {
        ArchiveError(.invalidEntry, path: path, reason)
    }

    private var cannotHold: ArchiveError { invalid("the format \(format) can't hold it") }

    /// Writes a string, or as much as fits and a record or a long name.
    private mutating func set(
        _ field: TarHeader.Field,
        to content: [UInt8],
        longType: Unicode.Scalar? = nil
    ) throws(ArchiveError) {
        header.set(field, to: content)
        // The names of owners end with a NUL.
        let fits = content.count <= field.range.count - (longType == nil ? 1 : 0)
        guard !fits || format != .gnu && content.contains(where: { $0 >= 0x80 }) else { return }
        if format == .pax {
            records += PaxRecords.record(field.rawValue, content)
        } else if format == .gnu, let longType {
            longNames += Self.extended(content + [0], longType, "././@LongLink")
        } else {
            throw cannotHold
        }
    }

    private mutating func setPath(_ path: [UInt8]) throws(ArchiveError) {
        let room = TarHeader.Field.path.range.count
        // The prefix ends before a slash, and something follows the slash.
        let start = path.dropLast().prefix(TarHeader.Field.prefix.range.count + 1)
        guard format != .gnu, path.count > room, path.allSatisfy({ $0 < 0x80 }),
            let slash = start.lastIndex(of: UInt8(ascii: "/")), path.count - slash - 1 <= room
        else { return try set(.path, to: path, longType: "L") }
        header.set(.prefix, to: path[..<slash])
        header.set(.path, to: path[(slash + 1)...])
    }

    /// Writes a number, or a record.
    private mutating func set(_ field: TarHeader.Field, to number: Int64) throws(ArchiveError) {
        guard !header.setOctal(field, to: number) else { return }
        guard number >= 0 || field == .mtime else { throw invalid("it has a negative number") }
        switch format {
        case .pax: records += PaxRecords.record(field.rawValue, "\(number)".utf8)
        case .gnu: header.setBinary(field, to: number)
        case .ustar: throw cannotHold
        }
    }

    private mutating func set(_ date: Date?, _ includesFractions: Bool) throws(ArchiveError) {
        let exact = date?.timeIntervalSince1970 ?? 0
        guard let seconds = Int64(exactly: exact.rounded(.down)) else {
            throw invalid("its date is out of range")
        }
        let decimal = "\(exact)"
        // An exponent means less than 100 microseconds, or no fraction.
        guard includesFractions, format == .pax, exact != Double(seconds), !decimal.contains("e")
        else { return try set(.mtime, to: seconds) }
        _ = header.setOctal(.mtime, to: seconds)
        records += PaxRecords.record(TarHeader.Field.mtime.rawValue, decimal.utf8)
    }

    /// An extension header with its content.
    private static func extended(
        _ content: [UInt8],
        _ type: Unicode.Scalar,
        _ name: String
    ) -> [UInt8] {
        var header = TarHeader(type, isGNU: type != "x")
        header.set(.path, to: name.utf8)
        _ = header.setOctal(.size, to: Int64(content.count))
        header.setChecksum()
        let padding = [UInt8](repeating: 0, count: TarHeader.padding(of: content.count))
        return header.bytes + content + padding
    }
}
