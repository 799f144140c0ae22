import FootingBytes

/// A hash table of keys and entries, whose memory look-ups borrow.
///
/// Keys are compared by their bytes, as in Foundation: composed é and decomposed é are two keys. An
/// index is the number of keys that were added before.
// Unchecked, and safe because only the `StringTableBuilder` that owns the memory writes to it, and
// its last owner, the builder or a `StringTable`, frees it. Readers keep the table alive. The
// number of slots is a power of two; at most half of them are in use. Each slot in use refers to
// one of the first `count` entries, and each entry to bytes before `keyEnd` in the keys.
@safe
struct StringTableMemory: @unchecked Sendable {
    /// A string with its format and origin, and the range of its key in the keys' bytes.
    struct Entry {
        let text: String
        let format: LocalizedFormat?
        let file: Int32
        let line: Int32?
        fileprivate var keyStart: UInt32
        fileprivate let keyCount: UInt32
    }

    /// 0 for an empty slot; otherwise the upper half of the key's hash, which determines the slot,
    /// and below it the key's index plus one.
    private var slots: UnsafeMutableBufferPointer<UInt64>
    private var entries: UnsafeMutableBufferPointer<Entry>
    private var keys: UnsafeMutableBufferPointer<UInt8>
    private(set) var count = 0
    private var keyEnd = 0
    /// The index of the current file among those of the table.
    var file: Int32 = -1

    /// Creates an empty table, which the owner must deallocate.
    init() {
        unsafe slots = .allocate(capacity: 8)
        unsafe slots.initialize(repeating: 0)
        unsafe entries = .allocate(capacity: 4)
        unsafe keys = .allocate(capacity: 64)
    }

    func deallocate() {
        unsafe slots.deallocate()
        unsafe keys.deallocate()
        _ = unsafe UnsafeMutableBufferPointer(rebasing: entries[..<count]).deinitialize()
        unsafe entries.deallocate()
    }

    @inline(__always)
    func index(of key: UnsafeBufferPointer<UInt8>, hash: UInt64) -> Int? {
        let content = unsafe slots[slot(of: key, hash: hash)]
        return content == 0 ? nil : Self.index(content)
    }

    @inline(__always)
    private static func index(_ content: UInt64) -> Int {
        Int(truncatingIfNeeded: content & 0xFFFF_FFFF) &- 1
    }

    @inline(__always)
    private static func slot(_ content: UInt64, mask: Int) -> Int {
        Int(truncatingIfNeeded: content >> 32) & mask
    }

    /// The slot of a key, or the empty slot where it belongs.
    @inline(__always)
    private func slot(of key: UnsafeBufferPointer<UInt8>, hash: UInt64) -> Int {
        let mask = unsafe slots.count &- 1
        var slot = Self.slot(hash, mask: mask)
        while true {
            let content = unsafe slots[slot]
            if content == 0 { return slot }
            if content >> 32 == hash >> 32, unsafe hasKey(key, at: Self.index(content)) {
                return slot
            }
            slot = (slot &+ 1) & mask
        }
    }

    @inline(__always)
    private func hasKey(_ key: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
        let count = unsafe Int(entries[index].keyCount)
        guard count == key.count else { return false }
        let start = unsafe Int(entries[index].keyStart)
        let wanted = UnsafeRawBufferPointer(key)
        let own = unsafe UnsafeRawBufferPointer(
            UnsafeBufferPointer(rebasing: keys[start..<(start &+ count)])
        )
        guard count >= 8 else { return unsafe wanted.elementsEqual(own) }
        // Eight bytes at a time; the last eight end with the key, and may overlap.
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
    subscript(index: Int) -> Entry {
        get { unsafe entries[index] }
        nonmutating set { unsafe entries[index] = newValue }
    }

    @inline(__always)
    func text(at index: Int) -> String { unsafe entries[index].text }

    @inline(__always)
    func format(at index: Int) -> LocalizedFormat? { unsafe entries[index].format }

    /// The number that was inserted with a name.
    @inline(never)
    func number(of name: ByteView) -> Int? {
        let hash = KeyHash.current(name)
        let index = unsafe name.withBytes { unsafe self.index(of: $0, hash: hash) }
        return index.flatMap { self[$0].line }.map { Int($0) }
    }

    func key(at index: Int) -> String {
        let start = Int(self[index].keyStart)
        let bytes = unsafe keys[start..<(start + Int(self[index].keyCount))]
        return unsafe String(decoding: bytes, as: UTF8.self)
    }

    func hasEntries(ofFile file: Int32) -> Bool {
        (0..<count).contains { self[$0].file == file }
    }
}

extension StringTableMemory {
    mutating func reserve(_ keyCount: Int, keyBytes: Int) {
        unsafe entries.grow(for: count + keyCount, used: count)
        unsafe keys.grow(for: keyEnd + keyBytes, used: keyEnd)
        reserveSlots(for: count + keyCount)
    }

