// expect: left side of mutating operator isn't mutable: 'value' is a get-only property
import FootingObservation

func count(_ requests: ObservedValue<Int>) {
    requests.withValue { $0 += 1 }
    #if REFUSED
    requests.value += 1
    #endif
}
