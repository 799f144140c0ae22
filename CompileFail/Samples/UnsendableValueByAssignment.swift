// expect: type 'Parts' does not conform to the 'Sendable' protocol
import FootingProxies

final class Parts { var names = ["needle"] }

final class Journal: @unchecked Sendable, Invocable {
    var parts = Parts()
}

func give(to journal: Journal) {
    let parts = Parts()
    journal.on(.background) { $0.parts = parts }
    #if REFUSED
    journal.on(.background).parts = Parts()
    #endif
}
