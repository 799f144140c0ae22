import FootingFormats

/// The texts of one table in one language, by key; immutable.
///
/// It is its own hash table and not a `Dictionary`, and it lends its memory to look-ups: so a
/// look-up takes less than half of the time, most of which goes into counting references to key and
/// text.
package final class StringTable: Sendable {
    package let name: String
    let language: LanguageContext

    /// The memory for look-ups, valid for as long as the table lives.
    let memory: StringTableMemory

    private let entries: [StringTableBuilder.Entry]
    package let files: [String]

    /// Where an entry stands.
    ///
    /// The file is an index; the line is 0 where it isn't known.
    typealias Origin = (file: Int32, line: Int32)

    init(_ builder: StringTableBuilder) {
        name = builder.name
        language = builder.language
        memory = StringTableMemory(builder)
        entries = builder.entries
        files = builder.files
    }

    deinit {
        memory.deallocate()
    }

    /// The index of a key with a hash, or -1.
    @inline(__always)
    func index(of key: UnsafeBufferPointer<UInt8>, hash: UInt64) -> Int {
        withExtendedLifetime(self) { unsafe memory.index(of: key, hash: hash) }
    }

    func format(at index: Int) -> LocalizedFormat? { entries[index].format }

    var count: Int { entries.count }

    /// Whether it has entries of a file.
    func hasEntries(ofFileAt path: String) -> Bool {
        guard let file = files.firstIndex(of: path) else { return false }
        return entries.contains { Int($0.origin.file) == file }
    }

    func file(at index: Int) -> String { files[fileIndex(at: index)] }

    func fileIndex(at index: Int) -> Int { Int(entries[index].origin.file) }

    func line(at index: Int) -> Int? {
        entries[index].origin.line == 0 ? nil : Int(entries[index].origin.line)
    }
}

/// Where the keys and texts of a table are.
///
/// A key is found by its bytes, as Foundation does: é composed and é decomposed are two keys.
// Unchecked, and safe, because: `init` fills the three regions before anyone else can see them,
// nothing writes to them after, and only `StringTable.deinit` frees them. Whoever reads holds that
// table for as long as it reads. All indices come from the builder: slots are `mask + 1`, a power
// of two of which at most half are in use; each slot in use names an entry; each entry, bytes of a
// key.
@safe
struct StringTableMemory: @unchecked Sendable {
    private struct Entry {
        let keyStart: Int
        let keyCount: Int
        let text: String
    }

    /// 0 for an empty slot, else the upper half of the key's hash and one more than its index.
    private let slots: UnsafeMutableBufferPointer<UInt64>
    private let mask: Int
    private let entries: UnsafeMutableBufferPointer<Entry>
    private let keys: UnsafeMutableBufferPointer<UInt8>

    fileprivate init(_ builder: StringTableBuilder) {
        unsafe slots = .allocate(capacity: builder.slots.count)
        _ = unsafe slots.initialize(from: builder.slots)
        mask = builder.slots.count - 1
        unsafe keys = .allocate(capacity: builder.keyBytes.count)
        _ = unsafe keys.initialize(from: builder.keyBytes)
        unsafe entries = .allocate(capacity: builder.entries.count)
        var start = 0
        for (index, entry) in builder.entries.enumerated() {
            let end = entry.keyEnd
            let own = Entry(keyStart: start, keyCount: end - start, text: entry.text)
            unsafe entries.initializeElement(at: index, to: own)
            start = end
        }
    }

    fileprivate func deallocate() {
        unsafe slots.deallocate()
        unsafe keys.deallocate()
        _ = unsafe entries.deinitialize()
        unsafe entries.deallocate()
    }

    /// The index of a key with a hash, or -1.
    @inline(__always)
    func index(of key: UnsafeBufferPointer<UInt8>, hash: UInt64) -> Int {
        var slot = Int(truncatingIfNeeded: hash) & mask
        while true {
            let content = unsafe slots[slot]
            if content == 0 { return -1 }
            if content >> 32 == hash >> 32 {
                let index = Int(truncatingIfNeeded: content & 0xFFFF_FFFF) &- 1
                if unsafe hasKey(key, at: index) { return index }
            }
            slot = (slot &+ 1) & mask
        }
    }

    @inline(__always)
    private func hasKey(_ key: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
        let (start, count) = unsafe (entries[index].keyStart, entries[index].keyCount)
        guard count == key.count else { return false }
        let wanted = UnsafeRawBufferPointer(key)
        let own = unsafe UnsafeRawBufferPointer(
            UnsafeBufferPointer(rebasing: keys[start..<(start &+ count)])
        )
        guard count >= 8 else { return unsafe wanted.elementsEqual(own) }
        // Eight bytes at a time, the last eight so that they end where the key ends.
        var offset = 0
        while true {
            let first = unsafe wanted.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            let second = unsafe own.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            if first != second { return false }
            if offset == count &- 8 { return true }
            offset = min(offset &+ 8, count &- 8)
        }
    }

    @inline(__always)
    func text(at index: Int) -> String { unsafe entries[index].text }

    func key(at index: Int) -> String {
        let start = unsafe entries[index].keyStart
        let bytes = unsafe keys[start..<(start + entries[index].keyCount)]
        return unsafe String(decoding: bytes, as: UTF8.self)
    }
}

/// A hash of bytes, different in each process so that no file can be made to collide.
enum KeyHash {
    static let seed = UInt64.random(in: .min ... .max)

    @inline(never)
    static func hash(_ key: ByteView) -> UInt64 {
        unsafe key.withBytes { unsafe hash($0, seed: seed) }
    }

    static func hash(_ key: String) -> UInt64 {
        var key = key
        return key.withUTF8 { unsafe hash(ByteView($0)) }
    }

    @inline(__always)
    static func hash(_ key: UnsafeBufferPointer<UInt8>, seed: UInt64) -> UInt64 {
        let count = key.count
        let hash = seed ^ UInt64(truncatingIfNeeded: count)
        let bytes = UnsafeRawBufferPointer(key)
        guard count >= 8 else {
            var word: UInt64 = 0
            for index in 0..<count { word = unsafe word << 8 | UInt64(bytes[index]) }
            return mix(hash, word)
        }
        // Sixteen bytes at a time, and at last the sixteen, or twice the eight, before the end,
        // some of which may have been mixed in already. Every load is of eight bytes that are
        // there.
        var mixed = hash
        var offset = 0
        while offset &+ 16 < count {
            let first = unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            let second = unsafe bytes.loadUnaligned(fromByteOffset: offset &+ 8, as: UInt64.self)
            mixed = mix(mixed ^ first, second)
            offset &+= 16
        }
        let first = max(0, count &- 16)
        let head = unsafe bytes.loadUnaligned(fromByteOffset: first, as: UInt64.self)
        let tail = unsafe bytes.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
        return mix(mixed ^ head, tail)
    }

    @inline(__always)
    private static func mix(_ first: UInt64, _ second: UInt64) -> UInt64 {
        let (high, low) = (first ^ 0x9E37_79B9_7F4A_7C15).multipliedFullWidth(
            by: second ^ 0xBF58_476D_1CE4_E5B9
        )
        return high ^ low
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
