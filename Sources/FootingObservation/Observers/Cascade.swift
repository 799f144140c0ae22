import CFooting
import FootingThreadStack

/// The deliveries on one thread that result from one outermost change.
///
/// Created when a change must wait, and released after the outermost delivery.
@safe
final class Cascade {
    /// The limits of feedback within one outermost change.
    ///
    /// If handlers change a property while it is being delivered, these changes make up the next
    /// round of that property. The number of changes is limited as well, so that feedback that
    /// multiplies does not exhaust memory before it reaches the limit of rounds.
    private static let limit = (rounds: 100, changes: 100_000)

    /// The values that handlers changed during their own delivery.
    private var fedBack: [ObjectIdentifier: ObserverList] = [:]
    private var feedback = 0
    private var isExhausted = false
    /// Whether feedback approaches its limit, so that the observations involved are recorded.
    private var isTracing = false
    /// The lists that were recorded, and whether that was after the limit was exceeded: then lists
    /// are recorded again, since they may have got more observers.
    private var traced: [ObjectIdentifier: (list: ObserverList, isExhausted: Bool)] = [:]
    /// The observations that were called since tracing began, or that missed changes.
    private var registrations: [Registration] = []
    /// The deliveries that wait for the outermost one.
    private var waiting: [() -> Void] = []
    private var isFinishing = false
    /// The number of the current batch, and the index of the first delivery that waits for it.
    private var batch = (number: 0, start: 0)

    private init() {}

    /// A number that no other running thread has.
    static var thisThread: UInt { unsafe UInt(bitPattern: footing_observation_of_thread()) }

    /// The cascade of this thread, created on first use.
    static var current: Cascade {
        let thread = unsafe footing_observation_of_thread()
        if let cascade = unsafe thread.pointee.cascade {
            return unsafe Unmanaged<Cascade>.fromOpaque(cascade).takeUnretainedValue()
        }
        let cascade = Cascade()
        unsafe thread.pointee.cascade = Unmanaged.passRetained(cascade).toOpaque()
        return cascade
    }

    // MARK: Deliveries

    /// Makes a delivery on this thread, in which reads by handlers are not recorded.
    ///
    /// The outermost delivery then makes those that wait for it.
    @inline(__always)
    static func deliver(_ delivery: () -> Void) {
        let thread = unsafe footing_observation_of_thread()
        let reading = unsafe thread.pointee.reading
        unsafe thread.pointee.reading = nil
        unsafe thread.pointee.depth &+= 1
        delivery()
        unsafe thread.pointee.depth &-= 1
        if unsafe thread.pointee.depth == 0, unsafe thread.pointee.cascade != nil { finish() }
        unsafe thread.pointee.reading = reading
    }

    /// Admits a delivery to a list, or returns `false` if it must wait for the outermost one.
    @inline(__always)
    static func admit(_ list: ObserverList) -> Bool {
        unsafe footing_observation_of_thread().pointee.depth == 0 || admitNested(list)
    }

    @inline(never)
    private static func admitNested(_ list: ObserverList) -> Bool {
        let thread = unsafe footing_observation_of_thread()
        if unsafe thread.pointee.batches > 0 || hasCutOff(list) { return false }
        if unsafe thread.pointee.cascade != nil, current.isTracing { current.trace(list) }
        return !isStackNearlyUsed
    }

    /// Whether too little of the stack is left for another nested delivery.
    static var isStackNearlyUsed: Bool {
        let thread = unsafe footing_observation_of_thread()
        if unsafe thread.pointee.lowest_address == 0 {
            // At least 1, which stands for "no limit": the size of the stack may be unknown.
            unsafe thread.pointee.lowest_address =
                max(1, StackBound.lowestAddress(leaving: 256 << 10))
        }
        return unsafe StackBound.position < thread.pointee.lowest_address
    }

    // MARK: Changes that wait

    /// Queues a delivery behind the outermost one; the closure may be released later than it runs.
    func enqueue(_ delivery: @escaping () -> Void) {
        waiting.append(delivery)
    }

    /// Makes all waiting deliveries, releases the cascade, and reports feedback that was stopped.
    @inline(never)
    private static func finish() {
        let cascade = current
        guard !cascade.isFinishing else { return }
        cascade.isFinishing = true
        cascade.deliverWaiting(from: 0)
        let thread = unsafe footing_observation_of_thread()
        unsafe thread.pointee.cascade = nil
        unsafe Unmanaged.passUnretained(cascade).release()
        if cascade.isExhausted {
            ObservationIssue(.endlessFeedback, from: cascade.registrations).report()
        }
    }

