// expect: type 'Parts' does not conform to the 'Sendable' protocol
import FootingProxies

final class Parts { var names = ["needle"] }

final class Journal: @unchecked Sendable, Invocable {
    let parts = Parts()
}

func take(from journal: Journal) throws {
    _ = try journal.on(.background).sync(timeout: .seconds(1)) { $0.parts.names }
    #if REFUSED
    _ = try journal.on(.background).sync(timeout: .seconds(1)) { $0.parts }
    #endif
}
