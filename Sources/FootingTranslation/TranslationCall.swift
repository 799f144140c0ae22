import FootingLocalization
import FootingLocks
import FootingWaiting

/// A call to the service for one string, and its result.
final class TranslationCall: Settling {
    let text: String
    let source: LanguageTag
    let target: LanguageTag
    /// The hash of the string and both languages.
    ///
    /// It is computed before the lock is taken, since strings can be long.
    private let hash: Int

    private struct State {
        var waiters = EntryList<Waiter>()
        /// The number of tasks that need the call.
        var taskCount = 0
        /// The task of the call, or `nil` after the call is settled.
        var task: Task<Void, Never>?
        var isSettled = false
        var translation: String?
    }

    private let state = Lock(State())

    init(_ text: String, _ source: LanguageTag, _ target: LanguageTag) {
        self.text = text
        self.source = source
        self.target = target
        var hasher = Hasher()
        hasher.combine(source)
        hasher.combine(target)
        // By bytes, which avoids normalization. Equal strings with different bytes are separate
        // calls.
        var text = text
        text.withUTF8 { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        hash = hasher.finalize()
    }

    /// The index of the call's bucket.
    var bucket: Int { hash & (TextTranslator.bucketCount - 1) }

    func isSame(as other: TranslationCall) -> Bool {
        hash == other.hash && source == other.source && target == other.target
            && text == other.text
    }

    /// The result of the call; `nil` if it has failed or is not settled.
    var translation: String? { state.withLock { $0.translation } }

    var isSettled: Bool { state.withLock { $0.isSettled } }

    /// Counts a task that needs the call.
    func join() { state.withLock { $0.taskCount += 1 } }

    /// Stores the task of the call.
    func begin(_ task: Task<Void, Never>) {
        state.withLock { if !$0.isSettled { $0.task = task } }
    }

    /// Settles the call, unless it is settled, or the calling task leaves it and another task needs
    /// it.
    ///
    /// - Returns: The waiters to wake and the task, which a call that is settled does not keep, or
    ///   `nil` if this did not settle the call.
    func settle(
        with translation: String?,
        isLeaving: Bool
    ) -> (waiters: EntryList<Waiter>, task: Task<Void, Never>?)? {
        state.withLock { state in
            if isLeaving { state.taskCount -= 1 }
            if state.isSettled || isLeaving && state.taskCount > 0 { return nil }
            state.isSettled = true
            state.translation = translation
            return (state.waiters.removeAll(), state.task.take())
        }
    }

    func add(_ waiter: Waiter) -> Bool {
        state.withLock { state in
            if state.isSettled { return false }
            unsafe state.waiters.append(.passRetained(waiter))
            return true
        }
    }

    func remove(_ waiter: Waiter) -> Bool {
        state.withLock { !$0.isSettled && $0.waiters.discard(waiter) }
    }
}
