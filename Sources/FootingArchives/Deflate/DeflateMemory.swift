#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The tables of a compressor.
///
/// They are one allocation: the C library keeps a single freed one of this size for the next
/// compressor, where it would return several to the system, page by page.
// Safe outside of the loops of `MatchFinder` and `DeflateBlock`: only these use the pointers, and
// they prove that their indices are below the counts.
@safe
struct DeflateMemory: ~Copyable {
    static var headBits: UInt32 { 15 }
    static var shortHeadBits: UInt32 { 14 }
    static var chainCount: Int { 1 << 15 }
    static var literalCount: Int { 1 << 16 }
    static var matchCount: Int { 1 << 15 }

    /// For each match of a block the number of literals before it, its length and its distance, in
    /// 32, 16 and 16 bits.
    let matches: UnsafeMutablePointer<UInt64>
    /// The last position of each hash of four bytes, and of three bytes.
    let heads: UnsafeMutablePointer<UInt32>
    let shortHeads: UnsafeMutablePointer<UInt32>
    /// For each of the last 32,768 positions, the one before it with the same hash of four bytes.
    let chain: UnsafeMutablePointer<UInt32>
    /// The literals of a block.
    let literals: UnsafeMutablePointer<UInt8>

    init() {
        let headCount = 1 << Int(Self.headBits)
        let shortHeadCount = 1 << Int(Self.shortHeadBits)
        let positions = headCount + shortHeadCount + Self.chainCount
        guard let memory = unsafe calloc(8 * Self.matchCount + 4 * positions + Self.literalCount, 1)
        else { fatalError("out of memory") }
        unsafe matches = memory.assumingMemoryBound(to: UInt64.self)
        unsafe heads = UnsafeMutableRawPointer(matches + Self.matchCount)
            .assumingMemoryBound(to: UInt32.self)
        unsafe shortHeads = heads + headCount
        unsafe chain = shortHeads + shortHeadCount
        unsafe literals = UnsafeMutableRawPointer(chain + Self.chainCount)
            .assumingMemoryBound(to: UInt8.self)
    }

    deinit { unsafe free(matches) }
}
