import FootingObservation
import Harness
import OpenCombine

extension Comparison {
    static func observation() -> [Comparison] {
        [(0, 1.0 / 20), (1, 1.0 / 10), (10, 1.0 / 20), (1000, 1.0 / 30)].map(set)
            + [observing(), setShared()]
    }

    /// Sets a property that `observers` closures observe.
    private static func set(observers: Int, goal: Double) -> Comparison {
        Comparison("set, \(observers) observers", to: "OpenCombine @Published", goal: goal) { _ in
            let ours = Ours()
            let peer = Peer()
            let bag = ObservationBag()
            var cancellables: Set<AnyCancellable> = []
            for _ in 0..<observers {
                ours.observe(\.value) { blackHole($0.newValue) }.store(in: bag)
                peer.$value.sink { blackHole($0) }.store(in: &cancellables)
            }
            return Sides(
                ours: { count in for number in 0..<count { set(ours, number) } },
                peer: { count in for number in 0..<count { set(peer, number) } },
                cleanUp: { withExtendedLifetime((bag, cancellables)) {} }
            )
        }
    }

    private static func observing() -> Comparison {
        let (ours, peer) = (Ours(), Peer())
        return Comparison(
            "observe and cancel",
            to: "OpenCombine sink and cancel",
            goal: 0.45,
            ours: { count in
                for _ in 0..<count { ours.observe(\.value) { blackHole($0.newValue) }.cancel() }
            },
            peer: { count in for _ in 0..<count { peer.$value.sink { blackHole($0) }.cancel() } }
        )
    }

    /// Sets a value that threads share and one closure observes.
    private static func setShared() -> Comparison {
        Comparison("ObservedValue, set, 1 observer", to: "CurrentValueSubject", goal: 0.5) { _ in
            let ours = ObservedValue(0)
            let peer = CurrentValueSubject<Int, Never>(0)
            let token = ours.observe { blackHole($0.newValue) }
            let cancellable = peer.sink { blackHole($0) }
            return Sides(
                ours: { count in for number in 0..<count { set(ours, number) } },
                peer: { count in for number in 0..<count { set(peer, number) } },
                cleanUp: { withExtendedLifetime((token, cancellable)) {} }
            )
        }
    }

    // One call for each set on both sides: else the optimizer could make one store of a loop.
    @inline(never)
    private static func set(_ object: Ours, _ number: Int) { object.value = number }
    @inline(never)
    private static func set(_ object: Peer, _ number: Int) { object.value = number }
    @inline(never)
    private static func set(_ value: ObservedValue<Int>, _ number: Int) { value.set(number) }
    @inline(never)
    private static func set(_ subject: CurrentValueSubject<Int, Never>, _ number: Int) {
        subject.send(number)
    }
}

private final class Ours: KeyValueObservable {
    @Observed var value = 0
}

private final class Peer {
    @Published var value = 0
}
