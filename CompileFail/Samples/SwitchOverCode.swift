// expect: may have additional unknown values, possibly added in future versions
import FootingMapping

func remedy(for code: MappingError.Code) -> String {
    switch code {
    case .malformed, .invalidUTF8: "ask the sender"
    case .truncated: "ask again"
    case .limitExceeded: "ask for less"
    case .notClean: "look at the report"
    #if !REFUSED
    @unknown default: "look at it"
    #endif
    }
}
