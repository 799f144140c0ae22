// expect: type 'Parser' does not conform to the 'Sendable' protocol
import FootingProxies

final class Parser { var lines = 0 }

func read(_ parser: Confined<Parser, QueueDestination>) async {
    _ = await parser.run { $0.lines }
    #if REFUSED
    _ = await parser.run { $0 }
    #endif
}
