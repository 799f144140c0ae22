// expect: unavailable from asynchronous contexts; This blocks its thread; use `await run { }`.
import FootingProxies

final class Gauge: @unchecked Sendable, Invocable {
    var value = 0
}

func read(_ gauge: Gauge) async -> Int {
    #if REFUSED
    return gauge.on(.background).sync { $0.value }
    #else
    return await gauge.on(.background).run { $0.value }
    #endif
}
