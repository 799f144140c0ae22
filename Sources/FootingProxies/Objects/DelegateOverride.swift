/// A delegate that asks one delegate first, and another one afterwards.
///
/// An object has one delegate. To change some of what it is told or answers, without a subclass of the
/// delegate that is there, put an override in its place. One line for each method of the protocol says that
/// it is passed on:
///
/// ```swift
/// extension DelegateOverride: GaugeDelegate where Delegate == any GaugeDelegate {
///     func gaugeDidChange(to value: Double) { forward { $0.gaugeDidChange(to: value) } }
///     func gaugeShouldShow(_ value: Double) -> Bool {
///         forward(default: true) { $0.gaugeShouldShow(value) }
///     }
/// }
/// ```
///
/// The overriding delegate is called first. Then the original one is, unless ``shouldCallOriginal`` says no.
/// The original may be an override itself. It belongs to the thread or actor of the object whose delegate
/// it is.
public final class DelegateOverride<Delegate> {
    /// A delegate that is held weakly or strongly.
    private struct Reference {
        private weak var object: AnyObject?
        /// A delegate that is to be held, or is a value and not an object.
        private let held: Delegate?

        init(_ delegate: Delegate?, isHeld: Bool) {
            let isObject = delegate.map { type(of: $0 as Any) is AnyClass } ?? false
            object = isObject && !isHeld ? delegate as AnyObject : nil
            held = isObject && !isHeld ? nil : delegate
        }

        var delegate: Delegate? { held ?? object.flatMap { $0 as? Delegate } }
    }

    private let originalReference: Reference
    private let overridingReference: Reference

    /// Whether the original delegate is called, too, after the overriding one; asked with the name of the
    /// method, as in `"gaugeDidChange(to:)"`.
    ///
    /// It is not asked if there is no overriding delegate: then the original one is called. At first it
    /// says yes to every method.
    public var shouldCallOriginal: (String) -> Bool = { _ in true }

    /// Creates an override of a delegate.
    ///
    /// Keep it, since most objects hold their delegates weakly.
    ///
    /// - Parameters:
    ///   - original: The delegate that was there, or `nil`.
    ///   - overriding: The delegate that is called first.
    ///   - holdsDelegates: Whether both are held strongly. Delegates that are values always are.
    public init(original: Delegate?, overriding: Delegate?, holdsDelegates: Bool = false) {
        originalReference = Reference(original, isHeld: holdsDelegates)
        overridingReference = Reference(overriding, isHeld: holdsDelegates)
    }

    /// The delegate that was there, as long as it lives.
    public var original: Delegate? { originalReference.delegate }

    /// The delegate that is called first, as long as it lives.
    public var overriding: Delegate? { overridingReference.delegate }

    /// Passes a method of the protocol on to both delegates.
    ///
    /// - Parameters:
    ///   - method: The name for ``shouldCallOriginal``.
    ///   - call: Calls the method on the delegate that it gets.
    /// - Throws: The first error that `call` throws. If the overriding delegate throws, the original one is
    ///   not called.
    public func forward<Failure: Error>(
        method: String = #function,
        _ call: (Delegate) throws(Failure) -> Void
    ) throws(Failure) {
        try forward(default: (), method: method, call)
    }

    /// Passes a method of the protocol on to both delegates.
    ///
    /// - Parameters:
    ///   - defaultValue: The result if there is no delegate.
    ///   - method: The name for ``shouldCallOriginal``.
    ///   - call: Calls the method on the delegate that it gets.
    /// - Returns: The result of the original delegate if it was called, otherwise that of the overriding one.
    /// - Throws: The first error that `call` throws. If the overriding delegate throws, the original one is
    ///   not called.
    public func forward<Output, Failure: Error>(
        default defaultValue: @autoclosure () -> Output,
        method: String = #function,
        _ call: (Delegate) throws(Failure) -> Output
    ) throws(Failure) -> Output {
        guard let overriding else { return try original.map(call) ?? defaultValue() }
        let output = try call(overriding)
        guard let original, shouldCallOriginal(method) else { return output }
        return try call(original)
    }
}

@available(
    *,
    unavailable,
    message: "It belongs to the thread or actor of the object whose delegate it is."
)
extension DelegateOverride: Sendable {}
