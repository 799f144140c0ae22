/// One registered handler: a link in the ``ObserverList`` of its property.
///
/// The closures are immutable, so that no thread ever sees a half-released one. Only the list
/// retains an observer: unlinking and releasing it releases the closures.
@safe
@usableFromInline
final class Observer {
    /// An unmanaged reference; the list owns one retain.
    typealias Link = Unmanaged<Observer>

    /// Calls the handler with the `ValueChange` at the address, which has the property's type.
    let deliver: (UnsafeRawPointer) -> Void
    let registration: Registration

    /// The component of a change that the observer needs after an in-place access.
    @usableFromInline
    enum Needs: Sendable {
        case newValue
        /// The old value; the access must copy it in advance.
        case oldValue
        /// The edits that were made.
        case edits
    }

    // Only the holder of the list's turn reads and writes these.
    var next: Link?
    var previous: Link?

    @usableFromInline
    init(
        _ registration: Registration,
        needs: Needs = .newValue,
        deliver: @escaping (UnsafeRawPointer) -> Void
    ) {
        self.registration = registration
        registration.needs = needs
        unsafe self.deliver = deliver
    }
}

extension Observer {
    /// Returns a handler that leaves out changes between values that are the same.
    @inlinable
    static func filter<Value>(
        _ handler: @escaping (ValueChange<Value>) -> Void,
        distinct isSame: ((Value, Value) -> Bool)?
    ) -> (ValueChange<Value>) -> Void {
        guard let isSame else { return handler }
        return { change in
            if let oldValue = change.oldValue, isSame(oldValue, change.newValue) { return }
            handler(change)
        }
    }
}

@available(*, unavailable)
extension Observer: Sendable {}
