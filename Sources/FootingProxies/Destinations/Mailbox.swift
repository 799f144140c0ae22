import Dispatch
import Synchronization

/// The work that a thread of our own has still to do, in the order in which it was posted.
///
/// Any thread posts without a lock: the letters form a stack, which the reader takes as a whole and turns
/// round.
final class Mailbox: Sendable {
    /// One piece of work.
    // Unchecked: `older` is set by the thread that posts the letter, before any other can see it; the reader
    // alone touches it and `newer` afterwards.
    private final class Letter: @unchecked Sendable {
        let work: @Sendable () -> Void
        /// The address of the letter below this one in the stack.
        var older = Mailbox.empty
        var newer: Letter?

        init(_ work: consuming @escaping @Sendable () -> Void) {
            self.work = consume work
        }
    }

    /// The address of the newest letter, which this mailbox retains, or one of the values below.
    private let newest = Atomic(empty)
    private static let empty: UInt = 0
    /// Empty, and the reader sleeps.
    private static let asleep: UInt = 1

    private let hasEnded = Atomic(false)
    private let wakeUp = DispatchSemaphore(value: 0)

    /// Adds `work` behind all that was posted before.
    func post(_ work: consuming @escaping @Sendable () -> Void) {
        let letter = Letter(consume work)
        // Released by the reader.
        let address = unsafe UInt(bitPattern: Unmanaged.passRetained(letter).toOpaque())
        var last = newest.load(ordering: .relaxed)
        var isPosted = false
        while !isPosted {
            letter.older = last == Self.asleep ? Self.empty : last
            let expected = last
            (isPosted, last) = newest.weakCompareExchange(
                expected: expected,
                desired: address,
                successOrdering: .releasing,
                failureOrdering: .relaxed
            )
        }
        if last == Self.asleep { wakeUp.signal() }
    }

    /// Does the work in its order, and sleeps when there is none, until some work has called ``end()``.
    ///
    /// Only one thread may read.
    func read() {
        while !hasEnded.load(ordering: .relaxed) {
            var next = takeAll()
            while let letter = next {
                next = letter.newer.take()
                letter.work()
            }
        }
    }

    /// Lets the reader return when it has done all that it took together with the work that calls this.
    func end() {
        hasEnded.store(true, ordering: .relaxed)
    }

    /// Takes all letters.
    ///
    /// - Returns: The oldest one, whose `newer` leads to the others; `nil` after a sleep.
    private func takeAll() -> Letter? {
        var address = newest.exchange(Self.empty, ordering: .acquiring)
        if address == Self.empty {
            let isAsleep = newest.compareExchange(
                expected: Self.empty,
                desired: Self.asleep,
                ordering: .relaxed
            ).exchanged
            if isAsleep { wakeUp.wait() }
            return nil
        }
        var newer: Letter?
        // Sound: each address is that of a letter which `post` retained for the reader.
        while let pointer = unsafe UnsafeRawPointer(bitPattern: address) {
            let letter = unsafe Unmanaged<Letter>.fromOpaque(pointer).takeRetainedValue()
            address = letter.older
            letter.newer = newer
            newer = letter
        }
        return newer
    }
}
