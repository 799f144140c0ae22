import FootingObservation
import Harness
import Observation

/// Values that are computed from several properties.
extension Comparison {
    static func derivedObservation() -> [Comparison] {
        [
            following("computed from two properties", goal: 0.35) { ours, handler in
                ours.observe(\.sum, handler: handler)
            } stock: { stock in
                stock.sum
            },
            following("computed from one property", goal: 0.35) { ours, handler in
                ours.observe(\.half, handler: handler)
            } stock: { stock in
                stock.half
            },
            chain(),
            replacing("key path") { $0.observe(\.next?.next?.number, handler: $1) },
            replacing("expression") { ours, handler in
                observeChanges(of: { ours.next?.next?.number }, handler: handler)
            },
            observing(),
        ]
    }

    private static func following(
        _ title: String,
        goal: Double,
        ours observe: @escaping (Ours, @escaping (ValueChange<Int>) -> Void) -> ObservationToken,
        stock evaluate: @escaping (Stock) -> Int
    ) -> Comparison {
        Comparison("set, \(title)", to: "tracking, re-armed", goal: goal) { _ in
            let ours = Ours()
            let token = observe(ours) { blackHole($0.newValue) }
            let stock = Stock()
            let tracker = Tracker { evaluate(stock) }
            return Sides(
                ours: { count in for number in 0..<count { set(ours, number) } },
                peer: { count in for number in 0..<count { set(stock, number, tracker) } },
                cleanUp: { withExtendedLifetime(token) {} }
            )
        }
    }

    private static func chain() -> Comparison {
        Comparison("set the end of a one-hop chain", to: "tracking, re-armed", goal: 0.35) { _ in
            let (ours, end) = (Ours(), Ours())
            ours.next = end
            let token = ours.observe(\.next?.number) { blackHole($0.newValue) }
            let (stock, stockEnd) = (Stock(), Stock())
            stock.next = stockEnd
            let tracker = Tracker { stock.next?.number ?? 0 }
            return Sides(
                ours: { count in for number in 0..<count { set(end, number) } },
                peer: { count in for number in 0..<count { set(stockEnd, number, tracker) } },
                cleanUp: { withExtendedLifetime((token, ours)) {} }
            )
        }
    }

    private static func replacing(
        _ kind: String,
        observe:
            @escaping (Ours, @escaping (ValueChange<Int?>) -> Void) -> ObservationToken
    ) -> Comparison {
        let title = "replace the middle of three, \(kind)"
        return Comparison(title, to: "tracking, re-armed", goal: 0.5) { _ in
            let ours = Ours()
            let middles = (0..<2).map { _ in
                let middle = Ours()
                middle.next = Ours()
                return middle
            }
            ours.next = middles[0]
            let token = observe(ours) { blackHole($0.newValue) }
            let stock = Stock()
            let stockMiddles = (0..<2).map { _ in
                let middle = Stock()
                middle.next = Stock()
                return middle
            }
            stock.next = stockMiddles[0]
            let tracker = Tracker { stock.next?.next?.number ?? 0 }
            return Sides(
                ours: { count in for number in 0..<count { ours.next = middles[number & 1] } },
                peer: { count in
                    for number in 0..<count {
                        stock.next = stockMiddles[number & 1]
                        tracker.rearm()
                    }
                },
                cleanUp: { withExtendedLifetime(token) {} }
            )
        }
    }

    /// Registering once is what stock tracking does for each change.
    private static func observing() -> Comparison {
        let ours = Ours()
        let stock = Stock()
        return Comparison(
            "observe and cancel a computed property",
            to: "tracking, once",
            goal: 1.5,
            ours: { count in for _ in 0..<count { ours.observe(\.sum) { _ in }.cancel() } },
            peer: { count in
                for number in 0..<count {
                    withObservationTracking {
                        blackHole(stock.sum)
                    } onChange: {
                    }
                    stock.number = number
                }
            }
        )
    }

    @inline(never)
    private static func set(_ object: Ours, _ number: Int) { object.number = number }
    @inline(never)
    private static func set(_ object: Stock, _ number: Int, _ tracker: Tracker) {
        object.number = number
        tracker.rearm()
    }
}

/// Keeps a stock tracking going: it tells once, so it is begun again after each change.
private final class Tracker {
    private let evaluate: () -> Int

    init(_ evaluate: @escaping () -> Int) {
        self.evaluate = evaluate
        rearm()
    }

    func rearm() {
        withObservationTracking {
            blackHole(evaluate())
        } onChange: {
        }
    }
}

private final class Ours: KeyValueObservable {
    @Observed var number = 0
    @Observed var other = 1
    @Observed var next: Ours?
    var half: Int { number / 2 }
    var sum: Int { number + other }
}

@Observable
private final class Stock {
    var number = 0
    var other = 1
    var next: Stock?
    var half: Int { number / 2 }
    var sum: Int { number + other }
}
