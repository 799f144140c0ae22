/// A change of one of several observed properties.
///
/// The values are those of a ``ValueChange``, without their type. ``valueChange(of:)`` restores the
/// type:
///
/// ```swift
/// account.observe(anyOf: [\.owner, \.balance]) { change in
///     guard let balance = change.valueChange(of: \.balance) else { return }
///     print("balance by", balance.newValue - (balance.oldValue ?? 0))
/// }.store(in: bag)
/// ```
public struct PropertyChange<Root> {
    /// The key path of the changed property, as passed to `observe(anyOf:)`.
    public let keyPath: PartialKeyPath<Root>
    private let change: Any
    /// The value before the change, or `nil` for the initial value.
    ///
    /// An old value that is itself `nil` appears here as a non-`nil` value. Use
    /// ``valueChange(of:)`` for optional properties.
    public let oldValue: Any?
    /// The value after the change.
    public let newValue: Any
    /// The kind of change.
    public let kind: ChangeKind

    init<Value>(of keyPath: PartialKeyPath<Root>, _ change: ValueChange<Value>) {
        self.keyPath = keyPath
        self.change = change
        oldValue = change.oldValue
        newValue = change.newValue
        kind = change.kind
    }

    /// Returns the typed change if the changed property is the one at `keyPath`, and `nil`
    /// otherwise.
    public func valueChange<Value>(of keyPath: KeyPath<Root, Value>) -> ValueChange<Value>? {
        self.keyPath == keyPath ? change as? ValueChange<Value> : nil
    }
}

@available(*, unavailable, message: "The values can have any type")
extension PropertyChange: Sendable {}
