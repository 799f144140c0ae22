import FootingBytes

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
        /// The path and the target of a link in headers of GNU.
        var path: [UInt8]?
        var linkPath: [UInt8]?
        /// Whether there were two of one kind.
        var hasRepetition = false
    }

    private(set) var entry: ArchiveEntry
    /// The number of bytes after the header.
    private(set) var storedSize = 0
    /// Whether the entry is left out.
    private(set) var isSkipped = false
    /// The regions of the file.
    private(set) var map = SparseMap()
    /// Whether the next block continues the map of a sparse file.
    private(set) var needsMapBlock = false
    /// The reader of a map at the beginning of the contents.
    private var mapReader: SparseMapReader?
    private(set) var issues: [ArchiveIssue] = []

    private let header: TarHeader
    private let offset: Int
    /// The records that are not used yet; the last one of each key counts.
    private var fields: [String: ArraySlice<UInt8>]

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
        entry = ArchiveEntry("")
        var reader = SparseMapReader(beginsWithCount: false)
        for (key, value) in extensions.records ?? [] {
            switch key {
            case "GNU.sparse.offset", "GNU.sparse.numbytes":
                let isExpected = reader.expectsOffset == (key == "GNU.sparse.offset")
                guard isExpected, reader.add(number: value) else { throw invalidMap }
            default: fields[key] = value
            }
        }
        setPaths(extensions)
        try setKindAndSize()
        try setMap(reader)
        setMetadata()
        entry.extendedRecords = fields.mapValues { Data($0) }
    }

    /// The records that may be in a global header, of those that have members of their own.
    static let globalKeys: Set = ["mtime", "uid", "gid", "uname", "gname"]

    /// Whether a record describes a single entry, so that a global header must not have it.
    static func isOfOneEntry(_ key: String) -> Bool {
        ["path", "linkpath", "size"].contains(key) || key.hasPrefix("GNU.sparse.")
    }

    // MARK: Fields

    /// Removes a record; one without a value means that of the header.
    private mutating func pop(_ key: String) -> ArraySlice<UInt8>? {
        let value = fields.removeValue(forKey: key)
        return value?.isEmpty == true ? nil : value
    }

    /// The number in a record, or else in the header; an invalid one is an issue.
    private mutating func number(in field: Range<Int>, or key: String? = nil) -> Int? {
        if let key, let value = pop(key) {
            if let number = PaxRecords.number(value) { return Int(exactly: number) }
        } else {
            switch header.number(in: field) {
            case .value(let number) where number >= 0: return Int(exactly: number)
            case .blank: return nil
            case .value, .invalid: break
            }
        }
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

    private var invalidMap: ArchiveError { malformed("the map of the sparse file is not valid") }

    // MARK: Steps

    private mutating func setPaths(_ extensions: Extensions) {
        let (path, link) = (pop("path"), pop("linkpath"))
        let name = pop("GNU.sparse.name") ?? path ?? extensions.path?[...]
        entry.path = ArchivePath(bytes: name.map(Array.init) ?? header.path)
        let target =
            link ?? extensions.linkPath?[...] ?? header.string(in: TarHeader.Field.linkName)
        switch header.type {
        case UInt8(ascii: "1"): entry.linkTarget = ArchivePath(bytes: target)
        case UInt8(ascii: "2"): entry.linkTarget = ArchivePath(verbatim: Array(target))
        default: break
        }
        if extensions.hasRepetition {
            add(.headersDisagree, .ignoredField, "it has two extension headers of one kind")
        }
        if path != nil && extensions.path != nil || link != nil && extensions.linkPath != nil {
            add(.headersDisagree, .ignoredField, "it has a record and a long name, for one path")
        }
        if entry.path.bytes.contains(0) || entry.linkTarget?.bytes.contains(0) == true {
            isSkipped = true
            add(.unsafePath, .skippedEntry, "its path, or that of its target, contains a NUL")
        }
    }

    private mutating func setKindAndSize() throws(ArchiveError) {
        let stated: Int64
        switch header.number(in: TarHeader.Field.size) {
        case .value(let number): stated = number
        case .blank: stated = 0
        case .invalid: throw malformed("the size is not a number")
        }
        let record = pop("size")
        guard let size = record == nil ? stated : record.flatMap(PaxRecords.number), size >= 0,
            let stored = Int(exactly: size)
        else { throw malformed("the size is not valid") }
        if record != nil, stated != 0, stated != size, size < 1 << 33 {
            add(.headersDisagree, .ignoredField, "its header and a record state different sizes")
        }
        storedSize = stored
        switch header.type {
        case UInt8(ascii: "0"), 0, UInt8(ascii: "7"):
            // Programs before ustar mark a folder by a slash alone.
            let isFolder = header.format == .v7 && header.path.last == UInt8(ascii: "/")
            entry.kind = isFolder ? .folder : .file
        case UInt8(ascii: "1"): entry.kind = .hardLink
        case UInt8(ascii: "2"): entry.kind = .symbolicLink
        case UInt8(ascii: "3"), UInt8(ascii: "4"): entry.kind = .device
        case UInt8(ascii: "5"): entry.kind = .folder
        case UInt8(ascii: "6"): entry.kind = .pipe
        case UInt8(ascii: "S") where header.format == .gnu:
            entry.kind = .file
        case UInt8(ascii: "D"):
            // The contents are a list of names, which no reader needs.
            entry.kind = .folder
            return
        case UInt8(ascii: "V"):
            isSkipped = true
            return
        default:
            isSkipped = true
            entry.kind = .other
            let type = ArchivePath(verbatim: [header.type])
            add(.unsupportedKind, .skippedEntry, "entries of the type “\(type)” are not supported")
            return
        }
        guard entry.kind != .file, storedSize > 0 else { return }
        storedSize = 0
        add(.headersDisagree, .ignoredField, "an entry without contents states a size")
    }

    /// Finds the map of a sparse file: in the header, in records, or at the beginning of the
    /// contents, by the version of the format.
    private mutating func setMap(_ pairs: SparseMapReader) throws(ArchiveError) {
        var reader = pairs
        let (major, minor, list) = (
            pop("GNU.sparse.major"), pop("GNU.sparse.minor"), pop("GNU.sparse.map")
        )
        let size = pop("GNU.sparse.realsize") ?? pop("GNU.sparse.size")
        _ = pop("GNU.sparse.numblocks")
        guard entry.kind == .file, !isSkipped else { return }
        guard header.type != UInt8(ascii: "S") else {
            guard case .value(let size) = header.number(in: TarHeader.Field.realSize) else {
                throw invalidMap
            }
            entry.size = Int(clamping: size)
            return try readRegions(in: header, TarHeader.Field.sparseMap)
        }
        let isSparse = major != nil || list != nil || !reader.map.regions.isEmpty
        guard size != nil || isSparse else {
            map = SparseMap(size: storedSize)
            entry.size = storedSize
            return
        }
        guard let size = size.flatMap(PaxRecords.number) else { throw invalidMap }
        entry.size = Int(clamping: size)
        if let major, !major.elementsEqual("0".utf8) {
            guard major.elementsEqual("1".utf8), minor?.elementsEqual("0".utf8) ?? true else {
                isSkipped = true
                return add(.unsupportedFeature, .skippedEntry, "unknown format of a sparse file")
            }
            mapReader = SparseMapReader(beginsWithCount: true)
            needsMapBlock = true
            return
        }
        for number in list?.split(separator: UInt8(ascii: ",")) ?? [] {
            guard reader.add(number: number) else { throw invalidMap }
        }
        guard reader.isEven else { throw invalidMap }
        map = reader.map
        try checkMap()
    }

    /// Reads a block that continues the map.
    mutating func readMap(_ block: TarHeader) throws(ArchiveError) {
        guard var reader = mapReader else {
            return try readRegions(in: block, TarHeader.Field.moreSparseMap)
        }
        storedSize &-= TarHeader.size
        guard storedSize >= 0 else { throw invalidMap }
        for byte in block.bytes where !reader.isComplete {
            guard reader.add(byte) else { throw invalidMap }
        }
        mapReader = reader
        map = reader.map
        needsMapBlock = !reader.isComplete
        try checkMap()
    }

    /// Reads the regions in a field of a header, or of a block that follows it.
    private mutating func readRegions(
        in block: TarHeader,
        _ field: Range<Int>
    ) throws(ArchiveError) {
        for start in stride(from: field.lowerBound, to: field.upperBound, by: 24) {
            let (offset, count) = (start..<start + 12, start + 12..<start + 24)
            guard block.number(in: offset) != .blank else { break }
            guard case .value(let offset) = block.number(in: offset),
                case .value(let count) = block.number(in: count),
                map.add(offset: offset, count: count)
            else { throw invalidMap }
        }
        needsMapBlock = block.bytes[field.upperBound] != 0
        try checkMap()
    }

    /// Checks that a complete map describes the file.
    private func checkMap() throws(ArchiveError) {
        guard needsMapBlock || map.end <= entry.size && map.storedSize == storedSize else {
            throw invalidMap
        }
    }

    private mutating func setMetadata() {
        entry.compressedSize = storedSize
        typealias Field = TarHeader.Field
        entry.permissions = number(in: Field.mode).map { UInt16(truncatingIfNeeded: $0 & 0o7777) }
        entry.owner = account(Field.owner, "uid", Field.ownerName, "uname")
        entry.group = account(Field.group, "gid", Field.groupName, "gname")
        var seconds: Double?
        if let value = pop("mtime") {
            seconds = PaxRecords.seconds(value)
        } else {
            switch header.number(in: Field.date) {
            case .value(let number): seconds = Double(number)
            case .blank: return
            case .invalid: break
            }
        }
        entry.modificationDate = seconds.map { Date(timeIntervalSince1970: $0) }
        if seconds == nil { add(.malformed, .ignoredField, "the date is not valid") }
    }
}
