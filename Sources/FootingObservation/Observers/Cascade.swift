import CObservationThread
import FootingThreadStack
import Synchronization

/// The deliveries on one thread that follow from one outermost change.
///
/// The record is made when a change has to wait, and lives until the outermost delivery is over.
@safe
final class Cascade {
    /// The limits of feedback within one outermost change.
    ///
    /// Handlers that change a property that is itself being delivered make up the next round of that
    /// property. The number of changes is limited too, so that feedback which multiplies does not fill
    /// the memory first.
    private static let limit = (rounds: 100, changes: 100_000)
    private static let serials = Atomic<UInt>(1)

    /// Identifies the cascade in the lists that take part in its feedback.
    private let serial = Cascade.serials.add(1, ordering: .relaxed).oldValue
    private var feedback = 0
    private var isExhausted = false
    /// Whether feedback approaches its limit.
    private var isTracing = false
    /// Where the observations began that were called meanwhile.
    private var origins: [ObservationOrigin] = []
    /// The deliveries that wait for the outermost one.
    private var waiting: [() -> Void] = []
    private var isFinishing = false
    /// The number of the batch under way, and of the first node that waits for its end.
    private var batch = (number: 0, start: 0)

    /// The cascade of this thread, made if there is none.
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

    /// Begins a delivery on this thread.
    ///
    /// Handlers read for themselves: an evaluation under way takes no note of it.
    ///
    /// - Returns: The evaluation under way, which ``end(_:)`` resumes.
    @inline(__always)
    static func begin() -> UnsafeMutableRawPointer? {
        let thread = unsafe footing_observation_of_thread()
        unsafe thread.pointee.depth &+= 1
        let reading = unsafe thread.pointee.reading
        unsafe thread.pointee.reading = nil
        return unsafe reading
    }

    /// Ends a delivery on this thread, and with the outermost one all that waits for it.
    @inline(__always)
    static func end(_ reading: UnsafeMutableRawPointer?) {
        let thread = unsafe footing_observation_of_thread()
        unsafe thread.pointee.depth &-= 1
        if unsafe thread.pointee.depth == 0, unsafe thread.pointee.cascade != nil { finish() }
        unsafe thread.pointee.reading = reading
    }

    /// Whether a delivery or a batch is under way on this thread.
    static var isDelivering: Bool { unsafe footing_observation_of_thread().pointee.depth > 0 }

    /// Whether a delivery to a list may begin now, rather than wait for the outermost one.
    @inline(__always)
    static func admits(_ list: ObserverList) -> Bool {
        unsafe footing_observation_of_thread().pointee.depth == 0 || admitsNested(list)
    }

    @inline(never)
    private static func admitsNested(_ list: ObserverList) -> Bool {
        let thread = unsafe footing_observation_of_thread()
        if unsafe thread.pointee.batches > 0 || hasCutOff(list) { return false }
        if unsafe thread.pointee.cascade != nil, current.isTracing { current.trace(list) }
        return !isStackNearlyUsed
    }

    /// Whether so little of the stack is left that no further delivery may begin within the others.
    static var isStackNearlyUsed: Bool {
        let thread = unsafe footing_observation_of_thread()
        if unsafe thread.pointee.lowest_address == 0 {
            // At least 1, for a stack of unknown size: such a stack has no limit here.
            unsafe thread.pointee.lowest_address =
                max(1, StackBound.lowestAddress(leaving: 256 << 10))
        }
        return unsafe StackBound.position < thread.pointee.lowest_address
    }

    // MARK: Changes that wait

    /// Leaves a delivery to the outermost one, which may release it later than it runs it.
    func wait(_ delivery: @escaping () -> Void) {
        waiting.append(delivery)
    }

    /// Delivers all that waits, reports feedback that was stopped, and ends the cascade.
    @inline(never)
    private static func finish() {
        let cascade = current
        guard !cascade.isFinishing else { return }
        cascade.isFinishing = true
        cascade.deliverWaiting(from: 0)
        let thread = unsafe footing_observation_of_thread()
        unsafe thread.pointee.cascade = nil
        unsafe Unmanaged.passUnretained(cascade).release()
        cascade.report()
    }

