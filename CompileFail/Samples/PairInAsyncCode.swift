// expect: unavailable from asynchronous contexts; This blocks its thread; use `await value(of:)`.
import FootingOperations

let twice = SyncAsyncPair { (number: Int) in 2 * number }

func eight() async throws -> Int {
    #if REFUSED
    return try twice(4)
    #else
    return try await twice.value(of: 4)
    #endif
}
