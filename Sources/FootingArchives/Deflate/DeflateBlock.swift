import FootingBytes

/// The literals and matches of a block, until it is written.
struct DeflateBlock: ~Copyable {
    /// The number of literals and matches after which the mixture is checked.
    static var checkInterval: Int { 512 }
    let memory = DeflateMemory()
    var literalCount = 0
    var matchCount = 0
    /// The number of literals after the last match.
    var literalRun = 0
    /// The number of bytes that literals and matches stand for.
    var length = 0

    // The mixture of literals and matches, up to the last check and since then.
    var checkedLiterals = 0
    private var checkedMatches = 0
    private var observations = [Int](repeating: 0, count: 10)
    private var newObservations = [Int](repeating: 0, count: 10)

    var literalFrequencies = [UInt32](repeating: 0, count: 286)
    var distanceFrequencies = [UInt32](repeating: 0, count: 30)
    var literalCode = HuffmanCode(symbolCount: 286, maximumLength: 15)
    var distanceCode = HuffmanCode(symbolCount: 30, maximumLength: 15)

    init() {}

    /// Whether there might not be room until the next check, which comes after `checkInterval`
    /// literals and matches and one turn of the matcher, of fewer than 1,024 bytes.
    var isFull: Bool {
        literalCount > DeflateMemory.literalCount &- Self.checkInterval &- 1_024
            || matchCount > DeflateMemory.matchCount &- Self.checkInterval &- 1
    }

    /// The number of literals and matches from which the next check is due.
    var nextCheck: Int { checkedLiterals &+ checkedMatches &+ Self.checkInterval }
    var isCheckDue: Bool { literalCount &+ matchCount >= nextCheck }

    /// Checks the literals and matches that were added since the last check, and returns whether
    /// these differ so much from those before that the block should end.
    mutating func check() -> Bool {
        for index in 0..<10 { newObservations[index] = 0 }
        for index in checkedLiterals..<literalCount {
            let literal = unsafe Int(memory.literals[index])
            newObservations[literal >> 5] &+= 1
            literalFrequencies[literal] &+= 1
        }
        for index in checkedMatches..<matchCount {
            newObservations[unsafe memory.matches[index] >> 16 & 0xFFFF < 9 ? 8 : 9] &+= 1
        }
        let new = literalCount &- checkedLiterals &+ matchCount &- checkedMatches
        let old = checkedLiterals &+ checkedMatches
        var difference = 0
        for index in 0..<10 {
            difference &+= abs(observations[index] &* new &- newObservations[index] &* old)
            observations[index] &+= newObservations[index]
        }
        checkedLiterals = literalCount
        checkedMatches = matchCount
        // A short block must differ more: its header costs as much as that of a long one.
        var limit = new &* old &* 2 / 5
        if old < 8_192 { limit &+= limit / 8_192 &* (8_192 &- old) }
        return old > 0 && difference >= limit
    }

    /// The number of different literals, without rare ones.
    var usedLiterals: Int {
        let rare = UInt32(truncatingIfNeeded: checkedLiterals >> 10)
        return literalFrequencies[..<256].count { $0 > rare }
    }

    mutating func reset() {
        for symbol in 0..<literalFrequencies.count { literalFrequencies[symbol] = 0 }
        (literalCount, matchCount, literalRun, length) = (0, 0, 0, 0)
        (checkedLiterals, checkedMatches) = (0, 0)
        for index in 0..<10 { observations[index] = 0 }
    }
}
