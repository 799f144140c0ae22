import FootingObservation
import Harness
import Observation

extension Comparison {
    static func observation() -> [Comparison] {
        let ours = Ours()
        let stock = Stock()
        let plain = Plain()
        return [
            Comparison(
                "set, unobserved",
                to: "@Observable",
                goal: 0.05,
                ours: { count in for number in 0..<count { set(ours, number) } },
                peer: { count in for number in 0..<count { set(stock, number) } }
            ),
            Comparison(
                "set, unobserved",
                to: "stored property",
                goal: 2.0,
                ours: { count in for number in 0..<count { set(ours, number) } },
                peer: { count in for number in 0..<count { set(plain, number) } }
            ),
            cancelling(2_000), cancelling(20_000),
        ] + observedValues()
    }

    /// Observers of one property, added and cancelled in the same order, in reverse, and in another.
    private static func cancelling(_ count: Int) -> Comparison {
        let title = "\(count) observers added and cancelled"
        return growth(title, to: "10 times \(count / 10)", from: count / 10) { count in
            let inOrder = Array(0..<count)
            // A prime, so that each number comes once.
            return [inOrder, inOrder.reversed(), inOrder.map { $0 * 7_919 % count }]
        } _: { orders in
            let ours = Ours()
            for order in orders {
                let tokens = order.map { _ in ours.observe(\.value) { _ in } }
                for number in order { tokens[number].cancel() }
            }
        }
    }

    // One call a set on all sides: without it the optimizer makes one of all stores of the loop, ours
    // included, and there is nothing to compare.
    @inline(never)
    private static func set(_ object: Ours, _ number: Int) { object.value = number }
    @inline(never)
    private static func set(_ object: Stock, _ number: Int) { object.value = number }
    @inline(never)
    private static func set(_ object: Plain, _ number: Int) { object.value = number }
}

private final class Ours: KeyValueObservable {
    @Observed var value = 0
}

@Observable
private final class Stock {
    var value = 0
}

private final class Plain {
    var value = 0
}
