// expect: unavailable from asynchronous contexts
import FootingProxies

func probe() async {
    _ = MainDestination.isCurrent
    #if REFUSED
    _ = MainDestination.isServed(within: .seconds(1))
    #endif
}
