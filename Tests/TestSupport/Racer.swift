import Foundation

/// Two threads that do one thing each at the same time, as exactly as can be had.
package final class Racer: Sendable {
    private let queue = DispatchQueue(label: "racer")

    package init() {}

    /// Runs `one` on the calling thread and `other` on the second one, and returns when both have
    /// returned.
    package func run(
        _ one: @escaping @Sendable () -> Void,
        _ other: @escaping @Sendable () -> Void
    ) {
        let arrived = Counter()
        let done = Gate()
        queue.async {
            arrived.add(1)
            while arrived.value < 2 { sched_yield() }
            other()
            done.open()
        }
        arrived.add(1)
        while arrived.value < 2 { sched_yield() }
        one()
        done.pass()
    }
}