    /// Delivers what waits, from a node on, unless the stack is nearly used up.
    private func deliverWaiting(from start: Int) {
        var next = start
        while next < waiting.count {
            if Cascade.isStackNearlyUsed, !isFinishing { return }
            let delivery = waiting[next]
            next += 1
            delivery()
        }
        let delivered = waiting[start...]
        waiting.removeSubrange(start...)
        withExtendedLifetime(delivered) {}
    }

    // MARK: Batches

    /// The number of the batch under way on this thread, or 0.
    var batchNumber: Int {
        unsafe footing_observation_of_thread().pointee.batches > 0 ? batch.number : 0
    }

    /// Lets deliveries on this thread wait for ``endBatch()``.
    static func beginBatch() {
        let thread = unsafe footing_observation_of_thread()
        unsafe thread.pointee.batches &+= 1
        guard unsafe thread.pointee.batches == 1 else { return }
        // So that a delivery looks further.
        unsafe thread.pointee.depth &+= 1
        let cascade = current
        cascade.batch = (cascade.batch.number + 1, cascade.waiting.count)
    }

    static func endBatch() {
        let thread = unsafe footing_observation_of_thread()
        unsafe thread.pointee.batches &-= 1
        guard unsafe thread.pointee.batches == 0 else { return }
        unsafe thread.pointee.depth &-= 1
        let reading = unsafe thread.pointee.reading
        unsafe thread.pointee.reading = nil
        if unsafe thread.pointee.depth == 0 {
            finish()
        } else {
            current.deliverWaiting(from: current.batch.start)
        }
        unsafe thread.pointee.reading = reading
    }

    // MARK: Feedback

    /// Counts a change to a value that is being delivered, made by one of its handlers.
    ///
    /// The handlers of the outermost change itself may change its value as often as they like: only the
    /// rounds after it are feedback.
    ///
    /// - Parameters:
    ///   - list: The observers of the value.
    ///   - round: The round that is being delivered: how many handlers' changes led to it.
    /// - Returns: Whether the change may be delivered.
    func admitsFeedback(to list: ObserverList, inRound round: Int) -> Bool {
        if round == 0, unsafe footing_observation_of_thread().pointee.depth == 1 { return true }
        feedback += 1
        approachLimit(by: list, with: feedback, of: Cascade.limit.changes)
        return !isExhausted
    }

    /// Notes that a further round of a value begins.
    func beginRound(_ round: Int, of list: ObserverList) {
        approachLimit(by: list, with: round, of: Cascade.limit.rounds)
    }

    /// Notes that a derivation is evaluated again because its handler has changed its sources.
    ///
    /// - Returns: Whether it may be.
    func admitsRound(_ round: Int) -> Bool {
        approachLimit(with: round, of: Cascade.limit.rounds)
        return !isExhausted
    }

    private func approachLimit(by list: ObserverList? = nil, with count: Int, of limit: Int) {
        list?.feedback = serial
        guard count > limit / 2 else { return }
        isTracing = true
        if let list { trace(list) }
        if count > limit { isExhausted = true }
    }

    private func trace(_ list: ObserverList) {
        guard list.traced != serial else { return }
        list.traced = serial
        origins += list.origins()
    }

    /// Whether changes of the value are no longer delivered, since it took part in feedback of this
    /// thread that was stopped.
    static func hasCutOff(_ list: ObserverList) -> Bool {
        guard unsafe footing_observation_of_thread().pointee.cascade != nil else { return false }
        return current.isExhausted && current.serial == list.feedback
    }

    /// Begins another cascade, if no other delivery is under way than the caller's: it goes on with a
    /// change from another thread.
    static func beginAnew() {
        let thread = unsafe footing_observation_of_thread()
        guard unsafe thread.pointee.depth == 1, unsafe thread.pointee.cascade != nil else { return }
        unsafe thread.pointee.depth = 0
        finish()
        unsafe footing_observation_of_thread().pointee.depth = 1
    }

    private func report() {
        if isExhausted { ObservationIssue(.endlessFeedback, from: origins).report() }
    }
}
