// expect: type 'Gauge' does not conform to the 'Sendable' protocol
import FootingProxies

final class Gauge: Invocable {}
final class SharedGauge: Sendable, Invocable {}

func call(_ gauge: Gauge, _ shared: SharedGauge) {
    shared.on(.background) { _ in }
    #if REFUSED
    gauge.on(.background) { _ in }
    #endif
}
