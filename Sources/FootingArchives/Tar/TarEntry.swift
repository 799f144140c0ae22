#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// An entry of a tar archive, as its header and the extension headers before it describe it.
struct TarEntry: Sendable {
    private(set) var entry = ArchiveEntry("")
    /// The number of bytes of contents after the header.
    private(set) var storedSize = 0
    /// The runs of the contents that are read; `nil` until the map is complete.
    private(set) var map: SparseMap?
    /// Whether the next block continues the map.
    private(set) var needsMapBlock = false
    /// Whether the entry is left out.
    private(set) var isSkipped = false
    private(set) var issues: [ArchiveIssue] = []

    private let header: TarHeader
    private let offset: Int
    /// The records that are not used yet; the last one of each key counts.
    private var fields: [String: ArraySlice<UInt8>]
    /// The offsets and counts of the regions so far, and the size of the file with its holes.
    private var mapNumbers: [Int64] = []
    private var realSize: Int64 = 0
    /// The end of a block of the map, which has no newline yet.
    private var line: ArraySlice<UInt8> = []

    /// Combines a header at an offset with records and long names before it, and with the records
    /// of global headers.
    init(
        _ header: TarHeader,
        at offset: Int,
        _ records: [PaxRecords.Record],
        _ longNames: [String: ArraySlice<UInt8>],
        _ global: [String: ArraySlice<UInt8>]
    ) throws(ArchiveError) {
        self.header = header
        self.offset = offset
        fields = global.merging(longNames) { $1 }
        var isRepeated = false
        for (key, value) in records {
            switch key {
            case "GNU.sparse.offset" where mapNumbers.count % 2 == 0: try addMapNumber(value)
            case "GNU.sparse.numbytes" where mapNumbers.count % 2 == 1: try addMapNumber(value)
            case "GNU.sparse.offset", "GNU.sparse.numbytes": throw invalidMap
            default:
                isRepeated = isRepeated || longNames[key] != nil
                fields[key] = value
            }
        }
        setPaths()
        if isRepeated { ignore("it has a record and a long name for one path") }
        try setKindAndSize()
        try setMap()
        entry.permissions = number(.mode).map { UInt16(truncatingIfNeeded: $0 & 0o7777) }
        entry.owner = account(.uid, .uname)
        entry.group = account(.gid, .gname)
        let date = pop(.mtime).map(PaxRecords.seconds)
        if let seconds = date ?? header.number(in: .mtime).map(Double.init) {
            entry.modificationDate = Date(timeIntervalSince1970: seconds)
        } else {
            ignore("its date is not valid", .malformed)
        }
        entry.extendedRecords = fields.mapValues { Data($0) }
    }

    /// The records that apply to all entries if they are in a global header.
    static let globalKeys: Set = ["mtime", "uid", "gid", "uname", "gname"]

    /// Whether a record describes a single entry, so that a global header must not have it.
    static func isOfOneEntry(_ key: String) -> Bool {
        ["path", "linkpath", "size"].contains(key) || key.hasPrefix("GNU.sparse.")
    }

    /// Removes a record; one without a value means the field of the header.
    private mutating func pop(_ key: String) -> ArraySlice<UInt8>? {
        let value = fields.removeValue(forKey: key)
        return value?.isEmpty == true ? nil : value
    }

    private mutating func pop(_ field: TarHeader.Field) -> ArraySlice<UInt8>? {
        pop(field.key)
    }

    /// The number in a record, or else in the header; an invalid one is an issue.
    private mutating func number(_ field: TarHeader.Field) -> Int? {
        let record = pop(field)
        let number = record == nil ? header.number(in: field) : record.flatMap(PaxRecords.number)
        if let number, number >= 0 { return Int(exactly: number) }
        ignore("its permissions, owner or group are not valid", .malformed)
        return nil
    }

    private mutating func account(
        _ field: TarHeader.Field,
        _ nameField: TarHeader.Field
    ) -> ArchiveEntry.Account? {
        let name = pop(nameField) ?? header.string(in: nameField)
        guard let id = number(field) else { return nil }
        let string = String(validating: name, as: UTF8.self)
        return ArchiveEntry.Account(id: id, name: name.isEmpty ? nil : string)
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
        let path = pop(.path) ?? header.path
        entry.path = ArchivePath(bytes: pop("GNU.sparse.name") ?? path)
        let target = pop(.linkpath) ?? header.string(in: .linkpath)
        if header.type == "1" { entry.linkTarget = ArchivePath(bytes: target) }
        if header.type == "2" { entry.linkTarget = ArchivePath(verbatim: Array(target)) }
        if entry.path.bytes.contains(0) || entry.linkTarget?.bytes.contains(0) == true {
            skip(.unsafePath, "its path or the path of its target contains a NUL")
        }
    }

