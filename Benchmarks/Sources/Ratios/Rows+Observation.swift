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
        let plain = Plain(0)
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
            Comparison(
                "create and destroy",
                to: "plain object",
                goal: 1.15,
                ours: { count in for number in 0..<count { blackHole(makeOurs(number)) } },
                peer: { count in for number in 0..<count { blackHole(makePlain(number)) } }
            ),
            Comparison("an observed property, beside its value", to: "limit", goal: 1, in: .bytes) {
                _ in
                let size = MemoryLayout<Observed<Int>>.stride - MemoryLayout<Int>.stride
                return Sides(timingOurs: { count in Double(size * count) }, limit: 8)
            },
            getting(), calling(1_000), cancelling(),
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

    /// Cancels each of many observers of one property, in the order of their registration, in
    /// reverse and in another order, and each of few.
    private static func cancelling() -> Comparison {
        Comparison("cancel 20,000 observers, each", to: "200, each", goal: 1.5) { effort in
            let many = effort.isSmoke ? 2_000 : 20_000
            return Sides(
                timingOurs: { count in Double(count) * timeToCancel(many, repeated: 1) },
                timingPeer: { count in Double(count) * timeToCancel(200, repeated: many / 200) }
            )
        }
    }

    /// Returns the nanoseconds that it takes to cancel one of `count` observers of a property.
    private static func timeToCancel(_ count: Int, repeated: Int) -> Double {
        let inOrder = Array(0..<count)
        // A prime, so that each number comes once.
        let orders = [inOrder, inOrder.reversed(), inOrder.map { $0 * 7_919 % count }]
        var time = Duration.zero
        for _ in 0..<repeated {
            let ours = Ours()
            for order in orders {
                let tokens = inOrder.map { _ in ours.observe(\.value) { _ in } }
                let start = ContinuousClock.now
                for number in order { tokens[number].cancel() }
                time += ContinuousClock.now - start
            }
        }
        return time / .nanoseconds(1) / Double(count * repeated * orders.count)
    }

    // One call for each set on all sides: inlined, the optimizer joins all stores of the loop, ours
    // included, and leaves nothing to compare.
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
    @inline(never)
    private static func makeOurs(_ number: Int) -> Ours { Ours(number) }
    @inline(never)
    private static func makePlain(_ number: Int) -> Plain { Plain(number) }
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
    @Observed var value: Int
    init(_ value: Int = 0) { self.value = value }
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
    var value: Int
    init(_ value: Int) { self.value = value }
}
