/// A delegate that calls one delegate first, and then another one.
///
/// An object has one delegate. To change part of its behavior without subclassing the existing
/// delegate, replace the delegate with an override. Declare, with one line for each method, that
/// the override forwards the protocol:
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
/// The overriding delegate is called first, and then the original one, unless
/// ``shouldCallOriginal`` returns `false`. The original delegate may itself be an override. An
/// override belongs to the thread or actor of the object whose delegate it is.
public final class DelegateOverride<Delegate> {
    /// A weak or strong reference to a delegate.
    private struct Reference {
        private weak var object: AnyObject?
        /// The delegate, if it is to be retained or is a value rather than an object.
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

    /// Returns whether the original delegate is called after the overriding one; called with the
    /// name of the method, as in `"gaugeDidChange(to:)"`.
    ///
    /// Without an overriding delegate, this closure is not called, and the original delegate is
    /// always called. The default returns `true` for every method.
    public var shouldCallOriginal: (String) -> Bool = { _ in true }

    /// Creates an override of a delegate.
    ///
    /// Keep a reference to the override, since most objects reference their delegates weakly.
    ///
    /// - Parameters:
    ///   - original: The existing delegate, or `nil`.
    ///   - overriding: The delegate that is called first.
    ///   - holdingDelegates: Whether both delegates are retained. Delegates that are values always
    ///     are.
    public init(original: Delegate?, overriding: Delegate?, holdingDelegates: Bool = false) {
        originalReference = Reference(original, isHeld: holdingDelegates)
        overridingReference = Reference(overriding, isHeld: holdingDelegates)
    }

    /// The original delegate, or `nil` if it has been deallocated.
    public var original: Delegate? { originalReference.delegate }

    /// The delegate that is called first, or `nil` if it has been deallocated.
    public var overriding: Delegate? { overridingReference.delegate }

    /// Forwards a method of the protocol to both delegates.
    ///
    /// - Parameters:
    ///   - method: The name to pass to ``shouldCallOriginal``.
    ///   - call: Calls the method on the delegate that is passed to it.
    /// - Throws: The first error that `call` throws. If the overriding delegate throws, the
    ///   original one is not called.
    public func forward<Failure: Error>(
        method: String = #function,
        _ call: (Delegate) throws(Failure) -> Void
    ) throws(Failure) {
        try forward(default: (), method: method, call)
    }

    /// Forwards a method of the protocol to both delegates.
    ///
    /// - Parameters:
    ///   - defaultValue: The result if there is no delegate.
    ///   - method: The name to pass to ``shouldCallOriginal``.
    ///   - call: Calls the method on the delegate that is passed to it.
    /// - Returns: The result of the original delegate if it was called; otherwise, the result of
    ///   the overriding delegate.
    /// - Throws: The first error that `call` throws. If the overriding delegate throws, the
    ///   original one is not called.
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
    message: "An override belongs to the thread or actor of the object whose delegate it is."
)
extension DelegateOverride: Sendable {}
