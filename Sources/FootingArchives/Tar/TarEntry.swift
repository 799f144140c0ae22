#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// An entry of a tar archive, as its header and the extension headers before it describe it.
struct TarEntry: ~Copyable, Sendable {
    private(set) var entry = ArchiveEntry(ArchivePath(verbatim: []))
    /// The number of bytes of contents after the header.
    private(set) var storedSize = 0
    /// The runs of the contents that are read; `nil` if the next block continues the map.
    private(set) var map: SparseMap? = SparseMap(storedCount: 0)
    /// Whether the entry is left out.
    private(set) var isSkipped = false
    private(set) var issues: [ArchiveIssue] = []

    private let header: TarHeader
    private let offset: Int
    /// The records that are not used yet.
    private var records: PaxRecords.Values
    /// The offsets and counts of the regions so far, and the size of the file with its holes.
    private var mapNumbers: [Int64] = []
    private var realSize: Int64 = 0
    /// The end of a block of the map, which has no newline yet.
    private var line: ArraySlice<UInt8> = []

    /// Combines a header at an offset with records, which replace its fields.
    init(
        _ header: TarHeader,
        at offset: Int,
        _ records: PaxRecords.Values
    ) throws(ArchiveError) {
        self.header = header
        self.offset = offset
        self.records = records
        setPaths()
        try setKindAndSize()
        // Of an entry that is left out, too: its map may continue in further blocks.
        if entry.kind == .file { try beginMap() }
        entry.permissions = number(.mode).map { UInt16(truncatingIfNeeded: $0 & 0o7777) }
        var details = entry.details
        details.owner = account(.uid, .uname)
        details.group = account(.gid, .gname)
        let date = pop("mtime").map(PaxRecords.seconds)
        if let seconds = date ?? header.number(in: .mtime).map(Double.init) {
            entry.modificationDate = Date(timeIntervalSince1970: seconds)
        } else {
            ignore("its date is not valid", .malformed)
        }
        details.extendedRecords = self.records.mapValues { Data($0) }
        entry.details = details
    }

    /// The records that apply to all entries if they are in a global header.
    static let globalKeys: Set = ["mtime", "uid", "gid", "uname", "gname"]

    /// Whether a record describes a single entry, so that a global header must not have it.
    static func isOfOneEntry(_ key: String) -> Bool {
        ["path", "linkpath", "size"].contains(key) || key.hasPrefix("GNU.sparse.")
    }

    /// Removes a record; one without a value means the field of the header.
    private mutating func pop(_ key: String) -> ArraySlice<UInt8>? {
        guard !records.isEmpty, let value = records.removeValue(forKey: key) else { return nil }
        return value.isEmpty ? nil : value
    }

    private mutating func string(_ field: TarHeader.Field) -> ArraySlice<UInt8> {
        pop(field.rawValue) ?? (field == .path ? header.path : header.string(in: field))
    }

    /// The number in a record, or else in the header; an invalid one is an issue.
    private mutating func number(_ field: TarHeader.Field) -> Int? {
        // POSIX has no record of permissions.
        let record = field == .mode ? nil : pop(field.rawValue)
        let number = record == nil ? header.number(in: field) : record.flatMap(PaxRecords.number)
        if let number, number >= 0 { return Int(exactly: number) }
        ignore("its permissions, owner or group are not valid", .malformed)
        return nil
    }

    private mutating func account(
        _ field: TarHeader.Field,
        _ nameField: TarHeader.Field
    ) -> ArchiveEntry.Account? {
        let name = string(nameField)
        guard let id = number(field) else { return nil }
        let string = name.isEmpty ? nil : String(validating: name, as: UTF8.self)
        return ArchiveEntry.Account(id: id, name: string)
    }

    private mutating func skip(_ code: ArchiveError.Code, _ message: String) {
        isSkipped = true
        issues.append(ArchiveIssue(code, path: entry.path, at: offset, .skippedEntry, message))
    }

    private mutating func ignore(
        _ message: String,
        _ code: ArchiveError.Code = .headersDisagree
    ) {
        issues.append(ArchiveIssue(code, path: entry.path, at: offset, .ignoredField, message))
    }

    private func malformed(_ reason: String) -> ArchiveError {
        ArchiveError(.malformed, path: entry.path, at: offset, reason)
    }

    private mutating func setPaths() {
        let path = string(.path)
        entry.path = ArchivePath(bytes: pop("GNU.sparse.name") ?? path)
        let target = string(.linkpath)
        if header.type == "1" { entry.linkTarget = ArchivePath(bytes: target) }
        if header.type == "2" { entry.linkTarget = ArchivePath(verbatim: Array(target)) }
        if entry.path.bytes.contains(0) || entry.linkTarget?.bytes.contains(0) == true {
            skip(.unsafePath, "its path or the path of its target contains a NUL")
        }
    }

