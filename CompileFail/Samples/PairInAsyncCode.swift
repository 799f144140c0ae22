// expect: unavailable from asynchronous contexts; blocking stops other tasks; use 'await' with 'value(of:)'
import FootingOperations

let twice = SyncAsyncPair { (number: Int) in 2 * number }

func eight() async throws -> Int {
    #if REFUSED
    return try twice(4)
    #else
    return try await twice.value(of: 4)
    #endif
}
