import FootingBytes

/// The end record of a zip archive, with the values of its ZIP64 record.
///
/// All ranges and offsets are within the archive.
struct ZipEnd: Sendable {
    private static let size = 22
    static let split = "the archive is split into several files"

    let offset: Int
    let comment: Range<Int>
    let directory: Range<Int>
    /// The number of bytes before the archive that its offsets do not count.
    let shift: Int
    let entryCount: Int
    /// Whether there is a ZIP64 record.
    private(set) var isLarge = false
    /// Whether the ZIP64 record has other values where the end record has its own.
    private(set) var hasOtherValues = false
    /// The reason why the directory can't be read.
    private let refusal: String?

    /// Finds the end record of the archive, and the others that a program might use instead.
    static func find(
        in source: ArchiveSource
    ) throws(ArchiveError) -> (end: ZipEnd, others: [ZipEnd]) {
        let count = source.count
        // A comment has at most 65,535 bytes, a ZIP64 record with its locator usually 76.
        let first = max(0, count - size - 0xFFFF)
        let base = max(0, first - 76)
        var found: [ZipEnd] = []
        var hasSignature = false
        try source.bytes(in: base..<count).withView { (tail) throws(ArchiveError) in
            var index = tail.index(of: UInt8(ascii: "P"), from: first - base)
            while tail.count - index >= size {
                if tail.word(index) == 0x0605_4B50 {
                    hasSignature = true
                    if let end = try ZipEnd(tail, at: index, base, source) { found.append(end) }
                }
                index = tail.index(of: UInt8(ascii: "P"), from: index + 1)
            }
        }
        // Some programs use a record whose comment is cut, too.
        let whole = found.indices.filter { found[$0].comment.upperBound <= count }
        if let index = whole.last(where: { found[$0].comment.upperBound == count }) ?? whole.last {
            let end = found.remove(at: index)
            guard let refusal = end.refusal else { return (end, found) }
            throw ArchiveError(.unsupportedFeature, at: end.offset, refusal)
        }
        let isCut = try source.bytes(in: 0..<min(4, count)).elementsEqual("PK\u{3}\u{4}".utf8)
        try require(!isCut, .truncated, at: count, "the archive has no usable end record")
        let reason = "no directory is where the end record says"
        try require(!hasSignature, .malformed, at: first, reason)
        throw ArchiveError(.notAnArchive, at: count, "this is not a zip archive")
    }

    /// Reads the record at an index of the archive's last bytes; `nil` if it does not fit them.
    private init?(
        _ tail: ByteView,
        at index: Int,
        _ base: Int,
        _ source: ArchiveSource
    ) throws(ArchiveError) {
        offset = base + index
        comment = offset + Self.size..<offset + Self.size + tail.short(index + 20)
        var end = offset
        var locatedOffset: Int?
        var isSplit = tail.word(index + 4) != 0 || tail.short(index + 8) != tail.short(index + 10)
        var isEncrypted = false
        // The number of entries, the size of the directory, and its offset.
        var values = [tail.short(index + 10), tail.word(index + 12), tail.word(index + 16)]
        let locator = index - 20
        if locator >= 56, tail.word(locator) == 0x0706_4B50 {
            // The stated offset is wrong behind a prefix, but most records are of one size.
            let large = [locator - 56, tail.long(locator + 8) - base].first { large in
                0...locator - 56 ~= large && tail.word(large) == 0x0606_4B50
                    && tail.long(large + 4) == locator - large - 12
            }
            if let large {
                (end, isLarge) = (base + large, true)
                locatedOffset = tail.long(locator + 8)
                isSplit = tail.long(large + 16) != 0
                isSplit = isSplit || tail.long(large + 24) != tail.long(large + 32)
                // Version 6.2 of the format encrypts directories.
                isEncrypted = tail[large + 14] >= 62
                for (index, ones) in [0xFFFF, 0xFFFF_FFFF, 0xFFFF_FFFF].enumerated() {
                    let value = tail.long(large + 32 + 8 * index)
                    if values[index] == ones { values[index] = value }
                    if values[index] != value { hasOtherValues = true }
                }
            }
        }
        refusal =
            isSplit
            ? Self.split
            : isEncrypted ? "the directory is encrypted" : nil
        entryCount = values[0]
        guard values[1] <= end, values[2] <= end - values[1] else { return nil }
        directory = end - values[1]..<end
        shift = directory.lowerBound - values[2]
        if let locatedOffset, locatedOffset != end - shift { hasOtherValues = true }
        guard refusal == nil, !directory.isEmpty else { return }
        let start = try source.bytes(in: directory.prefix(4))
        guard start.elementsEqual("PK\u{1}\u{2}".utf8) else { return nil }
    }
}