    /// Inserts an entry of the current file; if that replaces one with the same key, returns the
    /// previous entry.
    @inline(__always)
    mutating func insert(
        _ key: ByteView,
        hash: UInt64,
        text: consuming String,
        format: consuming LocalizedFormat?,
        line: Int?
    ) -> (index: Int, previous: Entry)? {
        reserveSlots(for: count &+ 1)
        let slot = unsafe key.withBytes { unsafe self.slot(of: $0, hash: hash) }
        var entry = Entry(
            text: text,
            format: format,
            file: file,
            line: line.map { Int32(truncatingIfNeeded: $0) },
            keyStart: UInt32(truncatingIfNeeded: keyEnd),
            keyCount: UInt32(truncatingIfNeeded: key.count)
        )
        if unsafe slots[slot] != 0 {
            let index = unsafe Self.index(slots[slot])
            let previous = self[index]
            entry.keyStart = previous.keyStart
            unsafe entries[index] = entry
            return (index, previous)
        }
        unsafe entries.grow(for: count &+ 1, used: count)
        unsafe keys.grow(for: keyEnd &+ key.count, used: keyEnd)
        let room = unsafe UnsafeMutableBufferPointer(rebasing: keys[keyEnd...])
        _ = unsafe key.withBytes { unsafe room.update(fromContentsOf: $0) }
        unsafe entries.initializeElement(at: count, to: consume entry)
        keyEnd &+= key.count
        count &+= 1
        unsafe slots[slot] = (hash & ~0xFFFF_FFFF) | UInt64(count)
        return nil
    }

    /// Inserts a name with a number, and returns the previous number of the name.
    @inline(never)
    mutating func insert(_ name: ByteView, number: Int) -> Int? {
        let hash = KeyHash.current(name)
        return insert(name, hash: hash, text: "", format: nil, line: number)?.previous.line
            .map { Int($0) }
    }

    @inline(__always)
    private mutating func reserveSlots(for count: Int) {
        if unsafe count &* 2 > slots.count { growSlots(for: count) }
    }

    @inline(never)
    private mutating func growSlots(for count: Int) {
        let old = unsafe slots
        var capacity = old.count
        while count * 2 > capacity { capacity *= 2 }
        unsafe slots = .allocate(capacity: capacity)
        unsafe slots.initialize(repeating: 0)
        for index in old.indices {
            let content = unsafe old[index]
            guard content != 0 else { continue }
            var slot = Self.slot(content, mask: capacity - 1)
            while unsafe slots[slot] != 0 { slot = (slot + 1) & (capacity - 1) }
            unsafe slots[slot] = content
        }
        unsafe old.deallocate()
    }
}

extension UnsafeMutableBufferPointer {
    /// Moves the used elements to larger memory, unless there is room for `needed`.
    @inline(__always)
    fileprivate mutating func grow(for needed: Int, used: Int) {
        guard needed > count else { return }
        let larger = Self.allocate(capacity: Swift.max(needed, count &* 2))
        let elements = unsafe UnsafeMutableBufferPointer(rebasing: self[..<used])
        _ = unsafe larger.moveInitialize(fromContentsOf: elements)
        unsafe deallocate()
        unsafe self = larger
    }
}
