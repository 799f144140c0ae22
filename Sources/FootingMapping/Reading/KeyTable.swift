import FootingBytes

/// A lookup table of the keys to read from one object, keyed by their bytes.
///
/// Input is never inserted into the table, so hostile keys can't make a lookup slower.
final class KeyTable: Sendable {
    private struct Key: Sendable {
        let length: Int
        let firstWord: UInt64
        /// The bits of the name's bytes in the first word.
        let mask: UInt64
        let restStart: Int
    }

    /// The names in order of declaration.
    let names: [String]
    /// Whether names match regardless of the case of ASCII letters.
    let isCaseInsensitive: Bool
    private let keys: [Key]
    /// The bytes of each name after the first eight, in words of eight bytes; the last word is
    /// padded with zeros.
    private let rest: [UInt64]
    /// An open-addressing hash table of name indexes.
    ///
    /// Empty for up to eight names: comparing those is faster than hashing.
    private let slots: [Int]
    /// For a name that is canonically equivalent to an earlier one but has different bytes, the
    /// index of that earlier name.
    let twins: [Int: Int]

    init(_ names: [String], isCaseInsensitive: Bool = false) {
        var keys: [Key] = []
        var rest: [UInt64] = []
        for name in names {
            let name = isCaseInsensitive ? name.foldingASCII : name
            let (length, words) = name.withBytes { bytes in
                let starts = stride(from: 0, to: max(bytes.count, 1), by: 8)
                return (bytes.count, starts.map { bytes.word(at: $0, before: bytes.count) })
            }
            let mask: UInt64 = length < 8 ? ~(~0 << UInt64(8 * length)) : ~0
            keys.append(
                Key(length: length, firstWord: words[0], mask: mask, restStart: rest.count)
            )
            rest += words.dropFirst()
        }
        self.names = names
        self.isCaseInsensitive = isCaseInsensitive
        self.keys = keys
        self.rest = rest
        slots = Self.slots(for: keys)
        let firstIndexes = Dictionary(zip(names, names.indices)) { first, _ in first }
        var twins: [Int: Int] = [:]
        for (index, name) in names.enumerated() where firstIndexes[name] != index {
            twins[index] = firstIndexes[name]
        }
        self.twins = twins
    }

    private static func slots(for keys: [Key]) -> [Int] {
        guard keys.count > 8 else { return [] }
        var size = 32
        while size < keys.count &* 2 { size &*= 2 }
        var slots = Array(repeating: -1, count: size)
        for (index, key) in keys.enumerated() {
            var slot = slotIndex(key.length, key.firstWord, size)
            while slots[slot] >= 0 { slot = (slot &+ 1) & (size &- 1) }
            slots[slot] = index
        }
        return slots
    }

    @inline(__always)
    private static func slotIndex(_ length: Int, _ firstWord: UInt64, _ size: Int) -> Int {
        // Fibonacci hashing: the high bits of the product depend on all bits of the word.
        let hash = (firstWord ^ UInt64(truncatingIfNeeded: length)) &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: hash >> 32) & (size &- 1)
    }

    /// The index of the name with the bytes of `token`, trying `hint` first.
    @inline(__always)
    func index(of token: JSONToken, in document: JSONDocument, hint: Int) -> Int? {
        hasName(token, in: document, at: hint) ? hint : index(of: token, in: document)
    }

    /// Whether the name at `index` has the bytes of `token`, which is not so if it takes longer to
    /// find out.
    @inline(__always)
    private func hasName(_ token: JSONToken, in document: JSONDocument, at index: Int) -> Bool {
        guard index < keys.count, token.isPlainString(ofLength: keys[index].length) else {
            return false
        }
        let start = Int(token.start)
        guard document.bytes.hasEight(start),
            document.bytes.eightBytes(at: start) & keys[index].mask == keys[index].firstWord,
            !isCaseInsensitive
        else { return false }
        return restIsEqual(index, document.bytes, start, start &+ keys[index].length)
    }

    @inline(never)
    private func index(of token: JSONToken, in document: JSONDocument) -> Int? {
        guard !token.isEscaped, !isCaseInsensitive else {
            return index(ofOther: token, in: document)
        }
        let start = Int(token.start)
        return index(in: document.bytes, from: start, to: start &+ token.extent)
    }

    /// Finds the index of a key that has escapes, or whose letters may be in the other case.
    @inline(never)
    private func index(ofOther token: JSONToken, in document: JSONDocument) -> Int? {
        guard !isCaseInsensitive || token.extent <= longestLength &* 6 else { return nil }
        return document.text(of: token).flatMap { index(of: $0) }
    }

    /// The index of the name with the bytes of `key`.
    func index(of key: String) -> Int? {
        var key = key
        if isCaseInsensitive {
            guard key.utf8.count <= longestLength else { return nil }
            key = key.foldingASCII
        }
        return key.withBytes { index(in: $0, from: 0, to: $0.count) }
    }

    // An escape uses at most six bytes to encode one byte, so a key that is more than six times as
    // long as the longest name can't match.
    private var longestLength: Int { keys.reduce(0) { max($0, $1.length) } }

    @inline(__always)
    private func index(in bytes: ByteView, from start: Int, to end: Int) -> Int? {
        let length = end &- start
        let firstWord = bytes.word(at: start, before: end)
        if !slots.isEmpty {
            var slot = Self.slotIndex(length, firstWord, slots.count)
            while slots[slot] >= 0 {
                if isKey(slots[slot], length, firstWord, bytes, start, end) { return slots[slot] }
                slot = (slot &+ 1) & (slots.count &- 1)
            }
            return nil
        }
        for index in 0..<keys.count where isKey(index, length, firstWord, bytes, start, end) {
            return index
        }
        return nil
    }

    @inline(__always)
    private func isKey(
        _ index: Int,
        _ length: Int,
        _ firstWord: UInt64,
        _ bytes: ByteView,
        _ start: Int,
        _ end: Int
    ) -> Bool {
        keys[index].firstWord == firstWord && keys[index].length == length
            && restIsEqual(index, bytes, start, end)
    }

    @inline(__always)
    private func restIsEqual(_ index: Int, _ bytes: ByteView, _ start: Int, _ end: Int) -> Bool {
        var word = keys[index].restStart
        var position = start &+ 8
        while position < end {
            guard rest[word] == bytes.word(at: position, before: end) else {
                return false
            }
            word &+= 1
            position &+= 8
        }
        return true
    }
}

extension ByteView {
    /// Up to eight bytes from `start`, with zeros in place of the bytes at or after `end`.
    @inline(__always)
    func word(at start: Int, before end: Int) -> UInt64 {
        let length = end &- start
        if hasEight(start) {
            // A mask instead of a branch: key lengths follow no pattern that branch prediction
            // could use.
            let mask = ~UInt64(0) >> UInt64(max(0, 8 &- length) &* 8)
            return eightBytes(at: start) & mask
        }
        var word: UInt64 = 0
        for offset in 0..<min(length, 8) {
            word |= UInt64(self[start &+ offset]) << UInt64(offset &* 8)
        }
        return word
    }
}

extension String {
    /// Calls `body` with the string's UTF-8 bytes.
    @inline(__always)
    func withBytes<Result>(_ body: (ByteView) -> Result) -> Result {
        var text = self
        return text.withUTF8 { body(unsafe ByteView($0)) }
    }
}
