// expect: Sendable
import FootingOperations

final class Parts { var names = ["needle"] }

func count(on queue: FutureQueue) {
    _ = queue.submit { Parts().names }
    #if REFUSED
    _ = queue.submit { Parts() }
    #endif
}
