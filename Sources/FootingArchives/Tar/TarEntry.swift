#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// An entry of a tar archive, as its header and the extension headers before it describe it.
struct TarEntry: Sendable {
    /// The extension headers that apply to the next entry.
    struct Extensions: Sendable {
        var records: [PaxRecords.Record]?
        /// The path and the target of a link, in headers of GNU.
        var path: ArraySlice<UInt8>?
        var linkPath: ArraySlice<UInt8>?
        /// Whether there were two of one kind.
        var hasRepetition = false

        var isEmpty: Bool { records == nil && path == nil && linkPath == nil }
    }

    private(set) var entry = ArchiveEntry("")
    /// The number of bytes of contents after the header.
    private(set) var storedSize = 0
    private(set) var map = SparseMap()
    /// Whether the entry is left out.
    private(set) var isSkipped = false
    private(set) var issues: [ArchiveIssue] = []

    /// Whether the next block continues the map of a sparse file.
    private(set) var needsMapBlock = false
    /// The offsets and counts of the map so far, and the digits of the next number.
    private var mapNumbers: [Int64] = []
    private var mapDigits: [UInt8] = []
    /// The number of numbers in a map at the beginning of the contents, once it was read.
    private var mapCount: Int?
    private var realSize: Int64 = 0

    private let header: TarHeader
    private let offset: Int
    /// The records that are not used yet; the last one of each key counts.
    private var fields: [String: ArraySlice<UInt8>]

    private typealias Field = TarHeader.Field

