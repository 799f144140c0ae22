import FootingObservation
import Foundation
import Harness
import Observation
import Synchronization

extension Comparison {
    static func observation() -> [Comparison] {
        let ours = Ours()
        let stock = Stock()
        let registered = Registered()
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
            Comparison(
                "get, unobserved",
                to: "stored property",
                goal: 1.5,
                ours: { count in for _ in 0..<count { blackHole(get(ours)) } },
                peer: { count in for _ in 0..<count { blackHole(get(plain)) } }
            ),
            Comparison(
                "set with our registrar, unobserved",
                to: "@Observable",
                goal: 1.5,
                ours: { count in for number in 0..<count { set(registered, number) } },
                peer: { count in for number in 0..<count { set(stock, number) } }
            ),
            getting(), calling(1_000), cancelling(2_000), cancelling(20_000),
        ] + derivedObservation() + observedValues() + observedArrays()
    }

    /// A getter while another thread evaluates key paths without end, and while none does.
    private static func getting() -> Comparison {
        Comparison("get while another thread evaluates", to: "get, quiet", goal: 1.5) { _ in
            let ours = Ours()
            func time(_ count: Int) -> Double {
                let start = ContinuousClock.now
                for _ in 0..<count { blackHole(get(ours)) }
                return (ContinuousClock.now - start) / .nanoseconds(1)
            }
            return Sides(
                timingOurs: { count in
                    let evaluator = Evaluator()
                    defer { evaluator.stop() }
                    return time(count)
                },
                timingPeer: time
            )
        }
    }

    /// Observers that only look at the new value, and an array of closures called by `didSet`.
    private static func calling(_ observers: Int) -> Comparison {
        Comparison("set, \(observers) observers", to: "didSet and closures", goal: 1.0) { _ in
            let ours = Ours()
            let peer = Calling()
            let bag = ObservationBag()
            for _ in 0..<observers {
                ours.observe(\.value) { blackHole($0.newValue) }.store(in: bag)
                peer.handlers.append { blackHole($1) }
            }
            return Sides(
                ours: { count in for number in 0..<count { set(ours, number) } },
                peer: { count in for number in 0..<count { peer.value = number } },
                cleanUp: { withExtendedLifetime(bag) {} }
            )
        }
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
    private static func set(_ object: Registered, _ number: Int) { object.value = number }
    @inline(never)
    private static func set(_ object: Plain, _ number: Int) { object.value = number }
    @inline(never)
    private static func get(_ object: Ours) -> Int { object.value }
    @inline(never)
    private static func get(_ object: Plain) -> Int { object.value }
}

/// A thread that evaluates key paths until it is told to stop.
private final class Evaluator: Sendable {
    private let isStopped = Atomic(false)
    private let hasBegun = DispatchSemaphore(value: 0)
    private let hasEnded = DispatchSemaphore(value: 0)

    init() {
        Thread.detachNewThread { [self] in
            let ours = Ours()
            hasBegun.signal()
            while !isStopped.load(ordering: .relaxed) { ours.observe(\.value) { _ in }.cancel() }
            hasEnded.signal()
        }
        hasBegun.wait()
    }

    func stop() {
        isStopped.store(true, ordering: .relaxed)
        hasEnded.wait()
    }
}

private final class Calling {
    var handlers: [(Int, Int) -> Void] = []
    var value = 0 {
        didSet { for handler in handlers { handler(oldValue, value) } }
    }
}

private final class Ours: KeyValueObservable {
    @Observed var value = 0
}

@Observable
private final class Stock {
    var value = 0
}

@Observable
private final class Registered: KeyValueObservable {
    @ObservationIgnored private let _$observationRegistrar = KeyValueRegistrar()
    var value = 0
}

private final class Plain {
    var value = 0
}
