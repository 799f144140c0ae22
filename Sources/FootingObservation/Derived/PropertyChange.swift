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

extension KeyValueObservable {
    /// Calls one handler after each change of any of several properties.
    ///
    /// ```swift
    /// account.observe(anyOf: [\.owner, \.balance]) { change in
    ///     print(change.keyPath == \Account.owner ? "owner is" : "balance is", change.newValue)
    /// }.store(in: bag)
    /// ```
    ///
    /// The list may be built at run time. Each key path is observed as by
    /// ``observe(_:initial:distinct:onEnd:fileID:line:handler:)``, and the change names the one
    /// that has changed. To get all values at each change, observe an expression that reads them
    /// with ``observeChanges(initial:distinct:onEnd:fileID:line:of:handler:)``.
    ///
    /// For an empty list, an ``ObservationIssue`` is reported, and the token is not
    /// ``ObservationToken/isLive``.
    public func observe(
        anyOf keyPaths: [PartialKeyPath<Self>],
        initial: Bool = false,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        handler: @escaping (PropertyChange<Self>) -> Void
    ) -> ObservationToken {
        let tickets = keyPaths.map { _ in Ticket() }
        observe(anyOf: keyPaths, initial: initial, fileID, line, as: tickets, handler: handler)
        return ObservationToken(tickets)
    }

    /// Calls one handler after each change of any of several properties, for as long as both this
    /// object and an observer object live.
    ///
    /// The observer object is held weakly, and no token needs to be kept, as with
    /// ``observe(_:with:initial:distinct:fileID:line:handler:)``.
    @discardableResult
    public func observe<Target: AnyObject>(
        anyOf keyPaths: [PartialKeyPath<Self>],
        with observer: Target,
        initial: Bool = false,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        handler: @escaping (Target, PropertyChange<Self>) -> Void
    ) -> ObservationToken {
        let bond = Bond(to: observer)
        let tickets = keyPaths.map { _ in Ticket(bond: bond) }
        observe(anyOf: keyPaths, initial: initial, fileID, line, as: tickets) {
            [weak observer] change in
            guard let observer else { return tickets.forEach { $0.cancel() } }
            handler(observer, change)
        }
        return ObservationToken(tickets, endsOnRelease: false)
    }

    private func observe(
        anyOf keyPaths: [PartialKeyPath<Self>],
        initial: Bool,
        _ fileID: StaticString,
        _ line: UInt,
        as tickets: [Ticket],
        handler: @escaping (PropertyChange<Self>) -> Void
    ) {
        if keyPaths.isEmpty {
            let origin = ObservationOrigin(keyPath: nil, fileID: fileID, line: line)
            let subject = "an empty list of key paths"
            ObservationIssue(.nothingObserved, from: [origin], subject: subject).report()
        }
        for (position, ticket) in tickets.enumerated() where !ticket.isOver {
            let keyPath = keyPaths[position]
            let origin = ObservationOrigin(
                keyPath: keyPath,
                at: position,
                fileID: fileID,
                line: line
            )
            func observe<Value>(_: Value.Type) {
                guard let keyPath = keyPath as? KeyPath<Self, Value> else { return }
                self.observe(
                    keyPath,
                    initial: initial,
                    distinct: nil,
                    onEnd: nil,
                    from: origin,
                    as: ticket
                ) { handler(PropertyChange(of: keyPath, $0)) }
            }
            let type: any Any.Type = type(of: keyPath).valueType
            observe(type)
        }
    }
}
