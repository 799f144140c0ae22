/// One change of an observed property.
///
/// A handler gets the value that this change stored. If another handler has set the property since,
/// the property already holds a newer value; that change follows, with this ``newValue`` as its
/// ``oldValue``.
public struct ValueChange<Value> {
    /// The kind of change.
    public let kind: ChangeKind

    // Not optional, so that both values have the memory layout of the property. Equal to the new
    // value if there is no old one.
    @usableFromInline let previousValue: Value

    /// The value after the change.
    public let newValue: Value

    /// The value before the change, or `nil` for the initial value.
    ///
    /// If `Value` is itself optional, an old value of `nil` is `.some(nil)`.
    @inlinable public var oldValue: Value? {
        // A `switch` instead of `==`, which would call into another module.
        switch kind {
        case .initial: nil
        case .change, .coalesced: .some(previousValue)
        }
    }

    @inlinable
    init(_ kind: ChangeKind = .change, from oldValue: Value, to newValue: Value) {
        self.kind = kind
        previousValue = oldValue
        self.newValue = newValue
    }

    /// Combines this change and the next one into one change.
    func merged(with next: ValueChange) -> ValueChange {
        if kind == .initial { return ValueChange(.initial, from: next.newValue, to: next.newValue) }
        return ValueChange(.coalesced, from: previousValue, to: next.newValue)
    }

    /// Returns a closure that passes the change of this type at an address to a handler.
    ///
    /// A list of observers does not know the type of the property.
    @inlinable
    static func delivery(to handler: @escaping (ValueChange) -> Void) -> (UnsafeRawPointer) -> Void
    {
        { change in unsafe handler(change.assumingMemoryBound(to: ValueChange.self).pointee) }
    }
}

extension ValueChange: Sendable where Value: Sendable {}
extension ValueChange: Equatable where Value: Equatable {}
