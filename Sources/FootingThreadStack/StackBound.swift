import CFooting

/// A check that ends a recursion before it overflows its thread's stack.
///
/// The depth of a recursion may depend on input or on foreign code, and the size of a frame differs
/// between debug and release builds. So the check does not count the depth, but compares the stack
/// pointer with the end of the stack.
package struct StackBound {
    /// The lowest stack address that needs no further check.
    @usableFromInline
    var lowest: UInt
    private var hasAsked = false

    /// The bytes that may be used before querying the size of the stack, which takes about a
    /// microsecond.
    private static let freeOfCharge: UInt = 32 << 10
    /// The bytes reserved for the innermost call: a conversion, closures of the user, an issue.
    private static let reserve: UInt = 64 << 10

    /// Creates a check for a recursion that begins here.
    package init() {
        let here = footing_stack_position()
        lowest = here > Self.freeOfCharge ? here &- Self.freeOfCharge : 0
    }

    /// Whether the recursion must not go deeper, because too little stack is left.
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
    /// Of a stack smaller than four times `reserve`, a quarter is reserved. The result is 0, below
    /// every address, if the caller does not run on the stack with which the thread was started:
    /// the end of a coroutine's stack is unknown.
    package static func lowestAddress(leaving reserve: UInt) -> UInt {
        let here = footing_stack_position()
        let stack = footing_thread_stack()
        guard stack.start <= here, here < stack.end else { return 0 }
        return stack.start &+ min(reserve, (stack.end &- stack.start) / 4)
    }
}
