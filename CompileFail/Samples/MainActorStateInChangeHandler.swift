// expect: main actor-isolated property 'text' can not be
import Dispatch
import FootingObservation

final class Account: KeyValueObservable {
    @Observed var balance = 0
}

@MainActor
final class Label {
    var text = ""

    func show(_ account: Account) -> ObservationToken {
        account.observe(\.balance, on: .queue(.global())) { change in
            #if REFUSED
            self.text = "\(change.newValue)"
            #endif
        }
    }
}
