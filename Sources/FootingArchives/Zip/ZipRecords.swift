import FootingBytes

/// The records of a directory: its bytes, 4 bytes for each record, and a hash table of paths.
struct ZipRecords: Sendable {
    private let bytes: [UInt8]
    private let encoding: ArchiveOptions.NameEncoding
    /// The offsets of the records.
    private var offsets: [UInt32] = []
    /// The records by the hashes of their paths, of each path the last: in the upper half the upper
    /// bits of the hash, in the lower half the number of the record, from 1 on.
    private var slots: [UInt64]

    var count: Int { offsets.count }

    /// Creates a list for about so many records.
    init(_ bytes: [UInt8], count: Int, _ encoding: ArchiveOptions.NameEncoding) {
        (self.bytes, self.encoding) = (bytes, encoding)
        let count = min(count, bytes.count / 46)
        offsets.reserveCapacity(count)
        let bits = Int.bitWidth - (4 * count / 3).leadingZeroBitCount
        slots = Array(repeating: 0, count: 1 << bits)
    }

    /// Appends a record of the bytes, and returns whether its path is a new one.
    mutating func append(_ record: ZipRecord, at offset: Int) -> Bool {
        offsets.append(UInt32(offset))
        if 4 * count > 3 * slots.count { grow() }
        return record.withPath(encoding) { path in
            let hash = KeyHash.current(path)
            let slot = findSlot(of: path, hash)
            defer { slots[slot] = hash & ~0xFFFF_FFFF | UInt64(count) }
            return slots[slot] == 0
        }
    }

    private mutating func grow() {
        let old = slots
        slots = Array(repeating: 0, count: 2 * old.count)
        for entry in old where entry != 0 {
            var slot = Int(entry >> 32) & (slots.count - 1)
            while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
            slots[slot] = entry
        }
    }

    /// The slot of the record with a path, or the one for it.
    private func findSlot(of path: ByteView, _ hash: UInt64) -> Int {
        var slot = Int(hash >> 32) & (slots.count - 1)
        while slots[slot] != 0 {
            let isSame =
                slots[slot] >> 32 == hash >> 32
                && with(Int(slots[slot] & 0xFFFF_FFFF) - 1) {
                    $0.withPath(encoding) { $0.isEqual(to: path) }
                }
            guard !isSame else { break }
            slot = (slot + 1) & (slots.count - 1)
        }
        return slot
    }

    /// Calls `body` with a record.
    @inline(__always)
    func with<Result, Failure: Error>(
        _ index: Int,
        _ body: (ZipRecord) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try unsafe bytes.withUnsafeBufferPointer { (bytes) throws(Failure) in
            // Not reachable from input: each record was read from the same bytes, which never
            // change, before it was appended.
            guard let record = unsafe ZipRecord(ByteView(bytes), at: Int(offsets[index])) else {
                preconditionFailure("all records were read before")
            }
            return try body(record)
        }
    }

    func path(_ index: Int) -> ArchivePath { with(index) { $0.path(encoding) } }

    /// The last record with a path.
    func index(of path: ArchivePath) -> Int? {
        let slot = unsafe path.bytes.withUnsafeBytes {
            let path = unsafe ByteView($0)
            return findSlot(of: path, KeyHash.current(path))
        }
        return slots[slot] == 0 ? nil : Int(slots[slot] & 0xFFFF_FFFF) - 1
    }
}
