import FootingBytes

/// An index of the keys of an object in a JSON document, by the hashes of their bytes.
///
/// The hash is seeded, so input can't be made to have many keys with the same one. Keys with the
/// same hash form a chain in one array: an array for each key would take five times as long to
/// make.
struct MemberIndex {
    private struct Member {
        let key: Int
        /// The index of the previous member in the same bucket, or -1.
        let previous: Int32
    }

    private var members: [Member] = []
    /// The index of the last member in each bucket, or -1.
    private var buckets: [Int32]
    private let isCaseInsensitive: Bool

    init(_ object: borrowing MappingSource, _ count: Int, _ isCaseInsensitive: Bool) {
        self.isCaseInsensitive = isCaseInsensitive
        members.reserveCapacity(count)
        buckets = Array(repeating: -1, count: 1 << (Int.bitWidth - count.leadingZeroBitCount))
        let document = object.document
        let end = document[object.token].extent
        var key = object.token &+ 1
        while key < end {
            if let bucket = bucket(of: document[key], in: document) {
                members.append(Member(key: key, previous: buckets[bucket]))
                buckets[bucket] = Int32(truncatingIfNeeded: members.count &- 1)
            }
            key = document.index(after: key &+ 1)
        }
    }

    /// The tokens of the keys that may match `name`, in the order of the document.
    func keys(like name: String) -> [Int] {
        var keys: [Int] = []
        var index = buckets[bucket(of: name)]
        while index >= 0 {
            keys.append(members[Int(index)].key)
            index = members[Int(index)].previous
        }
        return keys.reversed()
    }

    private func bucket(of key: JSONToken, in document: JSONDocument) -> Int? {
        if key.isEscaped || isCaseInsensitive {
            return document.text(of: key).map { bucket(of: $0) }
        }
        return bucket(of: document.content(of: key))
    }

    private func bucket(of name: String) -> Int {
        (isCaseInsensitive ? name.foldingASCII : name).withBytes { bucket(of: $0) }
    }

    private func bucket(of bytes: ByteView) -> Int {
        Int(truncatingIfNeeded: KeyHash.current(bytes)) & (buckets.count &- 1)
    }
}
