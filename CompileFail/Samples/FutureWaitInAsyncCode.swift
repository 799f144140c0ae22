// expect: unavailable from asynchronous contexts
import FootingOperations

func wait(for future: Future<Int, Never>) async throws -> Int {
    #if REFUSED
    return try future.wait()
    #else
    return try await future.value
    #endif
}
