import FootingLocks
import Synchronization

/// The observers of one value, in the order of registration, and the version of the value.
///
/// Derivations depend on lists: a getter passes its list to ``Reading/note(_:)`` before it reads
/// the value.
///
/// A list has two kinds of callers. The *domain* is the isolation of the observed object: only the
/// domain adds observers, delivers and finishes, one call at a time. *Cancellers* may run on any
/// thread at any time. Every access to the links needs the list's ``Turn``:
///
/// - The domain acquires the turn with one compare-exchange and holds it for a whole delivery.
/// - A canceller acquires the turn only while it holds `gate`. If the domain holds it, the
///   canceller leaves mail. The domain unlinks cancelled observers before it releases the turn.
///
/// So no thread ever waits for a handler: the domain waits at most for a canceller that is moving
/// two pointers, and a canceller waits only for another canceller.
// Unchecked, because the compiler can't verify the argument above. Only the holder of the
// turn reads and writes `first`, `last` and the links of the observers. Only the domain accesses
// `isOwned`, `prior` and `bonds`.
@safe
@usableFromInline
class ObserverList: @unchecked Sendable {
    /// The address of the object that owns the value, if any; used only for comparison.
    final let owner: ObjectIdentifier?
    /// Whether an evaluation can read the value as of an earlier change.
    final let showsChanges: Bool
    private let versions = Atomic<UInt>(0)
    /// The evaluation that last recorded a read of this list.
    private let stamp = Atomic<UInt>(0)
    private let accesses = Atomic(0)

    /// Finished together with the value.
    private let turn = Atomic(Turn.free)
    private let gate = Lock(())
    // Only the holder of the turn changes the numbers.
    private let observers = Atomic(0)
    private let oldValueReaders = Atomic(0)
    private let editReaders = Atomic(0)
    private final var first: Observer.Link?
    private(set) final var last: Observer.Link?
    /// Whether the domain holds the turn, for a delivery that is under way or queued.
    ///
    /// Only the domain accesses this.
    final var isOwned = false
    /// The observers that are called before a change, once there has been one; only the domain
    /// accesses this.
    // Exclusivity checks are off, since every setter reads this: each access is one load or one
    // store, so accesses don't overlap.
    @safe @exclusivity(unchecked) @usableFromInline private(set) final var prior: ObserverList?
    /// The number of observers bound to objects since abandoned ones were last removed, and the
    /// number at which the next removal takes place.
    private final var bonds = (count: 0, limit: 16)

    init(owner: ObjectIdentifier?, showsChanges: Bool = false) {
        self.owner = owner
        self.showsChanges = showsChanges
    }

    /// Whether any thread may change the value and call the observers.
    var isShared: Bool { false }

    // MARK: The value

    /// Changes with each store, so that a dependent that read another version evaluates again.
    final var version: UInt { versions.load(ordering: .acquiring) }

    /// Increments the version; called after the value is stored and before observers are called.
    ///
    /// Calls must not overlap.
    ///
    /// - Returns: Whether there are observers.
    @usableFromInline
    final func noteStore() -> Bool {
        versions.store(versions.load(ordering: .relaxed) &+ 1, ordering: .releasing)
        return hasObservers
    }

    /// Records that an evaluation reads the value.
    ///
    /// - Returns: Whether this is the first read by the evaluation. May also be `true` for a later
    ///   one if another evaluation read the value in between.
    final func markRead(in evaluation: UInt) -> Bool {
        if stamp.load(ordering: .relaxed) == evaluation { return false }
        stamp.store(evaluation, ordering: .relaxed)
        return true
    }

    /// Whether an in-place access to the value is under way, during which the value can't be read.
    final var isInAccess: Bool { accesses.load(ordering: .relaxed) != 0 }

    /// Counts an in-place access that begins (`1`) or ends (`-1`).
    @usableFromInline
    final func countAccess(_ number: Int) { accesses.add(number, ordering: .relaxed) }

