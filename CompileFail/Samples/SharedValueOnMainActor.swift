// expect: main actor-isolated property 'count' can not be mutated from a Sendable closure
import FootingObservation

@MainActor
final class Label {
    var count = 0

    func follow(_ requests: ObservedValue<Int>, in bag: ObservationBag) {
        requests.observe { change in
            Task { @MainActor in self.count = change.newValue }
        }.store(in: bag)
        #if REFUSED
        requests.observe { change in
            self.count = change.newValue
        }.store(in: bag)
        #endif
    }
}
