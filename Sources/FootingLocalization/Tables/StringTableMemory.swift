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

    init(_ builder: StringTableBuilder) {
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

    func deallocate() {
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
