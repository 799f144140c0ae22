import Synchronization

/// Whether a caller is working on something that several callers have work for: threads, or
/// handlers that one caller's work calls.
///
/// One caller at a time has the turn. Others leave it their work as mail and go on, so no caller
/// waits. Each transition is indivisible: a turn is a variable under a lock, or an `Atomic`.
///
/// - *Nobody works at the same time as another.* A turn begins only by a transition from `free` to
///   `taken`. Until the next `free`, only the caller that made it gives back or ends the turn.
/// - *No work is left behind.* A caller writes its work, and then leaves mail. The way from there
///   to `free` leads through a ``giveBack()`` that returns `false`. After it, the owner sees all
///   work whose mail came before, since a transition acquires what earlier ones released. Mail that
///   comes later makes the next `giveBack()` return `false`.
/// - *The end is final.* No transition leads away from `ended`. Work that comes later is refused,
///   and the caller that ends the turn answers for the mail that was left before.
enum Turn: UInt8, AtomicRepresentable {
    case free, taken, takenWithMail, ended

    /// Takes the turn, or leaves mail for the caller that has it.
    ///
    /// - Returns: Whether the turn was taken; the caller then does its work itself.
    mutating func takeOrLeaveMail() -> Bool {
        switch self {
        case .free:
            self = .taken
            return true
        case .taken, .takenWithMail: self = .takenWithMail
        case .ended: break
        }
        return false
    }

    /// Gives the turn back if there is no mail.
    ///
    /// - Returns: Whether the turn is over. If not, the caller does the work that was left, and
    ///   calls this again.
    mutating func giveBack() -> Bool {
        switch self {
        case .takenWithMail:
            self = .taken
            return false
        case .taken: self = .free
        case .free, .ended: break
        }
        return true
    }
}

extension Atomic where Value == Turn {
    /// Takes the turn if it is free, without leaving mail.
    @inline(__always)
    func take() -> Bool { exchange(.free, for: .taken).exchanged }

    /// See ``Turn/takeOrLeaveMail()``.
    func takeOrLeaveMail() -> Bool { transition(from: .free) { $0.takeOrLeaveMail() } }

    /// See ``Turn/giveBack()``.
    @inline(__always)
    func giveBack() -> Bool { transition(from: .taken) { $0.giveBack() } }

    /// Ends the turn, which the caller has.
    func end() { store(.ended, ordering: .releasing) }

    var isEnded: Bool { load(ordering: .acquiring) == .ended }

    /// Exchanges the state even if it stays the same, so that the next owner sees the work; tries
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
