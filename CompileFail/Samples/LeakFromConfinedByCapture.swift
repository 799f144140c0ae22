// expect: 'inout sending' parameter '$0' cannot be task-isolated at end of function
import FootingProxies

final class Parser { var lines = 0 }

func read(_ parser: Confined<Parser, QueueDestination>) {
    var leaked: Parser?
    var lines = 0
    parser.sync {
        lines = $0.lines
        #if REFUSED
        leaked = $0
        #endif
    }
    leaked?.lines = lines
    leaked = nil
}
