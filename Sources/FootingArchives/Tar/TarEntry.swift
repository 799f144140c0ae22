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

    /// The location of the map of a sparse file.
    enum MapLocation: Sendable {
        case known
        /// The header, and blocks that follow it.
        case header
        /// The beginning of the contents.
        case contents
    }

    private(set) var entry: ArchiveEntry
    /// The number of bytes after the header.
    private(set) var storedSize = 0
    /// Whether the entry is left out.
    private(set) var isSkipped = false
    private(set) var mapLocation = MapLocation.known
    /// The map of the file; empty if it is elsewhere.
    private(set) var map = SparseMap()
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
        let target = link ?? extensions.linkPath?[...] ?? header.string(in: TarHeader.Field.linkName)
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
            mapLocation = .header
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
        let (version, list) = (pop("GNU.sparse.major"), pop("GNU.sparse.map"))
        let minor = pop("GNU.sparse.minor")
        let size = pop("GNU.sparse.realsize") ?? pop("GNU.sparse.size")
        _ = pop("GNU.sparse.numblocks")
        guard entry.kind == .file, !isSkipped else { return }
        if mapLocation == .header {
            guard case .value(let size) = header.number(in: TarHeader.Field.realSize), size >= 0,
                let size = Int(exactly: size)
            else { throw invalidMap }
            entry.size = size
            return
        }
        guard let size else {
            guard version == nil, list == nil, reader.map.regions.isEmpty else { throw invalidMap }
            map = SparseMap(size: storedSize)
            entry.size = storedSize
            return
        }
        guard let size = PaxRecords.number(size).flatMap({ Int(exactly: $0) }) else {
            throw invalidMap
        }
        entry.size = size
        if let version, !version.elementsEqual("0".utf8) {
            guard version.elementsEqual("1".utf8), minor?.elementsEqual("0".utf8) ?? true else {
                isSkipped = true
                return add(.unsupportedFeature, .skippedEntry, "unknown format of a sparse file")
            }
            mapLocation = .contents
            return
        }
        for number in list?.split(separator: UInt8(ascii: ",")) ?? [] {
            guard reader.add(number: number) else { throw invalidMap }
        }
        guard reader.isEven else { throw invalidMap }
        map = reader.map
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
