// expect: Sendable
import FootingOperations

final class Parts { var names = ["needle"] }

func count(on queue: FutureQueue) {
    _ = queue.run { Parts().names }
    #if REFUSED
    _ = queue.run { Parts() }
    #endif
}
