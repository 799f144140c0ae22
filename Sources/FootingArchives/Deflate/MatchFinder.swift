import FootingBytes

/// Finds repetitions, with tables of the positions at which sequences of bytes began.
///
/// Positions are counted modulo 2³², from the beginning of the stream and some more. An entry of a
/// table is only a hint: a match is verified, and its distance is limited to the bytes that are
/// there.
// Safe outside of its loops: the pointers never leave this file.
struct MatchFinder: Sendable {
    static var longestMatch: Int { 258 }

    /// The effort of a level.
    struct Effort: Sendable {
        /// The number of earlier positions that are tried.
        var depth = 0
        /// The length from which a match is good enough.
        var niceLength = 0
        /// The number of later positions that are tried before a match counts.
        var lazySteps = 0

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
    }

    private let effort: Effort
    private var minimumLength = 3
    /// The position of the window's first byte.
    ///
    /// Not 0, which all entries of the tables are at the beginning.
    private var origin: UInt32 = 1

    init(level: Int) {
        effort = Effort(level: level)
    }

    /// Notes that the first `count` bytes of the window are gone.
    mutating func drop(_ count: Int) {
        origin &+= UInt32(truncatingIfNeeded: count)
    }

    /// Begins another stream, after one whose window has `count` bytes.
    mutating func restart(after count: Int) {
        drop(count)
        minimumLength = 3
    }

    /// Whether positions of the next stream could be taken for those in the tables.
    var isWorn: Bool { origin > 1 << 31 }

