/// One change of an observed property.
///
/// A handler gets the value that this change stored. When handlers set the property themselves, the
/// property may already hold a newer one; that change follows, with this ``newValue`` as its
/// ``oldValue``.
public struct ValueChange<Value> {
    /// The kind of change.
    public let kind: ChangeKind

    // Not optional, so that both values of a change are in memory as values of the property are. It is
    // the new value when there is no old one.
    @usableFromInline let previousValue: Value

    /// The value after the change.
    public let newValue: Value

    /// The value before the change, or `nil` for the initial value.
    ///
    /// It is `nil` for nothing else: when `Value` is itself optional, an old `nil` is `.some(nil)`.
    @inlinable public var oldValue: Value? {
        // Not `==`, which would be a call from another module.
        switch kind {
        case .initial: nil
        case .change, .coalesced: .some(previousValue)
        }
    }

    @inlinable
    init(initial value: Value) {
        kind = .initial
        previousValue = value
        newValue = value
    }

    @inlinable
    init(_ kind: ChangeKind = .change, from oldValue: Value, to newValue: Value) {
        self.kind = kind
        previousValue = oldValue
        self.newValue = newValue
    }

    /// This change and the one after it as one.
    func merged(with next: ValueChange) -> ValueChange {
        if kind == .initial { return ValueChange(initial: next.newValue) }
        return ValueChange(.coalesced, from: previousValue, to: next.newValue)
    }
}

extension ValueChange: Sendable where Value: Sendable {}
extension ValueChange: Equatable where Value: Equatable {}

/// What a change reports.
///
/// A minor release may add kinds, so a `switch` over them needs `@unknown default`.
@nonexhaustive public enum ChangeKind: Hashable, Sendable {
    /// The value found when the observation began; nothing has changed yet.
    case initial
    /// One assignment, or one access in place.
    case change
    /// Several changes, reported as one: from the value before the first to the value after the last.
    case coalesced
}
