// expect: type 'Parser' does not conform to the 'Sendable' protocol
import FootingProxies

final class Parser { var lines = 0 }

func read(_ parser: Confined<Parser, QueueDestination>) {
    _ = parser.submit { $0.lines }
    #if REFUSED
    _ = parser.submit { $0 }
    #endif
}
