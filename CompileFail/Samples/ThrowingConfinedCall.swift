// expect: invalid conversion from throwing function of type
import FootingProxies

final class Parser { func feed() throws {} }

func feed(_ parser: Confined<Parser, QueueDestination>) {
    parser { try? $0.feed() }
    _ = parser.submit { try $0.feed() }
    #if REFUSED
    parser { try $0.feed() }
    #endif
}
