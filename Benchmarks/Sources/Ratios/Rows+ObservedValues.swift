import FootingObservation
import Harness
import Synchronization

extension Comparison {
    static func observedValues() -> [Comparison] {
        let ours = ObservedValue(0)
        let peer = Guarded()
        return [
            Comparison(
                "ObservedValue, set, unobserved",
                to: "Mutex",
                goal: 1.6,
                ours: { count in for number in 0..<count { set(ours, number) } },
                peer: { count in for number in 0..<count { set(peer, number) } }
            )
        ]
    }

    // One call for each set on both sides: else the optimizer could take one lock for a loop.
    @inline(never)
    private static func set(_ value: ObservedValue<Int>, _ number: Int) { value.set(number) }
    @inline(never)
    private static func set(_ value: Guarded, _ number: Int) { value.set(number) }
}

private final class Guarded: Sendable {
    private let value = Mutex(0)
    func set(_ number: Int) { value.withLock { $0 = number } }
}
