// expect: may have additional unknown values, possibly added in future versions
import FootingOperations

func remedy(for problem: FutureError<CancellationError>) -> String {
    switch problem {
    case .failure, .cancelled: "ask again"
    case .timedOut: "wait longer"
    case .wouldDeadlock: "wait on another thread"
    case .resultNotSet: "set a result"
    #if !REFUSED
    @unknown default: "look at it"
    #endif
    }
}
