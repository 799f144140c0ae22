import CThreadStack

/// A check of how far down the stack of its thread a recursion may go.
///
/// The depth of a recursion may come from input or from other people's code, and the size of a frame
/// differs between debug and release builds. So the depth is not counted: the position is compared
/// with the end of the stack.
package struct StackBound {
    /// The address that the stack may not go below before the next check.
    @usableFromInline
    var lowest: UInt
    private var hasAsked = false

    /// Used without asking for the size of the stack, which takes about a microsecond.
    private static let freeOfCharge: UInt = 32 << 10
    /// Left for the innermost call: a conversion, closures of the user, an issue.
    private static let reserve: UInt = 64 << 10

    /// Creates a check for a recursion that begins here.
    package init() {
        let here = footing_stack_position()
        lowest = here > Self.freeOfCharge ? here &- Self.freeOfCharge : 0
    }

    /// Whether so little of the stack is left that the recursion must not go deeper.
    @inlinable
    package var isReached: Bool {
        @inline(__always)
        mutating get {
            let here = footing_stack_position()
            return here < lowest && isReached(at: here)
        }
    }

    @inline(never)
    @usableFromInline
    mutating func isReached(at here: UInt) -> Bool {
        guard !hasAsked else { return true }
        hasAsked = true
        lowest = Self.lowestAddress(leaving: Self.reserve)
        return here < lowest
    }

    /// The address of the top of this thread's stack; lower addresses are unused.
    package static var position: UInt { footing_stack_position() }

    /// The address below which less than `reserve` bytes of this thread's stack are left.
    ///
    /// A stack smaller than four times `reserve` keeps a quarter. The result is 0, below every
    /// address, if the calling code is not on the stack that the thread was started with: the end of
    /// a coroutine's stack is not known.
    package static func lowestAddress(leaving reserve: UInt) -> UInt {
        let here = footing_stack_position()
        let stack = footing_thread_stack()
        guard stack.start <= here, here < stack.end else { return 0 }
        return stack.start &+ min(reserve, (stack.end &- stack.start) / 4)
    }
}
