// expect: unavailable from asynchronous contexts; This blocks its thread; use `await value`.
import FootingProxies

func result(of call: PendingCall<Int>) async throws -> Int {
    #if REFUSED
    return try call.wait()
    #else
    return try await call.value
    #endif
}
