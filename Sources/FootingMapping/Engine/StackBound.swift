import CThreadStack

/// How far down the stack of its thread a run may go.
///
/// Types may hold themselves, so that it is the input that says how many calls are inside one another
/// when it is mapped. How much stack each takes is another matter: the engine's part differs between
/// a debug and an optimized program, and initializers are other people's code. So it is not counted,
/// but looked at.
struct StackBound {
    /// The address that the stack may not go below before the next look at it.
    private var lowest: UInt
    private var hasAsked = false

    /// Taken without asking how large the stack is, which takes the time of mapping a few objects.
    private static let freeOfCharge: UInt = 32 << 10
    /// Left for what is done with the last value that is gone into.
    ///
    /// That is its conversion, other people's closures, and an issue. A stack of less than four times
    /// as much keeps a quarter.
    private static let reserve: UInt = 64 << 10

    init() {
        let here = footing_stack_position()
        lowest = here > Self.freeOfCharge ? here &- Self.freeOfCharge : 0
    }

    /// Whether so little is left that no further object or list may be gone into.
    var isReached: Bool {
        @inline(__always)
        mutating get {
            let here = footing_stack_position()
            return here < lowest && isReached(at: here)
        }
    }

    @inline(never)
    private mutating func isReached(at here: UInt) -> Bool {
        guard !hasAsked else { return true }
        hasAsked = true
        let stack = footing_thread_stack()
        // A stack that the thread was not started with, as coroutines have it, has no known end.
        guard stack.start <= here, here < stack.end else {
            lowest = 0
            return false
        }
        lowest = stack.start &+ min(Self.reserve, (stack.end &- stack.start) / 4)
        return here < lowest
    }
}
