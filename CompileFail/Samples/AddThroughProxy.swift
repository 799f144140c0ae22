// expect: A proxy only sets properties; read them in `sync { }` or `run { }`.
import FootingProxies

final class Gauge: @unchecked Sendable, Invocable {
    var value = 0
}

func add(to gauge: Gauge) {
    gauge.on(.main) { $0.value += 1 }
    #if REFUSED
    gauge.on(.main).value += 1
    #endif
}
