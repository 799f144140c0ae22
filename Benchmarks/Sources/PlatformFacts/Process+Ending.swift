import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

extension Process {
    /// How the process ended, in the words of the facts, or `nil` if all went well.
    var failure: String? {
        switch terminationReason {
        case .uncaughtSignal where terminationStatus == SIGILL || terminationStatus == SIGTRAP:
            // The signal of a trap depends on the processor.
            "trap"
        case .uncaughtSignal where terminationStatus == SIGALRM: "hangs"
        case .uncaughtSignal: "signal \(terminationStatus)"
        default: terminationStatus == 0 ? nil : "exit \(terminationStatus)"
        }
    }
}