    /// Appends literals and matches to `block`, until `limit`, or until the block is full or is to
    /// be checked.
    mutating func find(
        _ window: ByteView,
        at position: inout Int,
        upTo limit: Int,
        into block: inout DeflateBlock
    ) {
        unsafe window.withBytes { bytes in
            guard let start = unsafe UnsafeRawPointer(bytes.baseAddress) else { return }
            let count = bytes.count
            switch effort.lazySteps {
            case 0: unsafe findMatches(start, count, &position, limit, &block, lazySteps: 0)
            case 1: unsafe findMatches(start, count, &position, limit, &block, lazySteps: 1)
            default: unsafe findMatches(start, count, &position, limit, &block, lazySteps: 2)
            }
        }
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

    // MARK: The loops

    @inline(__always)
    private static func word(_ bytes: UnsafeRawPointer, _ index: Int) -> UInt32 {
        unsafe bytes.loadUnaligned(fromByteOffset: index, as: UInt32.self).littleEndian
    }

    @inline(__always)
    private static func hash(_ word: UInt32, _ bits: UInt32) -> Int {
        Int((word &* 0x9E37_79B1) &>> (32 &- bits))
    }

    /// The number of equal bytes at two indices, from `length` on and up to `limit`.
    @inline(__always)
    private static func matchLength(
        _ bytes: UnsafeRawPointer,
        _ index: Int,
        _ other: Int,
        from length: Int,
        limit: Int
    ) -> Int {
        var length = length
        while length &+ 8 <= limit {
            let difference =
                unsafe bytes.loadUnaligned(fromByteOffset: index &+ length, as: UInt64.self)
                .littleEndian
                ^ bytes.loadUnaligned(fromByteOffset: other &+ length, as: UInt64.self)
                .littleEndian
            if difference != 0 { return length &+ difference.trailingZeroBitCount >> 3 }
            length &+= 8
        }
        while length < limit,
            unsafe bytes.load(fromByteOffset: index &+ length, as: UInt8.self)
                == bytes.load(fromByteOffset: other &+ length, as: UInt8.self)
        { length &+= 1 }
        return length
    }

    /// - Parameters:
    ///   - lazySteps: As the effort says; a constant for each copy of this loop.
    // Pointers, because this runs for each byte. All accesses are in bounds:
    // - `index` is below `count`. Words are read at an index of at most `last`, or before it, or up
    //   to the end of a match that is shorter than `count &- index`.
    // - A distance is at most `index`, so `other` is not negative.
    // - Hashes have as many bits as their tables have entries, and positions are masked.
    // - The block is not full at the beginning, and a turn begins before the next check is due.
    @inline(__always)
    private func findMatches(
        _ bytes: UnsafeRawPointer,
        _ count: Int,
        _ position: inout Int,
        _ limit: Int,
        _ block: inout DeflateBlock,
        lazySteps: Int
    ) {
        let (heads, shortHeads) = unsafe (block.memory.heads, block.memory.shortHeads)
        let chain = unsafe block.memory.chain
        let chainMask = DeflateMemory.chainCount &- 1
        let origin = origin
        let niceLength = effort.niceLength
        let depth = effort.depth
        let minimumLength = minimumLength
        let usesShort = minimumLength < 4
        let (literals, matches) = unsafe (block.memory.literals, block.memory.matches)
        var literalCount = block.literalCount
        var matchCount = block.matchCount
        var runStart = literalCount &- block.literalRun
        // The position that is next entered into the tables.
        var index = position
        // The last position with four bytes.
        let last = count &- 4

        /// Enters a position into the tables, and returns its word and the positions before it with
        /// the same hashes.
        @inline(__always)
        func enter(_ index: Int) -> (word: UInt32, candidate: UInt32, shortCandidate: UInt32) {
            let position = UInt32(truncatingIfNeeded: index) &+ origin
            let word = unsafe Self.word(bytes, index)
            let hash = Self.hash(word, DeflateMemory.headBits)
            let candidate = unsafe heads[hash]
            unsafe heads[hash] = position
            unsafe chain[Int(position) & chainMask] = candidate
            guard usesShort else { return (word, candidate, position) }
            let shortHash = Self.hash(word << 8, DeflateMemory.shortHeadBits)
            let shortCandidate = unsafe shortHeads[shortHash]
            unsafe shortHeads[shortHash] = position
            return (word, candidate, shortCandidate)
        }
        /// Enters a position, and finds a match that is longer than `length`.
        @inline(__always)
        func search(
            _ index: Int,
            longerThan length: Int,
            depth: Int
        ) -> (length: Int, distance: Int) {
            var best = (length: length, distance: 0)
            let (word, first, shortCandidate) = enter(index)
            let position = UInt32(truncatingIfNeeded: index) &+ origin
            let farthest = min(index, Deflater.history)
            let shortDistance = Int(position &- shortCandidate)
            if length < 3, shortDistance <= min(4_096, farthest), shortDistance > 0,
                unsafe (Self.word(bytes, index &- shortDistance) ^ word) << 8 == 0
            {
                best = (3, shortDistance)
            }
            // A match can't be longer than the rest of the input.
            let limit = min(Self.longestMatch, count &- index)
            var remaining = length < limit ? depth : 0
            var candidate = first
            var distance = Int(position &- candidate)
            while distance <= farthest, distance > 0, remaining > 0 {
                let other = index &- distance
                let tail = max(best.length &- 3, 0)
                if unsafe Self.word(bytes, other &+ tail) == Self.word(bytes, index &+ tail),
                    unsafe Self.word(bytes, other) == word
                {
                    let found = unsafe Self.matchLength(bytes, index, other, from: 4, limit: limit)
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
        @inline(__always)
        func addLiteral(_ index: Int) {
            unsafe literals[literalCount] = bytes.load(fromByteOffset: index, as: UInt8.self)
            literalCount &+= 1
        }

        let nextCheck = block.nextCheck
        while index < limit, literalCount &+ matchCount < nextCheck {
            guard index <= last else {
                addLiteral(index)
                index &+= 1
                continue
            }
            var start = index
            var (length, distance) = search(index, longerThan: minimumLength &- 1, depth: depth)
            index &+= 1
            guard distance > 0 else {
                addLiteral(start)
                // Among bytes that never match, only some positions are tried.
                var skipped = min((literalCount &- runStart) >> 9, 32, count &- index)
                while skipped > 0 {
                    addLiteral(index)
                    index &+= 1
                    skipped &-= 1
                }
                continue
            }
            // A longer match, or one as long that is nearer, may begin at the next positions.
            while lazySteps > 0, length < niceLength, index < last {
                let next = search(index, longerThan: length &- 1, depth: depth / 2)
                index &+= 1
                if next.distance > 0,
                    4 &* (next.length &- length) &+ Self.order(distance)
                        &- Self.order(next.distance) > 2
                {
                    addLiteral(start)
                    start &+= 1
                    (length, distance) = next
                    continue
                }
                guard lazySteps > 1 else { break }
                let second = search(index, longerThan: length &- 1, depth: depth / 4)
                index &+= 1
                guard second.distance > 0,
                    4 &* (second.length &- length) &+ Self.order(distance)
                        &- Self.order(second.distance) > 6
                else { break }
                addLiteral(start)
                addLiteral(start &+ 1)
                start &+= 2
                (length, distance) = second
            }
            unsafe matches[matchCount] =
                UInt64(literalCount &- runStart) << 32 | UInt64(length) << 16 | UInt64(distance)
            matchCount &+= 1
            runStart = literalCount
            let end = start &+ length
            let lastEntered = min(end &- 1, last, lazySteps == 0 ? index &+ 32 : .max)
            while index <= lastEntered {
                _ = enter(index)
                index &+= 1
            }
            index = end
        }
        block.literalRun = literalCount &- runStart
        block.literalCount = literalCount
        block.matchCount = matchCount
        position = index
    }

    /// The position of the highest bit.
    @inline(__always)
    private static func order(_ value: Int) -> Int { 63 &- value.leadingZeroBitCount }
}