    private mutating func setKindAndSize() throws(ArchiveError) {
        let record = pop(.size)
        guard let stated = header.number(in: .size),
            let size = record == nil ? stated : record.flatMap(PaxRecords.number),
            size >= 0, let stored = Int(exactly: size)
        else { throw malformed("the size is not valid") }
        storedSize = stored
        if record != nil, stated != 0, stated != size, size < 1 << 33 {
            ignore("its header and a record state different sizes")
        }
        let type = header.type
        entry.kind = TarHeader.types.first { $0.type == type }?.kind ?? .other
        // Programs before ustar mark a folder by a slash alone.
        if entry.kind == .file, header.format == .v7, header.path.last == UInt8(ascii: "/") {
            entry.kind = .folder
        }
        if type == "V" {
            // The label of a volume.
            isSkipped = true
        } else if entry.kind == .other || type == "S" && header.format != .gnu {
            entry.kind = .other
            let name = ArchivePath("\(type)")
            skip(.unsupportedKind, "entries of type “\(name)” are not supported")
        }
        // Other kinds have contents that are dropped; those of `D` are a list of names.
        let hasContents = entry.kind == .file || entry.kind == .other || type == "D"
        guard !hasContents, storedSize > 0 else { return }
        storedSize = 0
        ignore("an entry without contents states a size")
    }
}

// Sparse files.
extension TarEntry {
    /// Finds the map of the file: in the header, in records, or before the contents.
    ///
    /// A file without holes has one region.
    private mutating func setMap() throws(ArchiveError) {
        let (major, minor) = (pop("GNU.sparse.major"), pop("GNU.sparse.minor"))
        let list = pop("GNU.sparse.map")
        let size = pop("GNU.sparse.realsize") ?? pop("GNU.sparse.size")
        _ = pop("GNU.sparse.numblocks")
        entry.compressedSize = storedSize
        guard entry.kind == .file, !isSkipped else { return }
        if header.type == "S" {
            realSize = header.number(in: .realSize) ?? -1
            return try addRegions(in: header, .regions)
        }
        realSize = size.flatMap(PaxRecords.number) ?? -1
        if let major, !major.elementsEqual("0".utf8) {
            needsMapBlock = major.elementsEqual("1".utf8) && minor?.elementsEqual("0".utf8) ?? true
            if !needsMapBlock { skip(.unsupportedFeature, "unknown format of a sparse file") }
            return
        }
        for value in list?.split(separator: UInt8(ascii: ",")) ?? [] { try addMapNumber(value) }
        if size == nil, major == nil, mapNumbers.isEmpty {
            realSize = Int64(storedSize)
            mapNumbers = [0, realSize]
        }
        try finishMap()
    }

    /// Reads a block that continues the map.
    mutating func readMap(_ block: TarHeader) throws(ArchiveError) {
        guard header.type != "S" else { return try addRegions(in: block, .moreRegions) }
        storedSize -= TarHeader.size
        let lines = (line + block.bytes)
            .split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        line = lines.last ?? []
        // The first line is the number of the regions.
        for line in lines.dropLast() where needsMapBlock {
            try addMapNumber(line)
            guard mapNumbers[0] <= Self.maximumRegionCount else { throw invalidMap }
            needsMapBlock = mapNumbers.count <= 2 * mapNumbers[0]
        }
        guard storedSize >= 0, line.count <= TarHeader.size else { throw invalidMap }
        guard !needsMapBlock else { return }
        mapNumbers.removeFirst()
        try finishMap()
    }

    private mutating func addMapNumber(_ digits: ArraySlice<UInt8>) throws(ArchiveError) {
        guard let number = PaxRecords.number(digits) else { throw invalidMap }
        mapNumbers.append(number)
    }

    /// Reads the regions in a field of a header, or of a block that follows it.
    private mutating func addRegions(
        in block: TarHeader,
        _ field: TarHeader.Field
    ) throws(ArchiveError) {
        // Regions that are not used have no digits.
        for start in stride(from: field.range.lowerBound, to: field.range.upperBound, by: 24)
        where block.bytes[start + 12] != 0 {
            guard let offset = block.number(in: start..<start + 12),
                let count = block.number(in: start + 12..<start + 24),
                mapNumbers.count < 2 * Self.maximumRegionCount
            else { throw invalidMap }
            mapNumbers += [offset, count]
        }
        needsMapBlock = block.bytes[field.range.upperBound] != 0
        if !needsMapBlock { try finishMap() }
    }

    private mutating func finishMap() throws(ArchiveError) {
        guard mapNumbers.count <= 2 * Self.maximumRegionCount,
            let map = SparseMap(mapNumbers, size: realSize), map.storedCount == storedSize
        else { throw invalidMap }
        self.map = map
        entry.size = map.size
        mapNumbers = []
    }

    private var invalidMap: ArchiveError { malformed("the map of the sparse file is not valid") }

    private static let maximumRegionCount = 65_536
}
