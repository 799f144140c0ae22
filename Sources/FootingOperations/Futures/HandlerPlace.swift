public import Dispatch

/// The queue on which a handler is called, instead of the thread that settles the future.
///
/// For the main actor, see ``MainHandlerPlace``.
public struct HandlerPlace: Sendable {
    let queue: DispatchQueue

    /// Calls handlers on a dispatch queue.
    public static func queue(_ queue: DispatchQueue) -> HandlerPlace {
        HandlerPlace(queue: queue)
    }
}

/// The main actor, on which a handler is called that is isolated to it.
public struct MainHandlerPlace: Sendable {
    /// Calls handlers on the main actor.
    public static var main: MainHandlerPlace { MainHandlerPlace() }
}
