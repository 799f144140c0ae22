/// A hash function with a random seed for each process, so that no file can be crafted to collide.
///
/// Each step multiplies two words of the key, which are XORed with the state (initially random) and
/// with a second random word. A product loses information only if a factor is zero, for which the
/// bytes would have to equal the secret word.
@usableFromInline
package struct KeyHash: Sendable {
    @usableFromInline
    let first = UInt64.random(in: .min ... .max)
    @usableFromInline
    let second = UInt64.random(in: .min ... .max)

    package static let current = KeyHash()

    private init() {}

    /// The hash of some bytes.
    @inlinable
    @inline(__always)
    package func callAsFunction(_ key: UnsafeBufferPointer<UInt8>) -> UInt64 {
        let count = key.count
        var hash = first ^ UInt64(truncatingIfNeeded: count)
        let bytes = UnsafeRawBufferPointer(key)
        guard count >= 8 else {
            var word: UInt64 = 0
            for index in 0..<count { word = unsafe word << 8 | UInt64(bytes[index]) }
            return mix(hash, word)
        }
        // Sixteen bytes at a time, and then the last sixteen (or the last eight twice), which may
        // overlap. Every load is within bounds.
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
    package func callAsFunction(_ key: ByteView) -> UInt64 {
        unsafe key.withBytes { unsafe self($0) }
    }

    @inlinable
    @inline(__always)
    func mix(_ mixed: UInt64, _ word: UInt64) -> UInt64 {
        let (high, low) = mixed.multipliedFullWidth(by: word ^ second)
        return high ^ low
    }
}
