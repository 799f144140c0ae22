import FootingBytes

/// Finds repetitions, with tables of the positions at which sequences of bytes began.
///
/// Positions are counted modulo 2³², from the beginning of the stream and some more. An entry of a
/// table is only a hint: a match is verified, and its distance is limited to the bytes that are
/// there.
struct MatchFinder: Sendable {
    private static let longestMatch = 258
    static let history = 32_768
    private static let headBits: UInt32 = 15
    private static let shortHeadBits: UInt32 = 14

    /// The number of earlier positions that are tried.
    private let depth: Int
    /// The length from which a match is good enough.
    private let niceLength: Int
    /// The number of later positions that are tried before a match counts.
    private let lazySteps: Int
    private var minimumLength = 3
    /// The position of the window's first byte.
    ///
    /// Not 0, which all entries of the tables are at the beginning.
    private var origin: UInt32 = 1
    /// For each of the last 32,768 positions, the one before it with the same hash of four bytes;
    /// then the last position of each hash of four bytes, and of three bytes.
    private var tables = [UInt32](
        repeating: 0,
        count: history + 1 << Int(headBits) + 1 << Int(shortHeadBits)
    )

    init(level: Int) {
        (depth, niceLength, lazySteps) =
            switch level {
            case ...1: (4, 16, 0)
            case 2: (6, 24, 0)
            case 3: (6, 24, 1)
            case 4: (12, 32, 1)
            case 5: (20, 65, 1)
            case 6: (35, 100, 2)
            case 7: (60, 130, 2)
            case 8: (150, 258, 2)
            default: (400, 258, 2)
            }
    }

    /// Notes that the first `count` bytes of the window are gone.
    mutating func drop(_ count: Int) {
        origin &+= UInt32(truncatingIfNeeded: count)
    }

    /// Chooses the shortest length of matches, by the number of different literals.
    ///
    /// Few of them have short codes, which a short match with its distance can't beat.
    mutating func adjust(to literalCount: Int) {
        minimumLength =
            switch literalCount {
            case ..<6: 8
            case ..<10: 7
            case ..<16: 6
            case ..<46: 5
            case ..<80: 4
            default: 3
            }
    }

