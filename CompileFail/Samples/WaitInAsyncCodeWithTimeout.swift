// expect: unavailable from asynchronous contexts; This blocks its thread; use `await run { }`.
import FootingProxies

final class Gauge: @unchecked Sendable, Invocable {
    var value = 0
}

func read(_ gauge: Gauge) async throws -> Int {
    #if REFUSED
    return try gauge.on(.main).sync(timeout: .seconds(1)) { $0.value }
    #else
    return await gauge.on(.main).run { $0.value }
    #endif
}
