import FootingLocks
import Synchronization

/// The observers of one value, in the order of registration, and the version of the value.
///
/// Derivations depend on lists: a getter passes its list to ``Reading/note(_:)`` before it reads
/// the value.
///
/// A list has two kinds of callers. The *domain* is the isolation of the observed object: only the
/// domain adds observers, delivers and ends, one call at a time. *Cancellers* may run on any thread
/// at any time. Every access to the links needs the list's ``Turn``:
///
/// - The domain takes the turn with one compare-exchange and keeps it for a whole delivery.
/// - A canceller takes the turn only while it holds `gate`. If the domain has it, the canceller
///   leaves mail. The domain unlinks cancelled observers before it gives the turn back.
///
/// So no thread ever waits for a handler: the domain waits at most for a canceller that is moving
/// two pointers, and a canceller waits only for another canceller.
// Unchecked, because the compiler can't verify the argument above. Only the caller that has the
// turn reads and writes `first`, `last`, `bonds` and the links of the observers. Only the domain
// accesses `isDelivering`, `prior`, `feedback` and `traced`.
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

    /// Ended together with the value.
    private let turn = Atomic(Turn.free)
    private let gate = Lock(())
    private let populated = Atomic(false)
    private let newValueReaders = Atomic(0)
    private let oldValueReaders = Atomic(0)
    private let editReaders = Atomic(0)
    private final var first: Observer.Link?
    private(set) final var last: Observer.Link?
    /// Whether the domain has the turn, for a delivery that is under way or queued.
    ///
    /// Only the domain accesses this.
    final var isDelivering = false
    /// The `willChange` observers, once there has been one; only the domain accesses this.
    // Exclusivity checks are off, since every setter reads this: each access is one load or one
    // store, so accesses don't overlap.
    @safe @exclusivity(unchecked) @usableFromInline private(set) final var prior: ObserverList?
    /// The cascade in which handlers last changed the value during its own delivery.
    final var feedback: UInt = 0
    /// The cascade that last recorded the observers for a diagnostic.
    final var traced: UInt = 0
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

    /// Returns whether this is the first call for an evaluation.
    ///
    /// May also return `true` for a later call if another evaluation read the value in between.
    final func isFirstRead(in evaluation: UInt) -> Bool {
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
    final var hasObservers: Bool { populated.load(ordering: .relaxed) }

    /// Whether an observer needs the old value of an in-place access.
    @usableFromInline final var needsOldValue: Bool {
        oldValueReaders.load(ordering: .relaxed) != 0
    }

    /// Whether an observer needs the edits of an in-place access.
    @usableFromInline final var needsEdits: Bool { editReaders.load(ordering: .relaxed) != 0 }

    /// Whether an observer needs a value after an in-place access, rather than only its edits.
    @usableFromInline final var needsNewValue: Bool {
        newValueReaders.load(ordering: .relaxed) != 0 || needsOldValue
    }

    private final func count(_ needs: Observer.Needs, by number: Int) {
        switch needs {
        case .newValue: newValueReaders.add(number, ordering: .relaxed)
        case .oldValue: oldValueReaders.add(number, ordering: .relaxed)
        case .edits: editReaders.add(number, ordering: .relaxed)
        }
    }

    // MARK: The domain

    /// Registers a `willChange` observer, in a separate list.
    ///
    /// - Returns: Whether changes of this value can be announced in advance.
    @usableFromInline
    final func attachPrior(_ observer: Observer) -> Bool {
        if isShared { return false }
        if turn.isEnded {
            observer.end()
            return true
        }
        let prior = prior ?? ObserverList(owner: owner)
        self.prior = prior
        prior.attach(observer)
        return true
    }

    /// Registers an observer, which is called after each later change until its ticket is finished.
    ///
    /// If the value has ended, the observation ends immediately.
    func attach(_ observer: Observer) {
        observer.ticket.source = self
        insert(observer)
    }

    /// Adds an observer at the end, and cancels abandoned observations from time to time.
    final func insert(_ observer: Observer) {
        if turn.isEnded { return observer.end() }
        if !isDelivering { take() }
        append(observer)
        let bound = bonds.count < bonds.limit ? [] : boundTickets()
        if !isDelivering { giveBack() }
        if bound.isEmpty { return }
        // Checked after giving the list back: an object may lose its last reference meanwhile, and
        // its `deinit` then runs here.
        let abandoned = bound.filter { !$0.isLive }
        bonds.count -= abandoned.count
        bonds.limit = max(16, 2 * bonds.count)
        for ticket in abandoned { ticket.cancel() }
    }

    /// Takes the turn, unless it has ended: then the list stays empty.
    final func take() {
        while !turn.take(), !turn.isEnded {
            gate.withLock { _ in }  // Waits for the canceller that has the turn.
        }
    }

    /// Unlinks the observers cancelled in the meantime and gives the turn back.
    ///
    /// Releases these observers afterwards, because their release may run any code.
    final func giveBack() {
        var cancelled: Observer.Link?
        while !turn.giveBack() { unsafe unlinkCancelled(into: &cancelled) }
        unsafe forEach(from: cancelled) { link in unsafe link.release() }
    }

    /// Adds an observer at the end; the caller has the turn.
    final func append(_ observer: Observer) {
        let link = unsafe Unmanaged.passRetained(observer)
        unsafe observer.ticket.link = link
        unsafe observer.previous = last
        if let last = unsafe last {
            unsafe last._withUnsafeGuaranteedRef { unsafe $0.next = link }
        } else {
            unsafe first = link
        }
        unsafe last = link
        if observer.ticket.whole.bond != nil { bonds.count += 1 }
        count(observer.needs, by: 1)
        populated.store(true, ordering: .relaxed)
    }

    /// The tickets of observers bound to objects; the caller has the turn.
    ///
    /// Called when their number has doubled, so that the search costs amortized O(1) for each.
    private final func boundTickets() -> [Ticket] {
        var bound: [Ticket] = []
        unsafe forEach(from: first) { link in
            let ticket = unsafe link._withUnsafeGuaranteedRef { $0.ticket.whole }
            if ticket.bond != nil { bound.append(ticket) }
        }
        bonds = (bound.count, 2 * bound.count)
        return bound
    }

    /// Calls the observers from the first through `end`, except for cancelled ones.
    ///
    /// The caller has the turn. Nothing is unlinked during the call, so every link stays valid and
    /// no observer needs to be retained. Observers added during the call come after `end`.
    final func notify(_ change: UnsafeRawPointer, through end: Observer.Link) {
        var current = unsafe first
        while let link = unsafe current {
            unsafe link._withUnsafeGuaranteedRef { observer in
                unsafe current = observer.next
                // Checked even without mail: if two threads cancel the same observation, the second
                // returns once the flag is set, possibly before the first has left its mail.
                if observer.ticket.isOver { return }
                unsafe observer.deliver(change)
            }
            if unsafe link.toOpaque() == end.toOpaque() { return }
        }
    }

    /// Calls all observers except for cancelled ones; the caller has the turn.
    @usableFromInline
    @inline(__always)
    final func notifyAll(_ change: UnsafeRawPointer) {
        if let last = unsafe last { unsafe notify(change, through: last) }
    }

    /// Has the turn during a delivery.
    @inline(__always)
    final func whileDelivering(_ delivery: () -> Void) {
        take()
        isDelivering = true
        delivery()
        isDelivering = false
        giveBack()
    }

    /// The places where the observations began.
    final func origins() -> [ObservationOrigin] {
        if !isDelivering { take() }
        defer { if !isDelivering { giveBack() } }
        var origins: [ObservationOrigin] = []
        unsafe forEach(from: first) { link in
            unsafe link._withUnsafeGuaranteedRef { origins.append($0.origin) }
        }
        return origins
    }

    /// Ends every observation, because the value has ended.
    final func end() {
        if !isDelivering { take() }
        let ended = unsafe first
        unsafe forEach(from: ended) { link in
            unsafe link._withUnsafeGuaranteedRef { unsafe $0.ticket.link = nil }
        }
        unsafe first = nil
        unsafe last = nil
        populated.store(false, ordering: .relaxed)
        turn.end()

        unsafe forEach(from: ended) { link in
            unsafe link._withUnsafeGuaranteedRef { $0.end() }
            unsafe link.release()
        }
        prior?.end()
    }

    // MARK: Cancellers

    /// Unlinks the observer of `ticket`, whose observation is over.
    ///
    /// The handler is released before this returns or, if a delivery is under way, when the
    /// delivery ends.
    final func unlink(_ ticket: Ticket) {
        let unlinked = unsafe gate.withLock { _ -> Observer.Link? in
            guard turn.takeOrLeaveMail() else { return nil }
            let link = unsafe ticket.link
            if let link = unsafe link { unsafe unlink(link) }
            _ = turn.giveBack()  // Mail comes only from cancellers, and this one holds the gate.
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
            unsafe observer.ticket.link = nil
            count(observer.needs, by: -1)
        }
        if unsafe first == nil { populated.store(false, ordering: .relaxed) }
    }

    /// Moves all cancelled observers to the chain that begins at `chain`.
    private final func unlinkCancelled(into chain: inout Observer.Link?) {
        unsafe forEach(from: first) { link in
            let isOver = unsafe link._withUnsafeGuaranteedRef { $0.ticket.isOver }
            guard isOver else { return }
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
