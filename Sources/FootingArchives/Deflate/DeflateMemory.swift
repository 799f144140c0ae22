/// The tables of a compressor.
///
/// They are one allocation: the C library keeps a single freed one of this size for the next
/// compressor, where it would return several to the system, page by page.
// Safe outside of the loops of `MatchFinder` and `DeflateBlock`: only these use the pointers, and
// they prove that their indices are below the counts.
@safe
struct DeflateMemory: ~Copyable {
    /// A match, after some literals.
    struct Match: Sendable {
        let literals: UInt32
        let length: UInt16
        let distance: UInt16
    }

    static var headBits: UInt32 { 15 }
    static var shortHeadBits: UInt32 { 14 }
    static var chainCount: Int { 1 << 15 }
    static var literalCount: Int { 1 << 16 }
    static var matchCount: Int { 1 << 15 }

    /// For each of the last 32,768 positions, the one before it with the same hash of four bytes.
    let chain: UnsafeMutablePointer<UInt32>
    /// The last position of each hash of four bytes, and of three bytes.
    let heads: UnsafeMutablePointer<UInt32>
    let shortHeads: UnsafeMutablePointer<UInt32>
    let matches: UnsafeMutablePointer<Match>
    let literals: UnsafeMutablePointer<UInt8>

    init() {
        let headCount = 1 << Int(Self.headBits)
        let positionCount = Self.chainCount + headCount + 1 << Int(Self.shortHeadBits)
        let count = 4 * positionCount + 8 * Self.matchCount + Self.literalCount
        let memory = UnsafeMutableRawPointer.allocate(byteCount: count, alignment: 8)
        unsafe chain = memory.initializeMemory(as: UInt32.self, repeating: 0, count: positionCount)
        unsafe heads = chain + Self.chainCount
        unsafe shortHeads = heads + headCount
        unsafe matches = UnsafeMutableRawPointer(chain + positionCount)
            .bindMemory(to: Match.self, capacity: Self.matchCount)
        unsafe literals = UnsafeMutableRawPointer(matches + Self.matchCount)
            .bindMemory(to: UInt8.self, capacity: Self.literalCount)
    }

    deinit { unsafe chain.deallocate() }
}
