// expect: risks causing data races
import FootingProxies

final class Gauge: @unchecked Sendable, Invocable {}
final class Parts { var names = ["needle"] }

func handOver(to gauge: Gauge) {
    let parts = Parts()
    gauge.on(.main) { _ in parts.names.append("glass") }
    #if REFUSED
    print(parts.names)
    #endif
}
