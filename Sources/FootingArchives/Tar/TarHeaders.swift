#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The header of an entry to be written, and the extension headers that it needs.
struct TarHeaders: Sendable {
    private let format: TarWriter.Format
    private let path: ArchivePath
    private var header = TarHeader()
    /// The records of POSIX, and the long names of GNU with their types.
    private var records: [UInt8] = []
    private var longNames: [UInt8] = []

    private typealias Field = TarHeader.Field

    init(
        _ entry: ArchiveEntry,
        size: Int,
        _ format: TarWriter.Format,
        _ includesFractions: Bool
    ) throws(ArchiveError) {
        self.format = format
        path = entry.path
        guard path.isSafe() else { throw invalid("its path is not safe") }
        guard size == 0 || entry.kind == .file && size > 0 else {
            throw invalid("only files have contents, and none a negative size")
        }
        let isFolder = entry.kind == .folder
        let target = entry.linkTarget?.bytes ?? []
        switch entry.kind {
        case .file: header.setType("0")
        case .folder: header.setType("5")
        case .symbolicLink: header.setType("2")
        case .hardLink: header.setType("1")
        case .device, .pipe, .other: throw invalid("its kind is not supported")
        }
        if entry.kind == .symbolicLink || entry.kind == .hardLink {
            let isUsable = entry.kind == .symbolicLink || entry.linkTarget?.isSafe() == true
            guard !target.isEmpty, !target.contains(0), isUsable else {
                throw invalid("its target is missing or not safe")
            }
            try set(Field.linkName, to: target, "linkpath", "K")
        }
        header.setMagic(ofGNU: format == .gnu)
        try setPath(isFolder ? path.bytes + [UInt8(ascii: "/")] : path.bytes)
        try set(Field.mode, to: Int64(entry.permissions ?? (isFolder ? 0o755 : 0o644)) & 0o7777, "")
        try set(Field.owner, to: Int64(entry.owner?.id ?? 0), "uid")
        try set(Field.group, to: Int64(entry.group?.id ?? 0), "gid")
        try set(Field.size, to: Int64(size), "size")
        try set(entry.modificationDate, includesFractions)
        // The last byte of a name's field is a NUL.
        try set(Field.ownerName.dropLast(), to: Array((entry.owner?.name ?? "").utf8), "uname")
        try set(Field.groupName.dropLast(), to: Array((entry.group?.name ?? "").utf8), "gname")
        for (key, value) in entry.extendedRecords.sorted(by: { $0.key < $1.key }) {
            let isReserved = TarEntry.globalKeys.contains(key) || TarEntry.isOfOneEntry(key)
            guard format == .pax, !isReserved, !key.isEmpty, !key.contains("=") else {
                throw invalid("it has a record that this format does not hold")
            }
            PaxRecords.append(key, value, to: &records)
        }
        header.setChecksum()
    }

    /// The blocks before the contents.
    var bytes: [UInt8] {
        let extended = records.isEmpty ? [] : Self.extended(records, "x", "././@PaxHeader")
        return longNames + extended + header.bytes
    }

    // MARK: Fields

    private func invalid(_ reason: String) -> ArchiveError {
        ArchiveError(.invalidEntry, path: path, reason)
    }

    private var cannotHold: ArchiveError { invalid("the format \(format) can't hold it") }

    /// Writes a string, or as much as fits and a record or a long name.
    private mutating func set(
        _ field: Range<Int>,
        to content: [UInt8],
        _ key: String,
        _ longType: Unicode.Scalar? = nil
    ) throws(ArchiveError) {
        header.set(field, to: content)
        let fits = content.count <= field.count
        guard !fits || format != .gnu && content.contains(where: { $0 >= 0x80 }) else { return }
        if format == .pax {
            PaxRecords.append(key, content, to: &records)
        } else if format == .gnu, let longType {
            longNames += Self.extended(content + [0], longType, "././@LongLink")
        } else {
            throw cannotHold
        }
    }

    private mutating func setPath(_ path: [UInt8]) throws(ArchiveError) {
        let isASCII = path.allSatisfy { $0 < 0x80 }
        if format != .gnu, isASCII, path.count > Field.name.count {
            // The prefix ends before a slash, and something follows the slash.
            let start = path[..<min(path.count - 1, Field.prefix.count + 1)]
            if let slash = start.lastIndex(of: UInt8(ascii: "/")),
                path.count - slash - 1 <= Field.name.count
            {
                header.set(Field.prefix, to: path[..<slash])
                return header.set(Field.name, to: path[(slash + 1)...])
            }
        }
        try set(Field.name, to: path, "path", "L")
    }

    /// Writes a number, or a record.
    private mutating func set(
        _ field: Range<Int>,
        to number: Int64,
        _ key: String
    ) throws(ArchiveError) {
        guard !header.setOctal(field, to: number) else { return }
        guard number >= 0 || key == "mtime" else { throw invalid("it has a negative number") }
        switch format {
        case .pax:
            PaxRecords.append(key, "\(number)".utf8, to: &records)
            _ = header.setOctal(field, to: 0)
        case .gnu: header.setBinary(field, to: number)
        case .ustar: throw cannotHold
        }
    }

    private mutating func set(_ date: Date?, _ includesFractions: Bool) throws(ArchiveError) {
        let exact = date?.timeIntervalSince1970 ?? 0
        guard let seconds = Int64(exactly: exact.rounded(.down)) else {
            throw invalid("its date is out of range")
        }
        let fraction = ((exact - Double(seconds)) * 1e9).rounded()
        guard includesFractions, format == .pax, fraction > 0, fraction < 1e9 else {
            return try set(Field.date, to: seconds, "mtime")
        }
        _ = header.setOctal(Field.date, to: seconds) || header.setOctal(Field.date, to: 0)
        // A negative date is the negated sum of a number and a fraction.
        let isNegative = seconds < 0
        let whole = isNegative ? -(seconds + 1) : seconds
        let digits = "\(Int(isNegative ? 1e9 - fraction : fraction))"
        let zeros = String(repeating: "0", count: 9 - digits.utf8.count)
        let value = (isNegative ? "-" : "") + "\(whole).\(zeros)\(digits)"
        PaxRecords.append("mtime", value.utf8, to: &records)
    }

    /// An extension header with its content.
    private static func extended(
        _ content: [UInt8],
        _ type: Unicode.Scalar,
        _ name: String
    ) -> [UInt8] {
        var header = TarHeader()
        header.set(Field.name, to: name.utf8)
        header.setType(type)
        header.setMagic(ofGNU: type != "x")
        _ = header.setOctal(Field.mode, to: 0o644)
        for field in [Field.owner, Field.group, Field.date] { _ = header.setOctal(field, to: 0) }
        _ = header.setOctal(Field.size, to: Int64(content.count))
        header.setChecksum()
        let padding = [UInt8](repeating: 0, count: TarHeader.padding(of: content.count))
        return header.bytes + content + padding
    }
}
