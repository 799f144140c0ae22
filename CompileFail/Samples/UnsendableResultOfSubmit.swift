// expect: type 'Parts' does not conform to the 'Sendable' protocol
import FootingProxies

final class Parts { var names = ["needle"] }

final class Journal: @unchecked Sendable, Invocable {
    let parts = Parts()
}

func take(from journal: Journal) {
    _ = journal.on(.background).submit { $0.parts.names }
    #if REFUSED
    _ = journal.on(.background).submit { $0.parts }
    _ = journal.on(.main).submit { $0.parts }
    #endif
}
