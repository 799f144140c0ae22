import FootingFormats

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