    /// Makes the deliveries that wait, from an index on, until the stack is nearly used up.
    private func deliverWaiting(from start: Int) {
        var next = start
        while next < waiting.count, isFinishing || !Cascade.isStackNearlyUsed {
            let delivery = waiting[next]
            next += 1
            delivery()
        }
        let delivered = waiting[start..<next]
        waiting.removeSubrange(start..<next)
        withExtendedLifetime(delivered) {}
    }

    // MARK: Batches

    /// The number of the current batch on this thread, or 0.
    var batchNumber: Int {
        unsafe footing_observation_of_thread().pointee.batches > 0 ? batch.number : 0
    }

    /// Makes deliveries on this thread wait for ``finishBatch()``.
    static func beginBatch() {
        let thread = unsafe footing_observation_of_thread()
        unsafe thread.pointee.batches &+= 1
        guard unsafe thread.pointee.batches == 1 else { return }
        // A nonzero depth makes `admit(_:)` check for batches.
        unsafe thread.pointee.depth &+= 1
        let cascade = current
        cascade.batch = (cascade.batch.number + 1, cascade.waiting.count)
    }

    static func finishBatch() {
        let thread = unsafe footing_observation_of_thread()
        unsafe thread.pointee.batches &-= 1
        guard unsafe thread.pointee.batches == 0 else { return }
        unsafe thread.pointee.depth &-= 1
        Reading.suspended {
            if unsafe thread.pointee.depth == 0 { return finish() }
            current.deliverWaiting(from: current.batch.start)
        }
    }

    // MARK: Feedback

    /// Counts a change to a value that is being delivered, made by one of its handlers.
    ///
    /// Changes by handlers of the outermost change itself are unlimited: only later rounds are
    /// feedback.
    ///
    /// - Parameters:
    ///   - list: The observers of the value.
    ///   - round: The number of nested handlers' changes that led to the current round.
    /// - Returns: Whether the change may be delivered.
    func admitFeedback(to list: ObserverList, inRound round: Int) -> Bool {
        if round == 0, unsafe footing_observation_of_thread().pointee.depth == 1 { return true }
        feedback += 1
        approachLimit(by: list, with: feedback, of: Cascade.limit.changes)
        if isExhausted { trace(list) }
        return !isExhausted
    }

    /// Records that another round of a value begins.
    func beginRound(_ round: Int, of list: ObserverList) {
        approachLimit(by: list, with: round, of: Cascade.limit.rounds)
    }

    /// Counts an evaluation of a derivation that is due to a change by its own handler.
    ///
    /// - Returns: Whether the evaluation is permitted.
    func admitRound(_ round: Int, of registration: Registration) -> Bool {
        approachLimit(with: round, of: Cascade.limit.rounds)
        if isExhausted { registrations.append(registration) }
        return !isExhausted
    }

    private func approachLimit(by list: ObserverList? = nil, with count: Int, of limit: Int) {
        if let list { fedBack[ObjectIdentifier(list)] = list }
        guard count > limit / 2 else { return }
        isTracing = true
        if count > limit { isExhausted = true }
        if let list { trace(list) }
    }

    private func trace(_ list: ObserverList) {
        // Any thread may own a shared list that is not being delivered.
        guard list.isOwned || !list.isShared else { return }
        let former = traced.updateValue((list, isExhausted), forKey: ObjectIdentifier(list))
        if former?.isExhausted != isExhausted { registrations += list.registrations() }
    }

    /// Records the observers of a value that is cut off: they miss a change.
    ///
    /// - Returns: Whether the value is cut off, so that the change must be dropped.
    static func traceIfCutOff(_ list: ObserverList) -> Bool {
        guard hasCutOff(list) else { return false }
        current.trace(list)
        return true
    }

    /// Whether changes of the value are no longer delivered, as they were feedback that was stopped
    /// on this thread.
    static func hasCutOff(_ list: ObserverList) -> Bool {
        guard unsafe footing_observation_of_thread().pointee.cascade != nil else { return false }
        return current.isExhausted && current.fedBack[ObjectIdentifier(list)] != nil
    }

    /// Begins a new cascade if the caller's delivery is the only one under way, because it
    /// continues with a change from another thread.
    static func beginAnew() {
        let thread = unsafe footing_observation_of_thread()
        guard unsafe thread.pointee.depth == 1, unsafe thread.pointee.cascade != nil else { return }
        unsafe thread.pointee.depth = 0
        finish()
        unsafe footing_observation_of_thread().pointee.depth = 1
    }
}
