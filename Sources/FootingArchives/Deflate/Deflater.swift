import FootingBytes

/// Compresses to raw deflate (RFC 1951).
///
/// The output depends on the input and the level alone: a decision at a position depends on at most
/// `lookahead` bytes after it, and waits for these.
struct Deflater: ~Copyable {
    /// The bytes that must follow a position, unless the input ends before.
    static var lookahead: Int { 4_096 }
    /// The bytes that must be left for another block.
    ///
    /// They are left wherever the lookahead was there: a turn of the matcher moves fewer than 1,024
    /// bytes.
    private static var shortestBlock: Int { 2_048 }
    /// The bytes before a position that a match can refer to.
    static var history: Int { 32_768 }
    /// The longest block that can be stored, if no code makes it shorter.
    static var storedLength: Int { 128 << 10 }

    private let level: Int
    private var block = DeflateBlock()
    private var finder: MatchFinder

    init(level: Int) {
        self.level = level
        finder = MatchFinder(level: level)
    }

    /// The number of bytes before the position that later calls need, of matches and of the block.
    var neededBefore: Int {
        max(Self.history, block.length <= Self.storedLength ? block.length : 0)
    }

    /// Notes that the first `count` bytes of the window are gone.
    mutating func drop(_ count: Int) {
        finder.drop(count)
    }

    /// Begins another stream, after one whose window has `count` bytes.
    mutating func restart(after count: Int) {
        block.reset()
        finder.restart(after: count)
        if finder.isWorn { self = Deflater(level: level) }
    }

    /// Compresses the bytes of a window from `position` on, as far as its end lets.
    ///
    /// If the window is complete, the block is closed. Otherwise some bytes at the end wait for the
    /// next call.
    mutating func compress(
        _ window: ByteView,
        at position: inout Int,
        isComplete: Bool,
        isLast: Bool = false,
        to writer: inout BitWriter
    ) {
        let limit = isComplete ? window.count : window.count &- Self.lookahead
        var hasEnded = false
        while position < limit {
            let start = position
            finder.find(window, at: &position, upTo: limit, into: &block)
            block.length &+= position &- start
            let isEnd = isComplete && position == window.count
            var isFinished = isEnd
            if block.isCheckDue {
                let isChanged = block.check()
                finder.adjust(to: block.usedLiterals)
                // A rest that is too short for codes of its own stays in the block.
                let hasRest = window.count &- position >= Self.shortestBlock
                if block.isFull || isChanged && hasRest { isFinished = true }
            }
            if isFinished {
                hasEnded = isLast && isEnd
                writeBlock(window, position, isLast: hasEnded, to: &writer)
            }
        }
        if isLast, !hasEnded { writeBlock(window, position, isLast: true, to: &writer) }
    }

    private mutating func writeBlock(
        _ window: ByteView,
        _ end: Int,
        isLast: Bool,
        to writer: inout BitWriter
    ) {
        let source =
            block.length <= Self.storedLength
            ? window.slice(from: end &- block.length, count: block.length) : nil
        block.write(source, isLast: isLast, to: &writer)
    }
}
