import FootingBytes

/// Compresses to raw deflate (RFC 1951).
///
/// The output depends on the input and the level alone: a decision at a position depends on at most
/// `lookahead` bytes after it, and waits for these.
struct Deflater: Sendable {
    /// The bytes that must follow a position, unless the input ends before.
    static let lookahead = 4_096
    /// The bytes that must be left for another block.
    ///
    /// They are left wherever the lookahead was there: a turn of the matcher moves fewer than 1,024
    /// bytes beyond its limit.
    private static let shortestBlock = 2_048
    private static let longestBlock = 256 << 10
    /// The bytes before a position that are needed: for matches, and for the block.
    static let neededBefore = longestBlock + 1_024

    private let level: Int
    private var block = DeflateBlock()
    private var finder: MatchFinder

    init(level: Int) {
        self.level = level
        finder = MatchFinder(level: level)
    }

    /// Notes that the first `count` bytes of the window are gone.
    mutating func drop(_ count: Int) {
        finder.drop(count)
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
        guard level > 0 else {
            // Whole blocks, of which the last may be the end.
            let rest = window.count &- position
            let count = isComplete ? rest : (rest &- 1) / 65_535 &* 65_535
            guard count > 0 || isLast else { return }
            writer.writeStored(window.slice(from: position, count: count), isLast: isLast)
            position &+= count
            return
        }
        let limit = isComplete ? window.count : window.count &- Self.lookahead
        var hasEnded = false
        while position < limit || isLast && !hasEnded {
            let start = position
            let end = min(limit, start &+ Self.longestBlock &- block.length)
            finder.find(window, at: &position, upTo: end, into: &block)
            block.length &+= position &- start
            let isEnd = isComplete && position == window.count
            let source = window.slice(from: position &- block.length, count: block.length)
            var isFinished = isEnd || block.length >= Self.longestBlock
            if block.isCheckDue {
                let isChanged = block.check(source)
                finder.adjust(to: block.usedLiterals)
                // A rest that is too short for codes of its own stays in the block.
                let hasRest = window.count &- position >= Self.shortestBlock
                if block.isFull || isChanged && hasRest { isFinished = true }
            }
            if isFinished {
                hasEnded = isLast && isEnd
                block.write(source, isLast: hasEnded, to: &writer)
            }
        }
    }
}
