import FootingBytes

/// Finds repetitions, with tables of the positions at which sequences of bytes began.
///
/// Positions are counted modulo 2³², from the beginning of the stream and some more. An entry of a
/// table is only a hint: a match is verified, and its distance is limited to the bytes that are
/// there.
struct MatchFinder: Sendable {
    /// The bytes before a position that a match can refer to.
    static var history: Int { 32_768 }
    private static let longestMatch = 258

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
    var origin: UInt32 = 1

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

    /// Whether positions of the next stream could be taken for those in the tables.
    var isWorn: Bool { origin > 1 << 31 }

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
    // - The block is not full at the beginning, and a turn begins before the next check is due.
    // Not inlined, because the caller's variables would slow the loop down.
    @inline(never)
    func find(
        _ window: ByteView,
        at position: inout Int,
        upTo limit: Int,
        into block: inout DeflateBlock
    ) {
        let (origin, niceLength, depth) = (origin, niceLength, depth)
        let (lazySteps, minimumLength) = (lazySteps, minimumLength)
        let (nextCheck, count) = (block.nextCheck, window.count)
        unsafe window.withBytes { bytes in
            guard let start = bytes.baseAddress else { return }
            let raw = unsafe UnsafeRawPointer(start)
            let (heads, shortHeads) = unsafe (block.memory.heads, block.memory.shortHeads)
            let (chain, chainMask) = unsafe (block.memory.chain, DeflateMemory.chainCount &- 1)
            let (literals, matches) = unsafe (block.memory.literals, block.memory.matches)
            var (literalCount, matchCount) = (block.literalCount, block.matchCount)
            // The position that is next entered into the tables.
            var index = position
            var runStart = literalCount &- block.literalRun
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
                let hashed = hash(word, DeflateMemory.headBits)
                let first = unsafe heads[hashed]
                unsafe heads[hashed] = position
                unsafe chain[Int(position) & chainMask] = first
                guard minimumLength < 4 else { return (word, first, position) }
                let shortHash = hash(word << 8, DeflateMemory.shortHeadBits)
                let short = unsafe shortHeads[shortHash]
                unsafe shortHeads[shortHash] = position
                return (word, first, short)
            }
            /// The number of equal bytes at two indices; the first four are known to be equal.
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
                    candidate = unsafe chain[Int(candidate) & chainMask]
                    let next = Int(position &- candidate)
                    guard next > distance else { break }
                    distance = next
                }
                return best
            }
            /// The gain of a later match, in quarters of a byte.
            @inline(__always)
            func gain(
                _ later: (length: Int, distance: Int),
                _ match: (length: Int, distance: Int)
            ) -> Int {
                guard later.distance > 0 else { return 0 }
                return 4 &* (later.length &- match.length)
                    &+ later.distance.leadingZeroBitCount &- match.distance.leadingZeroBitCount
            }

            @inline(__always)
            func addLiteral(_ index: Int) {
                unsafe literals[literalCount] = start[index]
                literalCount &+= 1
            }

            while index < limit, literalCount &+ matchCount < nextCheck {
                guard index <= last else {
                    addLiteral(index)
                    index &+= 1
                    continue
                }
                var matchStart = index
                var match = search(index, longerThan: minimumLength &- 1, depth: depth)
                index &+= 1
                guard match.distance > 0 else {
                    addLiteral(matchStart)
                    // Among bytes that never match, only some positions are tried.
                    let end = index &+ min((literalCount &- runStart) >> 9, 32, count &- index)
                    while index < end {
                        addLiteral(index)
                        index &+= 1
                    }
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
                        while matchStart < index &- 1 {
                            addLiteral(matchStart)
                            matchStart &+= 1
                        }
                        match = later
                        step = 1
                    }
                }
                unsafe matches[matchCount] = DeflateMemory.Match(
                    literals: UInt32(truncatingIfNeeded: literalCount &- runStart),
                    length: UInt16(truncatingIfNeeded: match.length),
                    distance: UInt16(truncatingIfNeeded: match.distance)
                )
                matchCount &+= 1
                runStart = literalCount
                let end = matchStart &+ match.length
                // The fastest levels enter only some positions of a match.
                let lastEntered = min(end &- 1, last, lazySteps == 0 ? index &+ 32 : .max)
                while index <= lastEntered {
                    _ = enter(index)
                    index &+= 1
                }
                index = end
            }
            block.literalRun = literalCount &- runStart
            (block.literalCount, block.matchCount) = (literalCount, matchCount)
            position = index
        }
    }
}
