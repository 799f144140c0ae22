import Dispatch

/// The main actor, on which an observation calls its handler.
///
/// The handler is isolated to the main actor, so it may use the state of the main actor. It runs on
/// the main queue, which the program must serve: handlers wait until it does.
public struct MainChangeDelivery: Sendable {
    let delivery: ChangeDelivery

    /// Calls handlers on the main actor.
    public static var main: MainChangeDelivery {
        MainChangeDelivery(delivery: .queue(.main))
    }

    /// Merges changes that arrive while a call is waiting, as
    /// ``ChangeDelivery/coalesced(on:)`` does.
    public static func coalesced(on main: MainChangeDelivery) -> MainChangeDelivery {
        MainChangeDelivery(delivery: .coalesced(on: main.delivery))
    }
}

/// Returns a function for the main queue that calls a function of the main actor.
func onMain(_ body: @escaping @MainActor () -> Void) -> @Sendable () -> Void {
    { MainActor.assumeIsolated { body() } }
}