    // MARK: The needs of observers

    /// Whether an observer is registered; may stay `true` for a moment after a cancellation.
    final var hasObservers: Bool { observers.load(ordering: .relaxed) != 0 }

    /// Whether an observer needs the old value of an in-place access.
    @usableFromInline final var needsOldValue: Bool {
        oldValueReaders.load(ordering: .relaxed) != 0
    }

    /// Whether an observer needs the edits of an in-place access.
    @usableFromInline final var needsEdits: Bool { editReaders.load(ordering: .relaxed) != 0 }

    /// Whether an observer needs a value after an in-place access, rather than only its edits.
    @usableFromInline final var needsNewValue: Bool {
        observers.load(ordering: .acquiring) != editReaders.load(ordering: .relaxed)
    }

    private final func count(_ observer: Observer, by number: Int) {
        func add(to counter: borrowing Atomic<Int>) {
            counter.store(counter.load(ordering: .relaxed) + number, ordering: .releasing)
        }
        if observer.registration.needs == .oldValue { add(to: oldValueReaders) }
        if observer.registration.needs == .edits { add(to: editReaders) }
        // Last: while a canceller has changed only one of the numbers, `needsNewValue` must not
        // become `false`.
        add(to: observers)
    }

    // MARK: The domain

    /// The list of the observers that are called before a change, or `nil` if changes of this value
    /// can't be announced in advance.
    @usableFromInline
    final func makePrior() -> ObserverList? {
        if isShared { return nil }
        let prior = prior ?? ObserverList(owner: owner)
        self.prior = prior
        return prior
    }

    /// Registers an observer, which is called after each later change until its registration is
    /// finished: at once, if the value is gone.
    @usableFromInline
    func attach(_ observer: Observer) {
        observer.registration.list = self
        insert(observer)
    }

    /// Adds an observer at the end.
    ///
    /// Cancels abandoned observations whenever the number of bound ones has doubled, so that the
    /// search costs amortized O(1) for each.
    final func insert(_ observer: Observer) {
        if turn.isFinished { return observer.registration.finishAtEnd() }
        if !isOwned { acquireTurn() }
        let link = unsafe Unmanaged.passRetained(observer)
        unsafe observer.registration.link = link
        unsafe observer.previous = last
        if let last = unsafe last {
            unsafe last._withUnsafeGuaranteedRef { unsafe $0.next = link }
        } else {
            unsafe first = link
        }
        unsafe last = link
        if observer.registration.bond != nil { bonds.count += 1 }
        count(observer, by: 1)
        if !isOwned { releaseTurn() }
        if bonds.count < bonds.limit { return }
        let bound = registrations().filter { $0.bond != nil }
        bonds = (bound.count, 2 * bound.count)
        // Checked without the turn: an object may lose its last reference meanwhile, and its
        // `deinit` then runs here.
        let abandoned = bound.filter { $0.bond?.isBroken == true }
        bonds.count -= abandoned.count
        bonds.limit = max(16, 2 * bonds.count)
        for registration in abandoned { registration.whole.cancel() }
    }

    /// Acquires the turn, unless it is finished: then the list stays empty.
    final func acquireTurn() {
        while !turn.acquire(), !turn.isFinished {
            gate.withLock { _ in }  // Waits for the canceller that holds the turn.
        }
    }

    /// Unlinks the observers cancelled in the meantime and releases the turn.
    ///
    /// Releases these observers afterwards, because their release may run any code.
    final func releaseTurn() {
        var cancelled: Observer.Link?
        while !turn.release() { unsafe unlinkCancelled(into: &cancelled) }
        unsafe forEach(from: cancelled) { link in unsafe link.release() }
    }

