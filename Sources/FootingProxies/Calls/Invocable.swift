public import Foundation

// The conformance must be usable anywhere, a @MainActor type's included. Refining SendableMetatype keeps
// compilers that infer isolated conformances from inferring one here.
//
/// A type whose methods and properties can be called at a destination of your choice.
///
/// The conformance is one line, has nothing to implement, and gives every value of the type `on(_:)`:
///
/// ```swift
/// extension Gauge: Invocable {}
///
/// gauge.on(.main) { $0.show(0.5, animated: true) }
/// gauge.on(.main).value = 0.75
/// ```
///
/// Only a `Sendable` type can be called this way, since the call crosses threads; a class isolated to
/// `@MainActor` is one. Subclasses of `NSObject` are invocable without a line, and `Sendable` if they
/// say so.
public protocol Invocable: SendableMetatype {}

extension NSObject: Invocable {}

extension Invocable where Self: Sendable {
    /// A stand-in for this object that makes its calls on the main queue.
    ///
    /// It holds the object for as long as it lives.
    @inlinable
    public consuming func on(_ destination: MainDestination) -> MainProxy<Self> {
        MainProxy(consume self)
    }

    /// A stand-in for this object that makes its calls at `destination`.
    ///
    /// It holds the object for as long as it lives.
    @inlinable
    public consuming func on<Place: Destination>(_ destination: Place) -> Proxy<Self, Place> {
        Proxy(consume self, on: destination)
    }

    /// Calls `body` with this object on the main queue, later, and returns at once.
    ///
    /// Never runs `body` here, even if this is the main queue already. Calls made from one thread run
    /// in their order, raw `DispatchQueue.main.async` blocks included. The object and the captures of `body`
    /// are held until it ran, and then released on the main queue.
    @inlinable
    public consuming func on(
        _ destination: MainDestination,
        _ body: consuming @escaping @MainActor (Self) -> Void
    ) {
        MainDestination.queue.call(consume self, onMain(consume body))
    }

    /// Calls `body` with this object at `destination`, later, and returns at once.
    ///
    /// Never runs `body` here, even if this is the destination already. Calls made from one thread to
    /// a serial destination run in their order, also among calls that reach it by other ways. The
    /// object and the captures of `body` are held until it ran, and then released there.
    @inlinable
    public consuming func on<Place: Destination>(
        _ destination: Place,
        _ body: consuming sending @escaping (Self) -> Void
    ) {
        destination.call(consume self, consume body)
    }
}