    private mutating func setKindAndSize() throws(ArchiveError) {
        let record = pop("size")
        guard let stated = header.number(in: .size),
            let size = record == nil ? stated : record.flatMap(PaxRecords.number),
            size >= 0, let stored = Int(exactly: size)
        else { throw malformed("the size is not valid") }
        if record != nil, stated != 0, stated != size, size < 1 << 33 {
            ignore("its header and a record state different sizes")
        }
        let (type, format) = (header.type, header.format)
        entry.kind = TarHeader.types.first { $0.type == type }?.kind ?? .other
        // Programs before ustar mark a folder by a slash alone.
        if entry.kind == .file, format == .v7, header.path.last == UInt8(ascii: "/") {
            entry.kind = .folder
        }
        if type == "V" {
            // The label of a volume.
            isSkipped = true
        } else if entry.kind == .other || type == "S" && format != .gnu {
            entry.kind = .other
            let name = ArchivePath("\(type)")
            skip(.unsupportedKind, "entries of type “\(name)” are not supported")
        }
        // Other kinds have contents that are dropped; those of `D` are a list of names.
        if entry.kind == .file || entry.kind == .other || type == "D" {
            storedSize = stored
        } else if stored > 0 {
            ignore("an entry without contents states a size")
        }
        entry.compressedSize = storedSize
    }
}

// Sparse files.
extension TarEntry {
    private static let maximumRegionCount = 65_536

    /// Finds the map of the file: in the header, in records, or before the contents.
    private mutating func beginMap() throws(ArchiveError) {
        let (major, minor) = (pop("GNU.sparse.major"), pop("GNU.sparse.minor"))
        let list = pop("GNU.sparse.map")
        let size = pop("GNU.sparse.realsize") ?? pop("GNU.sparse.size")
        _ = pop("GNU.sparse.numblocks")
        if header.type == "S" {
            realSize = header.number(in: 483..<495) ?? -1
            return try addRegions(in: header, 386..<482)
        }
        guard major ?? minor ?? list ?? size != nil else {
            (map, entry.size) = (SparseMap(storedCount: storedSize), storedSize)
            return
        }
        realSize = size.flatMap(PaxRecords.number) ?? -1
        switch (major.map(Array.init) ?? [0x30], minor.map(Array.init) ?? [0x30]) {
        case ([0x30], _):
            for number in list?.split(separator: UInt8(ascii: ",")) ?? [] { try add(number) }
            try finishMap()
        case ([0x31], [0x30]): map = nil
        default: skip(.unsupportedFeature, "unknown format of a sparse file")
        }
    }

    /// Reads a block that continues the map.
    mutating func readMap(_ block: TarHeader) throws(ArchiveError) {
        guard header.type != "S" else { return try addRegions(in: block, 0..<504) }
        storedSize -= TarHeader.size
        let lines = (line + block.bytes)
            .split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        line = lines.last ?? []
        for line in lines.dropLast() where map == nil {
            try add(line)
            // The first line is the number of the regions.
            guard mapNumbers.count > 2 * min(mapNumbers[0], 1 << 32) else { continue }
            mapNumbers.removeFirst()
            try finishMap()
        }
        guard map != nil || storedSize > 0 && line.count <= TarHeader.size else { throw invalidMap }
    }

    private mutating func add(_ digits: ArraySlice<UInt8>) throws(ArchiveError) {
        guard let number = PaxRecords.number(digits),
            mapNumbers.count <= 2 * Self.maximumRegionCount
        else { throw invalidMap }
        mapNumbers.append(number)
    }

    /// Reads regions of GNU in a header, or in a block that follows it.
    private mutating func addRegions(
        in block: TarHeader,
        _ range: Range<Int>
    ) throws(ArchiveError) {
        // Regions that are not used have no digits.
        for start in stride(from: range.lowerBound, to: range.upperBound, by: 24)
        where block.bytes[start + 12] != 0 {
            guard let offset = block.number(in: start..<start + 12),
                let count = block.number(in: start + 12..<start + 24),
                mapNumbers.count < 2 * Self.maximumRegionCount
            else { throw invalidMap }
            mapNumbers += [offset, count]
        }
        map = nil
        // Whether another block follows.
        if block.bytes[range.upperBound] == 0 { try finishMap() }
    }

    private mutating func finishMap() throws(ArchiveError) {
        guard mapNumbers.count <= 2 * Self.maximumRegionCount,
            let map = SparseMap(mapNumbers, size: realSize), map.storedCount == storedSize
        else { throw invalidMap }
        (self.map, entry.size) = (map, map.size)
    }

    private var invalidMap: ArchiveError { malformed("the map of the sparse file is not valid") }
}