    /// Calls the observers from the first through `end`, except for cancelled ones.
    ///
    /// The caller holds the turn. Nothing is unlinked during the call, so every link stays valid
    /// and no observer needs to be retained. Observers added during the call come after `end`.
    final func notify(_ change: UnsafeRawPointer, through end: Observer.Link) {
        var current = unsafe first
        while let link = unsafe current {
            unsafe link._withUnsafeGuaranteedRef { observer in
                unsafe current = observer.next
                // Checked even without mail: if two threads cancel the same observation, the second
                // returns once the flag is set, possibly before the first has left its mail.
                if observer.registration.isFinished { return }
                unsafe observer.deliver(change)
            }
            if unsafe link.toOpaque() == end.toOpaque() { return }
        }
    }

    /// Calls all observers except for cancelled ones; the caller holds the turn.
    @usableFromInline
    @inline(__always)
    final func notifyAll(_ change: UnsafeRawPointer) {
        if let last = unsafe last { unsafe notify(change, through: last) }
    }

    /// Owns the list during a delivery.
    @inline(__always)
    final func whileOwned(_ delivery: () -> Void) {
        acquireTurn()
        isOwned = true
        delivery()
        isOwned = false
        releaseTurn()
    }

    /// The registrations of all observers.
    final func registrations() -> [Registration] {
        if !isOwned { acquireTurn() }
        defer { if !isOwned { releaseTurn() } }
        var registrations: [Registration] = []
        unsafe forEach(from: first) { link in
            unsafe link._withUnsafeGuaranteedRef { registrations.append($0.registration) }
        }
        return registrations
    }

    /// Finishes every observation, because the value is gone.
    final func finish() {
        if !isOwned { acquireTurn() }
        let finished = unsafe first
        unsafe first = nil
        unsafe last = nil
        observers.store(0, ordering: .relaxed)
        turn.finish()

        unsafe forEach(from: finished) { link in
            unsafe link._withUnsafeGuaranteedRef { $0.registration.finishAtEnd() }
            unsafe link.release()
        }
        prior?.finish()
    }

    // MARK: Cancellers

    /// Unlinks the observer of a finished registration.
    ///
    /// The handler is released before this returns or, if a delivery is under way, when the
    /// delivery ends.
    final func unlink(_ registration: Registration) {
        let unlinked = unsafe gate.withLock { _ -> Observer.Link? in
            guard turn.acquireOrLeaveMail() else { return nil }
            let link = unsafe registration.link
            if let link = unsafe link { unsafe unlink(link) }
            _ = turn.release()  // Mail comes only from cancellers, and this one holds the gate.
            return unsafe link
        }
        unsafe unlinked?.release()
    }

    // MARK: Links

    private final func unlink(_ link: Observer.Link) {
        unsafe link._withUnsafeGuaranteedRef { observer in
            let (previous, next) = unsafe (observer.previous, observer.next)
            if let previous = unsafe previous {
                unsafe previous._withUnsafeGuaranteedRef { unsafe $0.next = next }
            } else {
                unsafe first = next
            }
            if let next = unsafe next {
                unsafe next._withUnsafeGuaranteedRef { unsafe $0.previous = previous }
            } else {
                unsafe last = previous
            }
            unsafe observer.registration.link = nil
            count(observer, by: -1)
        }
    }

    /// Moves all cancelled observers to the chain that begins at `chain`.
    private final func unlinkCancelled(into chain: inout Observer.Link?) {
        unsafe forEach(from: first) { link in
            let isFinished = unsafe link._withUnsafeGuaranteedRef { $0.registration.isFinished }
            guard isFinished else { return }
            unsafe unlink(link)
            unsafe link._withUnsafeGuaranteedRef { unsafe $0.next = chain }
            unsafe chain = link
        }
    }

    /// Calls `body` with each link of a chain; `body` may unlink or release that link.
    private final func forEach(from start: Observer.Link?, _ body: (Observer.Link) -> Void) {
        var current = unsafe start
        while let link = unsafe current {
            unsafe link._withUnsafeGuaranteedRef { unsafe current = $0.next }
            unsafe body(link)
        }
    }
}
