// expect: @Observed needs a class
import FootingObservation

final class Account: KeyValueObservable {
    @Observed var balance = 0
}

struct Copy {
    #if REFUSED
    @Observed var balance = 0
    #endif
}
