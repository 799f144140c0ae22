/// One change of an observed property.
///
/// A handler gets the value that this change stored. When handlers set the property themselves, the
/// property may already hold a newer one; that change follows, with this ``newValue`` as its
/// ``oldValue``.
public struct ValueChange<Value> {
    /// What is being reported.
    public let kind: ChangeKind

    /// The value before the change, or `nil` for the initial value.
    ///
    /// It is `nil` for nothing else: when `Value` is itself optional, an old `nil` is `.some(nil)`.
    public let oldValue: Value?

    /// The value after the change.
    public let newValue: Value

    @inlinable
    init(kind: ChangeKind, oldValue: consuming Value?, newValue: consuming Value) {
        self.kind = kind
        self.oldValue = oldValue
        self.newValue = newValue
    }
}

extension ValueChange: Sendable where Value: Sendable {}
extension ValueChange: Equatable where Value: Equatable {}

/// What a change reports.
///
/// More kinds may be added in a minor release, so a `switch` over them needs a `default`.
public struct ChangeKind: Hashable, Sendable {
    @usableFromInline let number: UInt8

    @inlinable
    init(number: UInt8) { self.number = number }

    /// The value found when the observation began; nothing has changed yet.
    @inlinable public static var initial: ChangeKind { ChangeKind(number: 0) }
    /// One assignment, or one access in place.
    @inlinable public static var change: ChangeKind { ChangeKind(number: 1) }
}

extension ChangeKind: CustomStringConvertible {
    /// The name of the kind.
    public var description: String { self == .initial ? "initial" : "change" }
}
