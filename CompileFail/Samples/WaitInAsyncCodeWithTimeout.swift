// expect: unavailable from asynchronous contexts; This blocks its thread; use `await run { }`.
import FootingProxies

final class Gauge: @unchecked Sendable, Invocable {
    var value = 0
}

func wait(for gauge: Gauge) async throws -> Int {
    #if REFUSED
    return try gauge.on(.main).waiting(timeout: .seconds(1)) { $0.value }
    #else
    return await gauge.on(.main).run { $0.value }
    #endif
}