    /// Combines a header at an offset with the records of global headers and other extensions.
    init(
        _ header: TarHeader,
        at offset: Int,
        _ extensions: Extensions,
        global: [String: ArraySlice<UInt8>]
    ) throws(ArchiveError) {
        self.header = header
        self.offset = offset
        fields = global
        for (key, value) in extensions.records ?? [] {
            if key == "GNU.sparse.offset" || key == "GNU.sparse.numbytes" {
                try addMapNumber(value, isOffset: key == "GNU.sparse.offset")
            } else {
                fields[key] = value
            }
        }
        setPaths(extensions)
        try setKindAndSize()
        try setMap()
        setMetadata()
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

    private mutating func add(
        _ code: ArchiveError.Code,
        _ resolution: ArchiveIssue.Resolution,
        _ message: String
    ) {
        issues.append(ArchiveIssue(code, path: entry.path, at: offset, resolution, message))
    }

    private func malformed(_ reason: String) -> ArchiveError {
        ArchiveError(.malformed, path: entry.path, at: offset, reason)
    }

    // MARK: Paths, kind and size

    private mutating func setPaths(_ extensions: Extensions) {
        let (path, link) = (pop("path"), pop("linkpath"))
        let longest = pop("GNU.sparse.name") ?? path ?? extensions.path
        entry.path = ArchivePath(bytes: longest ?? header.path)
        let target = link ?? extensions.linkPath ?? header.string(in: Field.linkName)
        switch header.type {
        case UInt8(ascii: "1"): entry.linkTarget = ArchivePath(bytes: target)
        case UInt8(ascii: "2"): entry.linkTarget = ArchivePath(verbatim: Array(target))
        default: break
        }
        if extensions.hasRepetition {
            add(.headersDisagree, .ignoredField, "it has two extension headers of one kind")
        }
        if path != nil && extensions.path != nil || link != nil && extensions.linkPath != nil {
            add(.headersDisagree, .ignoredField, "it has a record and a long name for one path")
        }
        if entry.path.bytes.contains(0) || entry.linkTarget?.bytes.contains(0) == true {
            isSkipped = true
            add(.unsafePath, .skippedEntry, "its path or the path of its target contains a NUL")
        }
    }

    private mutating func setKindAndSize() throws(ArchiveError) {
        let record = pop("size")
        guard let stated = header.number(in: Field.size),
            let size = record == nil ? stated : record.flatMap(PaxRecords.number),
            size >= 0, let stored = Int(exactly: size)
        else { throw malformed("the size is not valid") }
        storedSize = stored
        if record != nil, stated != 0, stated != size, size < 1 << 33 {
            add(.headersDisagree, .ignoredField, "its header and a record state different sizes")
        }
        switch header.type {
        case UInt8(ascii: "0"), 0, UInt8(ascii: "7"):
            // Programs before ustar mark a folder by a slash alone.
            let isFolder = header.format == .v7 && header.path.last == UInt8(ascii: "/")
            entry.kind = isFolder ? .folder : .file
        case UInt8(ascii: "1"): entry.kind = .hardLink
        case UInt8(ascii: "2"): entry.kind = .symbolicLink
        case UInt8(ascii: "3"), UInt8(ascii: "4"): entry.kind = .device
        case UInt8(ascii: "5"), UInt8(ascii: "D"): entry.kind = .folder
        case UInt8(ascii: "6"): entry.kind = .pipe
        case UInt8(ascii: "S") where header.format == .gnu: entry.kind = .file
        // The label of a volume.
        case UInt8(ascii: "V"): (entry.kind, isSkipped) = (.other, true)
        default:
            (entry.kind, isSkipped) = (.other, true)
            let type = ArchivePath(verbatim: [header.type])
            add(.unsupportedKind, .skippedEntry, "entries of type “\(type)” are not supported")
        }
        // Other kinds have contents that are dropped; those of `D` are a list of names.
        let hasContents = entry.kind == .file || entry.kind == .other || header.type == 0x44
        guard !hasContents, storedSize > 0 else { return }
        storedSize = 0
        add(.headersDisagree, .ignoredField, "an entry without contents states a size")
    }

    // MARK: Sparse files

    /// Finds the map of the file: in the header, in records, or at the beginning of the contents.
    private mutating func setMap() throws(ArchiveError) {
        let (major, minor) = (pop("GNU.sparse.major"), pop("GNU.sparse.minor"))
        let list = pop("GNU.sparse.map")
        let size = pop("GNU.sparse.realsize") ?? pop("GNU.sparse.size")
        _ = pop("GNU.sparse.numblocks")
        entry.compressedSize = storedSize
        guard entry.kind == .file, !isSkipped else { return }
        if header.type == UInt8(ascii: "S") {
            realSize = header.number(in: Field.realSize) ?? -1
            return try readRegions(in: header, Field.sparseMap)
        }
        guard size != nil || major != nil || list != nil || !mapNumbers.isEmpty else {
            map = SparseMap(size: storedSize)
            entry.size = storedSize
            return
        }
        realSize = size.flatMap(PaxRecords.number) ?? -1
        if let major, !major.elementsEqual("0".utf8) {
            let isKnown = major.elementsEqual("1".utf8) && minor?.elementsEqual("0".utf8) ?? true
            (needsMapBlock, isSkipped) = (isKnown, !isKnown)
            guard !isKnown else { return }
            return add(.unsupportedFeature, .skippedEntry, "unknown format of a sparse file")
        }
        for (index, value) in (list?.split(separator: UInt8(ascii: ",")) ?? []).enumerated() {
            try addMapNumber(value, isOffset: index % 2 == 0)
        }
        try finishMap()
    }

    private mutating func addMapNumber(
        _ digits: ArraySlice<UInt8>,
        isOffset: Bool
    ) throws(ArchiveError) {
        guard isOffset == (mapNumbers.count % 2 == 0), let number = PaxRecords.number(digits),
            mapNumbers.count < 2 * SparseMap.maximumCount
        else { throw invalidMap }
        mapNumbers.append(number)
    }

    /// Reads a block that continues the map.
    mutating func readMap(_ block: TarHeader) throws(ArchiveError) {
        guard header.type != UInt8(ascii: "S") else {
            return try readRegions(in: block, Field.moreSparseMap)
        }
        storedSize -= TarHeader.size
        for byte in block.bytes where mapCount.map({ mapNumbers.count < $0 }) ?? true {
            guard byte == UInt8(ascii: "\n") else {
                mapDigits.append(byte)
                continue
            }
            if mapCount == nil {
                guard let count = PaxRecords.number(mapDigits[...]),
                    count <= SparseMap.maximumCount
                else { throw invalidMap }
                mapCount = 2 * Int(count)
            } else {
                try addMapNumber(mapDigits[...], isOffset: mapNumbers.count % 2 == 0)
            }
            mapDigits.removeAll()
        }
        needsMapBlock = mapCount.map { mapNumbers.count < $0 } ?? true
        guard storedSize >= 0, mapDigits.count < TarHeader.size else { throw invalidMap }
        if !needsMapBlock { try finishMap() }
    }

    /// Reads the regions in a field of a header, or of a block that follows it.
    private mutating func readRegions(
        in block: TarHeader,
        _ field: Range<Int>
    ) throws(ArchiveError) {
        // Regions that are not used have no digits.
        for start in stride(from: field.lowerBound, to: field.upperBound, by: 24)
        where block.bytes[start + 12] != 0 {
            guard let offset = block.number(in: start..<start + 12),
                let count = block.number(in: start + 12..<start + 24),
                mapNumbers.count < 2 * SparseMap.maximumCount
            else { throw invalidMap }
            mapNumbers += [offset, count]
        }
        needsMapBlock = block.bytes[field.upperBound] != 0
        if !needsMapBlock { try finishMap() }
    }

    private mutating func finishMap() throws(ArchiveError) {
        guard let map = SparseMap(mapNumbers, size: realSize), map.storedCount == storedSize else {
            throw invalidMap
        }
        self.map = map
        entry.size = map.size
        mapNumbers = []
    }

    private var invalidMap: ArchiveError { malformed("the map of the sparse file is not valid") }

    // MARK: Metadata

    private mutating func setMetadata() {
        let permissions = number(in: Field.mode)
        entry.permissions = permissions.map { UInt16(truncatingIfNeeded: $0 & 0o7777) }
        entry.owner = account(Field.owner, "uid", Field.ownerName, "uname")
        entry.group = account(Field.group, "gid", Field.groupName, "gname")
        let date = pop("mtime").map(PaxRecords.seconds)
        if let seconds = date ?? header.number(in: Field.date).map(Double.init) {
            entry.modificationDate = Date(timeIntervalSince1970: seconds)
        } else {
            add(.malformed, .ignoredField, "its date is not valid")
        }
    }

    /// The number in a record, or else in the header; an invalid one is an issue.
    private mutating func number(in field: Range<Int>, or key: String? = nil) -> Int? {
        let record = key.flatMap { pop($0) }
        let number = record == nil ? header.number(in: field) : record.flatMap(PaxRecords.number)
        if let number, number >= 0 { return Int(exactly: number) }
        add(.malformed, .ignoredField, "its permissions, owner or group are not valid")
        return nil
    }

    private mutating func account(
        _ field: Range<Int>,
        _ key: String,
        _ nameField: Range<Int>,
        _ nameKey: String
    ) -> ArchiveEntry.Account? {
        let name = pop(nameKey) ?? header.string(in: nameField)
        guard let id = number(in: field, or: key) else { return nil }
        let string = String(validating: name, as: UTF8.self)
        return ArchiveEntry.Account(id: id, name: name.isEmpty ? nil : string)
    }
}
