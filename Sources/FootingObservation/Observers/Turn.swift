import Synchronization

/// The state of work that several callers share: threads, or handlers that run within the work of
/// one caller.
///
/// One caller at a time holds the turn. The others leave their work as mail and go on, so no caller
/// waits. Each transition is indivisible: a turn is a variable under a lock, or an `Atomic`.
///
/// - *Only the holder works.* A turn begins only by a transition from `free` to `held`. Until the
///   next `free`, only the caller that made it releases or finishes the turn.
/// - *No work is left behind.* A caller writes its work, and then leaves mail. The way from there
///   to `free` leads through a ``release()`` that returns `false`. After it, the holder sees all
///   work whose mail came before, since a transition acquires what earlier ones released. Mail that
///   comes later makes the next ``release()`` return `false`.
/// - *Finishing is final.* No transition leads away from `finished`. Later work is refused, and the
///   caller that finishes the turn answers for earlier mail.
enum Turn: UInt8, AtomicRepresentable {
    case free, held, heldWithMail, finished

    /// Acquires the turn, or leaves mail for its holder.
    ///
    /// - Returns: Whether the turn was acquired; the caller then does its work itself.
    mutating func acquireOrLeaveMail() -> Bool {
        switch self {
        case .free:
            self = .held
            return true
        case .held, .heldWithMail: self = .heldWithMail
        case .finished: break
        }
        return false
    }

    /// Releases the turn unless there is mail.
    ///
    /// - Returns: Whether the caller is done. If not, it does the work that was left, and calls
    ///   this again.
    mutating func release() -> Bool {
        switch self {
        case .heldWithMail:
            self = .held
            return false
        case .held: self = .free
        case .free, .finished: break
        }
        return true
    }
}

extension Atomic where Value == Turn {
    /// Acquires the turn if it is free, without leaving mail.
    @inline(__always)
    func acquire() -> Bool { exchange(.free, for: .held).exchanged }

    /// See ``Turn/acquireOrLeaveMail()``.
    func acquireOrLeaveMail() -> Bool { transition(from: .free) { $0.acquireOrLeaveMail() } }

    /// See ``Turn/release()``.
    @inline(__always)
    func release() -> Bool { transition(from: .held) { $0.release() } }

    /// Finishes the turn, which the caller holds.
    func finish() { store(.finished, ordering: .releasing) }

    var isFinished: Bool { load(ordering: .acquiring) == .finished }

    /// Exchanges the state even if it stays the same, so that the next holder sees the work; tries
    /// the likely state first, without a load.
    @inline(__always)
    private func transition(from likely: Turn, _ body: (inout Turn) -> Bool) -> Bool {
        var current = likely
        while true {
            var next = current
            let result = body(&next)
            let (isDone, found) = exchange(current, for: next)
            if isDone { return result }
            current = found
        }
    }

    @inline(__always)
    private func exchange(_ old: Turn, for new: Turn) -> (exchanged: Bool, original: Turn) {
        compareExchange(expected: old, desired: new, ordering: .acquiringAndReleasing)
    }
}
