// expect: 'inout sending' parameter '$0' cannot be task-isolated at end of function
import FootingProxies

final class Parts { var names = ["needle"] }
final class Parser { var parts = Parts() }

func feed(_ parser: Confined<Parser, QueueDestination>) {
    let kept = Parts()
    parser { $0.parts = Parts() }
    #if REFUSED
    parser.sync { $0.parts = kept }
    #endif
    kept.names = []
}
