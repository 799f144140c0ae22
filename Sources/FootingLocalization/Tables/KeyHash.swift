import FootingFormats

/// A hash of keys that the author of a file can't predict.
///
/// Eight bytes of a key at a time are mixed with one of two words that are drawn anew in each process,
/// and two such mixtures are multiplied. A product loses what was in its factors only if one of them
/// is zero, for which the bytes would have to be the drawn word itself. So it makes no difference
/// what bytes a file has: which of its keys have one hash is another matter in each process.
struct KeyHash: Sendable {
    private let first = UInt64.random(in: .min ... .max)
    private let second = UInt64.random(in: .min ... .max)

    /// The hash of this process.
    static let current = KeyHash()

    private init() {}

    /// The hash of some bytes.
    @inline(__always)
    func callAsFunction(_ key: UnsafeBufferPointer<UInt8>) -> UInt64 {
        let count = key.count
        var hash = first ^ UInt64(truncatingIfNeeded: count)
        let bytes = UnsafeRawBufferPointer(key)
        guard count >= 8 else {
            var word: UInt64 = 0
            for index in 0..<count { word = unsafe word << 8 | UInt64(bytes[index]) }
            return mix(hash, word)
        }
        // Sixteen bytes at a time, and at last the sixteen, or twice the eight, before the end,
        // some of which may have been mixed in already. Every load is of eight bytes that are
        // there.
        var offset = 0
        while offset &+ 16 < count {
            let head = unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            let tail = unsafe bytes.loadUnaligned(fromByteOffset: offset &+ 8, as: UInt64.self)
            hash = mix(hash ^ head, tail)
            offset &+= 16
        }
        let start = max(0, count &- 16)
        let head = unsafe bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self)
        let tail = unsafe bytes.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
        return mix(hash ^ head, tail)
    }

    /// The hash of some bytes.
    @inline(never)
    func callAsFunction(_ key: ByteView) -> UInt64 {
        unsafe key.withBytes { unsafe self($0) }
    }

    @inline(__always)
    private func mix(_ mixed: UInt64, _ word: UInt64) -> UInt64 {
        let (high, low) = mixed.multipliedFullWidth(by: word ^ second)
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
