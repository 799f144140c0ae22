import Dispatch
import FootingLocks
import FootingWaiting

/// The calls whose deadlines have not been reached, in the order of their deadlines. Calls with
/// equal deadlines keep the order in which they were made.
// Unchecked because of the dispatch source, whose methods may all be called on any thread.
final class DelayedCalls: @unchecked Sendable {
    private struct State {
        var calls = DeadlineHeap<Call>()
        /// The deadline for which the timer is set.
        var nextDeadline = UInt64.max
        /// The time at which the timer last fired.
        var lastFiring: UInt64 = 0
        /// The number of calls in the heap that were sent before their deadlines.
        var sentEarlyCount = 0
    }

    static let shared = DelayedCalls()

    private let state = Lock(State())
    private let timer: any DispatchSourceTimer
    /// Sends calls before their deadlines.
    ///
    /// Sending runs foreign code, for which the threads that request this must not wait: they may
    /// hold locks, and during a task's cancellation the runtime does.
    private let earlySender = DispatchQueue(label: "footing.early")

    private init() {
        timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "footing.delays"))
        // `unowned` is safe: the shared object is never released.
        timer.setEventHandler { [unowned self] in sendDue() }
        timer.activate()
    }

    /// Adds a call, whose `job` is sent to `place` after `delay`.
    ///
    /// - Complexity: O(log *n*) in the number of waiting calls.
    func add(_ call: Call, after delay: Duration, sending job: Job, to place: any Destination) {
        call.delay(job, to: place)
        let time = DispatchTime(after: delay)
        let deadline = time == .distantFuture ? .max : time.uptimeNanoseconds
        state.withLock { state in
            state.calls.insert(call, at: deadline)
            setTimer(&state)
        }
        // Checked last: `sendToStopped()` may have searched before the call was added.
        if place.refusesCalls { sendEarly(call) }
    }

    /// Sends the job of a call soon, on another thread, if the call is delayed.
    func sendEarly(_ call: Call) {
        if call.delayedPlace != nil { earlySender.async { self.sendNow(call) } }
    }

    /// Sends the jobs for stopped destinations, which refuse them, soon and on another thread.
    ///
    /// - Complexity: O(*n*) in the number of waiting calls.
    func sendToStopped() {
        earlySender.async { [self] in
            let calls = state.withLock { $0.calls.values }
            for call in calls where call.delayedPlace?.refusesCalls == true { sendNow(call) }
        }
    }

    /// Sends the job of a call if the call is delayed, and marks it for removal.
    private func sendNow(_ call: Call) {
        guard call.sendDelayed() else { return }
        state.withLock { state in
            state.sentEarlyCount += 1
            guard state.sentEarlyCount > 64, 2 * state.sentEarlyCount > state.calls.count else {
                return
            }
            state.calls.removeAll { $0.delayedPlace == nil }
            state.sentEarlyCount = 0
        }
    }

    private func sendDue() {
        let due = state.withLock { state in
            let now = DispatchTime.now().uptimeNanoseconds
            state.lastFiring = now
            var due: [Call] = []
            while let call = state.calls.popFirst(through: now) { due.append(call) }
            state.nextDeadline = .max
            setTimer(&state)
            return due
        }
        for call in due { call.sendDelayed() }
    }

    /// Sets the timer for the first deadline, but to fire at most 4,000 times a second: each firing
    /// costs more than many calls.
    private func setTimer(_ state: inout State) {
        guard let deadline = state.calls.firstDeadline, deadline < state.nextDeadline else {
            return
        }
        state.nextDeadline = deadline
        let time = max(deadline, state.lastFiring + 250_000)
        timer.schedule(deadline: DispatchTime(uptimeNanoseconds: time), leeway: .nanoseconds(0))
    }
}