    /// Appends literals and matches to `block`, until `limit`, or until the block is to be checked.
    // Pointers, because this runs for each byte. All accesses are in bounds:
    // - `index` is below `count`. Words are read at an index of at most `last`, or before it, or up
    //   to the end of a match that is shorter than `count &- index`.
    // - A distance is at most `index`, so `other` is not negative.
    // - Hashes have as many bits as their tables have entries, and positions are masked.
    mutating func find(
        _ window: ByteView,
        at position: inout Int,
        upTo limit: Int,
        into block: inout DeflateBlock
    ) {
        let (origin, niceLength, depth) = (origin, niceLength, depth)
        let (lazySteps, minimumLength) = (lazySteps, minimumLength)
        let (nextCheck, count) = (block.nextCheck, window.count)
        unsafe window.withBytes { bytes in
            unsafe tables.withUnsafeMutableBufferPointer { tables in
                guard let start = bytes.baseAddress else { return }
                let raw = unsafe UnsafeRawPointer(start)
                let chain = unsafe tables.baseAddress.unsafelyUnwrapped
                let heads = unsafe chain + Self.history
                let shortHeads = unsafe heads + 1 << Int(Self.headBits)
                // The position that is next entered into the tables.
                var index = position
                var runStart = position &- block.literalRun
                var symbolCount = block.symbolCount
                // The last position with four bytes.
                let last = count &- 4

                @inline(__always)
                func word(_ index: Int) -> UInt32 {
                    unsafe raw.loadUnaligned(fromByteOffset: index, as: UInt32.self).littleEndian
                }
                @inline(__always)
                func longWord(_ index: Int) -> UInt64 {
                    unsafe raw.loadUnaligned(fromByteOffset: index, as: UInt64.self).littleEndian
                }
                @inline(__always)
                func hash(_ word: UInt32, _ bits: UInt32) -> Int {
                    Int((word &* 0x9E37_79B1) &>> (32 &- bits))
                }
                /// Enters a position into the tables, and returns its word and the positions before
                /// it with the same hashes.
                @inline(__always)
                func enter(_ index: Int) -> (word: UInt32, first: UInt32, short: UInt32) {
                    let position = UInt32(truncatingIfNeeded: index) &+ origin
                    let word = word(index)
                    let hashed = hash(word, Self.headBits)
                    let first = unsafe heads[hashed]
                    unsafe heads[hashed] = position
                    unsafe chain[Int(position) & (Self.history &- 1)] = first
                    guard minimumLength < 4 else { return (word, first, position) }
                    let shortHash = hash(word << 8, Self.shortHeadBits)
                    let short = unsafe shortHeads[shortHash]
                    unsafe shortHeads[shortHash] = position
                    return (word, first, short)
                }
                /// The number of equal bytes at two indices, of which four are equal.
                @inline(__always)
                func matchLength(_ index: Int, _ other: Int, limit: Int) -> Int {
                    var length = 4
                    while length &+ 8 <= limit {
                        let difference = longWord(index &+ length) ^ longWord(other &+ length)
                        if difference != 0 {
                            return length &+ difference.trailingZeroBitCount >> 3
                        }
                        length &+= 8
                    }
                    while length < limit, unsafe start[index &+ length] == start[other &+ length] {
                        length &+= 1
                    }
                    return length
                }
                /// Enters a position, and finds a match that is longer than `length`.
                @inline(__always)
                func search(
                    _ index: Int,
                    longerThan length: Int,
                    depth: Int
                ) -> (length: Int, distance: Int) {
                    var best = (length: length, distance: 0)
                    let entry = enter(index)
                    let position = UInt32(truncatingIfNeeded: index) &+ origin
                    let farthest = min(index, Self.history)
                    let shortDistance = Int(position &- entry.short)
                    if length < 3, shortDistance <= min(4_096, farthest), shortDistance > 0,
                        (word(index &- shortDistance) ^ entry.word) << 8 == 0
                    {
                        best = (3, shortDistance)
                    }
                    // A match can't be longer than the rest of the input.
                    let limit = min(Self.longestMatch, count &- index)
                    var remaining = length < limit ? depth : 0
                    var candidate = entry.first
                    var distance = Int(position &- candidate)
                    while distance <= farthest, distance > 0, remaining > 0 {
                        let other = index &- distance
                        let tail = max(best.length &- 3, 0)
                        if word(other &+ tail) == word(index &+ tail), word(other) == entry.word {
                            let found = matchLength(index, other, limit: limit)
                            if found > best.length {
                                best = (found, distance)
                                if found >= niceLength || found == limit { break }
                            }
                        }
                        remaining &-= 1
                        candidate = unsafe chain[Int(candidate) & (Self.history &- 1)]
                        let next = Int(position &- candidate)
                        guard next > distance else { break }
                        distance = next
                    }
                    return best
                }
                /// By how much a later match is better, in quarters of a byte.
                @inline(__always)
                func gain(
                    _ later: (length: Int, distance: Int),
                    _ match: (length: Int, distance: Int)
                ) -> Int {
                    guard later.distance > 0 else { return 0 }
                    return 4 &* (later.length &- match.length)
                        &+ later.distance.leadingZeroBitCount &- match.distance.leadingZeroBitCount
                }

                while index < limit, symbolCount < nextCheck {
                    symbolCount &+= 1
                    guard index <= last else {
                        index &+= 1
                        continue
                    }
                    var matchStart = index
                    var match = search(index, longerThan: minimumLength &- 1, depth: depth)
                    index &+= 1
                    guard match.distance > 0 else {
                        // Among bytes that never match, only some positions are tried.
                        let skipped = min((index &- runStart) >> 9, 32, count &- index)
                        symbolCount &+= skipped
                        index &+= skipped
                        continue
                    }
                    // A longer match, or one as long that is nearer, may begin at the next positions.
                    var step = 1
                    while step <= lazySteps, match.length < niceLength, index < last {
                        let later = search(
                            index,
                            longerThan: match.length &- 1,
                            depth: depth &>> step
                        )
                        index &+= 1
                        step &+= 1
                        if gain(later, match) > 4 &* step &- 6 {
                            symbolCount &+= index &- 1 &- matchStart
                            matchStart = index &- 1
                            match = later
                            step = 1
                        }
                    }
                    block.append(matchStart &- runStart, match.length, match.distance)
                    let end = matchStart &+ match.length
                    runStart = end
                    // The fastest levels enter only some positions of a match.
                    let lastEntered = min(end &- 1, last, lazySteps == 0 ? index &+ 32 : .max)
                    while index <= lastEntered {
                        _ = enter(index)
                        index &+= 1
                    }
                    index = end
                }
                block.literalRun = index &- runStart
                block.symbolCount = symbolCount
                position = index
            }
        }
    }
}
