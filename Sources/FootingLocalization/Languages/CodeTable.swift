/// A hash table from codes to codes and a number, in which a key can have several values.
struct CodeTable: Sendable {
    /// 0 is an empty slot: no key is 0.
    private var keys = [UInt64](repeating: 0, count: 64)
    /// The codes, with the number in the bits above them.
    private var values = [UInt64](repeating: 0, count: 64)
    private var count = 0

    enum Reduction { case asWritten, region, withScript }

    init() {}

    init(_ pairs: String, _ reduction: Reduction = .asWritten) { append(pairs, reduction, 0) }

    /// Inserts pairs of tags, such as `sh=sr-Latn`, separated by spaces; a single tag is the value
    /// for its language.
    @inline(never)
    mutating func append(_ pairs: String, _ reduction: Reduction, _ number: Int) {
        let bytes = Array(pairs.utf8)
        var key: LanguageCodes?
        var start = 0
        for index in 0...bytes.count {
            let isEnd = index == bytes.count || bytes[index] == UInt8(ascii: " ")
            guard isEnd || bytes[index] == UInt8(ascii: "=") else { continue }
            var codes = LanguageCodes(start..<index, of: bytes.span)
            start = index + 1
            switch reduction {
            case .asWritten: break
            case .region: codes = codes.region
            case .withScript: codes = codes.withScript
            }
            if isEnd {
                insert(codes.bits | UInt64(number) << 53, for: (key ?? codes.language).bits)
                key = nil
            } else {
                key = codes
            }
        }
    }

    @inline(never)
    private mutating func insert(_ value: UInt64, for key: UInt64) {
        if count * 2 >= keys.count {
            let (oldKeys, oldValues) = (keys, values)
            keys = [UInt64](repeating: 0, count: keys.count * 2)
            values = keys
            count = 0
            for index in oldKeys.indices where oldKeys[index] != 0 {
                insert(oldValues[index], for: oldKeys[index])
            }
        }
        var slot = slot(of: key)
        while keys[slot] != 0 { slot = (slot + 1) & (keys.count - 1) }
        (keys[slot], values[slot]) = (key, value)
        count += 1
    }

    /// The first slot to probe; the keys are fixed tables, so the hash needs no random seed.
    private func slot(of key: UInt64) -> Int {
        Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 32) & (keys.count - 1)
    }

    func forEach(of codes: LanguageCodes, _ body: (LanguageCodes, Int) -> Void) {
        var slot = slot(of: codes.bits)
        while keys[slot] != 0 {
            if keys[slot] == codes.bits {
                let value = values[slot]
                body(LanguageCodes(bits: value & (1 << 53 - 1)), Int(value >> 53))
            }
            slot = (slot + 1) & (keys.count - 1)
        }
    }

    subscript(codes: LanguageCodes) -> LanguageCodes? {
        var first: LanguageCodes?
        forEach(of: codes) { found, _ in first = first ?? found }
        return first
    }
}
