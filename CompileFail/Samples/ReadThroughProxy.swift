// expect: A proxy only sets properties; read them in `sync { }` or `run { }`.
import FootingProxies

final class Gauge: @unchecked Sendable, Invocable {
    var value = 0
}

func read(_ gauge: Gauge) {
    gauge.on(.main).value = 1
    #if REFUSED
    print(gauge.on(.background).value)
    #endif
}
