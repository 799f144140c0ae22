import FootingObservation
import Harness
import Locks
import Synchronization

extension Comparison {
    static func observedValues() -> [Comparison] {
        let ours = ObservedValue(0)
        let peer = Guarded()
        let locked = Locked()
        return [
            Comparison(
                "ObservedValue, set, unobserved",
                to: "Mutex",
                goal: 1.6,
                ours: { count in for number in 0..<count { set(ours, number) } },
                peer: { count in for number in 0..<count { set(peer, number) } }
            ),
            Comparison(
                "lock and unlock",
                to: "Mutex",
                goal: 1.1,
                ours: { count in for number in 0..<count { set(locked, number) } },
                peer: { count in for number in 0..<count { set(peer, number) } }
            ),
        ]
    }

    // One call for each set on both sides: else the optimizer could take one lock for a loop.
    @inline(never)
    private static func set(_ value: ObservedValue<Int>, _ number: Int) { value.set(number) }
    @inline(never)
    private static func set(_ locked: Locked, _ number: Int) {
        locked.value.withLock { $0 = number }
    }
    @inline(never)
    private static func set(_ guarded: Guarded, _ number: Int) {
        guarded.value.withLock { $0 = number }
    }
}

private final class Guarded: Sendable {
    let value = Mutex(0)
}

private final class Locked: Sendable {
    let value = Lock(0)
}
