public import Foundation

// The conformance must be usable from any isolation, even that of a @MainActor type. Refining
// SendableMetatype prevents compilers that infer isolated conformances from inferring one here.
//
/// A type whose methods and properties can be called at a destination of your choice.
///
/// The conformance has no requirements, and gives every value of the type `on(_:)`:
///
/// ```swift
/// extension Gauge: Invocable {}
///
/// gauge.on(.main) { $0.show(0.5, animated: true) }
/// gauge.on(.main).value = 0.75
/// ```
///
/// Only a `Sendable` type can be called this way, since the call crosses threads; a class isolated
/// to `@MainActor` is `Sendable`. Subclasses of `NSObject` are already invocable, but must declare
/// that they are `Sendable`.
public protocol Invocable: SendableMetatype {}

extension NSObject: Invocable {}

extension Invocable where Self: Sendable {
    /// Returns a proxy that calls this object on the main queue.
    ///
    /// The proxy retains the object for as long as it lives.
    @inlinable
    public consuming func on(_ destination: MainDestination) -> MainProxy<Self> {
        MainProxy(consume self)
    }

    /// Returns a proxy that calls this object at `destination`.
    ///
    /// The proxy retains the object for as long as it lives.
    @inlinable
    public consuming func on<Place: Destination>(_ destination: Place) -> Proxy<Self, Place> {
        Proxy(consume self, on: destination)
    }

    /// Calls `body` with this object asynchronously on the main queue.
    ///
    /// This returns immediately, and never runs `body` within the call, even on the main queue
    /// itself. Calls and plain `DispatchQueue.main.async` blocks from one thread run in order. The
    /// object and the captures of `body` are retained until `body` has run, and then released on
    /// the main queue.
    @inlinable
    public consuming func on(
        _ destination: MainDestination,
        _ body: consuming @escaping @MainActor (Self) -> Void
    ) {
        MainDestination.queue.call(consume self, onMain(consume body))
    }

    /// Calls `body` with this object asynchronously at `destination`.
    ///
    /// This returns immediately, and never runs `body` within the call, even at the destination
    /// itself. Calls from one thread to a serial destination run in order, also relative to calls
    /// that reach it in other ways. The object and the captures of `body` are retained until `body`
    /// has run, and then released at the destination.
    @inlinable
    public consuming func on<Place: Destination>(
        _ destination: Place,
        _ body: consuming sending @escaping (Self) -> Void
    ) {
        destination.call(consume self, consume body)
    }
}
