/// The texts of one table in one language, by key; immutable.
///
/// A key is found by its bytes, as Foundation does: é composed and é decomposed are two keys. The
/// table is its own hash table and not a `Dictionary`, because hashing and comparing bytes takes a
/// third of the time that hashing and comparing strings does.
final class StringTable: Sendable {
    let name: String
    let language: LanguageContext

    /// 0 for an empty slot, else the upper half of the key's hash and one more than its index.
    private let slots: [UInt64]
    private let mask: Int
    /// The bytes of all keys, and where the key with an index ends.
    private let keyBytes: [UInt8]
    private let keyEnds: [Int]
    private let texts: [String]
    private let formats: [LocalizedFormat?]
    private let origins: [Origin]
    private let files: [String]

    /// Where an entry stands.
    struct Origin: Sendable {
        var file: Int32
        /// 0 where it isn't known.
        var line: Int32
    }

    init(_ builder: StringTableBuilder) {
        name = builder.name
        language = builder.language
        slots = builder.slots
        mask = builder.slots.count - 1
        keyBytes = builder.keyBytes
        keyEnds = builder.keyEnds
        texts = builder.texts
        formats = builder.formats
        origins = builder.origins
        files = builder.files
    }

    var count: Int { texts.count }

    /// The index of a key, or -1.
    @inline(__always)
    func index(of key: UnsafeBufferPointer<UInt8>) -> Int {
        let hash = unsafe KeyHash.hash(key)
        var slot = Int(truncatingIfNeeded: hash) & mask
        // At most half of the slots are in use, so an empty one ends every search.
        while true {
            let entry = slots[slot]
            if entry == 0 { return -1 }
            if entry >> 32 == hash >> 32 {
                let index = Int(truncatingIfNeeded: entry & 0xFFFF_FFFF) &- 1
                if unsafe hasKey(key, at: index) { return index }
            }
            slot = (slot &+ 1) & mask
        }
    }

    private func hasKey(_ key: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
        let start = index == 0 ? 0 : keyEnds[index &- 1]
        guard keyEnds[index] &- start == key.count else { return false }
        guard let wanted = key.baseAddress else { return true }
        // `keyBytes` holds `key.count` bytes from `start` on, and `key` is valid in this call.
        return unsafe keyBytes.withUnsafeBufferPointer { bytes in
            guard let base = bytes.baseAddress else { return key.isEmpty }
            return unsafe equalBytes(base + start, wanted, count: key.count)
        }
    }

    @inline(__always)
    func text(at index: Int) -> String { texts[index] }

    func format(at index: Int) -> LocalizedFormat? { formats[index] }

    func file(at index: Int) -> String { files[Int(origins[index].file)] }

    func line(at index: Int) -> Int? {
        origins[index].line == 0 ? nil : Int(origins[index].line)
    }
}

/// A hash of bytes, different in each process so that no file can be made to collide.
enum KeyHash {
    private static let seed = UInt64.random(in: .min ... .max) | 1

    static func hash(_ key: UnsafeBufferPointer<UInt8>) -> UInt64 {
        var hash = seed ^ UInt64(truncatingIfNeeded: key.count)
        let bytes = UnsafeRawBufferPointer(key)
        var offset = 0
        while offset &+ 8 <= bytes.count {
            hash = unsafe mix(hash, bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            offset &+= 8
        }
        var rest: UInt64 = 0
        while offset < bytes.count {
            rest = unsafe rest << 8 | UInt64(bytes[offset])
            offset &+= 1
        }
        return mix(hash, rest)
    }

    @inline(__always)
    private static func mix(_ hash: UInt64, _ word: UInt64) -> UInt64 {
        let (high, low) = (hash ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
        return high ^ low ^ hash
    }
}

extension String {
    /// Calls `body` with the bytes of the text, which are valid during the call only.
    @inline(__always)
    func withUTF8Bytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        // Native strings, which is all of them but bridged ones of Darwin, lend their own bytes.
        if let result = unsafe utf8.withContiguousStorageIfAvailable(body) { return result }
        return unsafe Array(utf8).withUnsafeBufferPointer(body)
    }
}
