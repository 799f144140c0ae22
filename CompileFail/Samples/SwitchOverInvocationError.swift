// expect: may have additional unknown values, possibly added in future versions
import FootingProxies

func remedy(for code: InvocationError.Code) -> String {
    switch code {
    case .timedOut: "try again"
    case .wouldDeadlock: "return"
    case .destinationGone: "give up"
    case .cancelled: "nothing"
    #if !REFUSED
    @unknown default: "look at it"
    #endif
    }
}
