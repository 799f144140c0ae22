// expect: unavailable from asynchronous contexts; This blocks its thread; use `await value`.
import FootingOperations

func wait(for future: Future<Int, Never>) async throws -> Int {
    #if REFUSED
    return try future.wait()
    #else
    return try await future.value
    #endif
}
