/// A class whose ``Observed`` properties can be observed by key path.
///
/// Declare it and mark the properties; there is nothing to implement.
public protocol KeyValueObservable: AnyObject {}

extension KeyValueObservable {
    /// Calls a handler after each change of a property.
    ///
    /// ```swift
    /// account.observe(\.balance) { change in
    ///     print(change.oldValue ?? 0, "->", change.newValue)
    /// }.store(in: bag)
    /// ```
    ///
    /// The key path names an ``Observed`` property of this object, a computed property, or a property of
    /// other objects that it leads through (`\.partner?.owner`). The observation depends on all
    /// observed properties that the last evaluation has read: a change of one of them evaluates the key
    /// path again, and the handler gets the value of this evaluation and the one before. A key path that
    /// reads nothing observed makes a token that is not ``ObservationToken/isLive``, and an
    /// ``ObservationIssue`` says why.
    ///
    /// The handler runs where a property is set, after the value is stored and before the setter
    /// returns. Handlers of one property run in the order in which they were registered. A handler may
    /// do anything: set the property again (that change is delivered after this one, to all observers in
    /// the same order), observe, cancel, or let go of the last reference to this object. If the value
    /// depends on several properties, changes that handlers make meanwhile are delivered together, in
    /// one further call.
    ///
    /// Nothing here retains this object. Observe where you may set all properties that the key path
    /// reads: registering is a change of their objects, not only a read.
    ///
    /// - Parameters:
    ///   - keyPath: The property to observe.
    ///   - initial: Whether the handler is also called with the current value, before this returns.
    ///   - isSame: If given, a change between values that are the same is not reported.
    ///   - onEnd: Called once when this object is gone, unless the token ended the observation before.
    ///     If the key path reads no property of this object itself, that is noticed with the next change.
    ///   - fileID: The file that an ``ObservationIssue`` names.
    ///   - line: The line that an ``ObservationIssue`` names.
    ///   - handler: Called with each change. It is released when the observation ends.
    /// - Returns: The token that ends the observation when it is cancelled or released.
    /// - Complexity: O(1), and one evaluation of the key path.
    @inlinable
    public func observe<Value>(
        _ keyPath: KeyPath<Self, Value>,
        initial: Bool = false,
        distinct isSame: ((Value, Value) -> Bool)? = nil,
        onEnd: (() -> Void)? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        handler: @escaping (ValueChange<Value>) -> Void
    ) -> ObservationToken {
        let ticket = Ticket()
        observe(
            keyPath,
            initial: initial,
            distinct: isSame,
            onEnd: onEnd,
            from: ObservationOrigin(keyPath: keyPath, fileID: fileID, line: line),
            as: ticket,
            handler: handler
        )
        return ObservationToken(ticket)
    }

    /// Calls a handler after each change of a property, for as long as both this object and an
    /// observer object live.
    ///
    /// ```swift
    /// let desk = Desk()
    /// account.observe(\.balance, with: desk) { desk, change in
    ///     desk.note("balance \(change.newValue)")
    /// }
    /// ```
    ///
    /// The observer object is held weakly, and the handler gets it as an argument, so there is nothing
    /// to capture and no token to keep. When the observer object is gone, the handler is not called any
    /// more, and is released with the next change at the latest, or when further such observations have
    /// doubled the number of handlers. Cancelling the token ends the observation, too; releasing it ends
    /// nothing.
    ///
    /// In all else this is ``observe(_:initial:distinct:onEnd:fileID:line:handler:)``.
    @inlinable
    @discardableResult
    public func observe<Value, Target: AnyObject>(
        _ keyPath: KeyPath<Self, Value>,
        with observer: Target,
        initial: Bool = false,
        distinct isSame: ((Value, Value) -> Bool)? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        handler: @escaping (Target, ValueChange<Value>) -> Void
    ) -> ObservationToken {
        let ticket = Ticket(bond: Bond(to: observer))
        observe(
            keyPath,
            initial: initial,
            distinct: isSame,
            onEnd: nil,
            from: ObservationOrigin(keyPath: keyPath, fileID: fileID, line: line),
            as: ticket
        ) { [weak observer] change in
            guard let observer else { return ticket.cancel() }
            handler(observer, change)
        }
        return ObservationToken(ticket, endsOnRelease: false)
    }

    /// Calls a handler before each change of a property, with the value that is about to be replaced.
    ///
    /// The handler runs before the value is stored, or before an access in place begins. If the key path
    /// leads through other objects or names a computed property, the handler runs before a change of any
    /// ``Observed`` property that the key path reads, with the value that it has until then.
    ///
    /// A change that the handler itself makes to these properties is not announced. Neither is one that is
    /// made when handlers have nearly used up the stack, since it can't wait.
    @inlinable
    public func willChange<Value>(
        _ keyPath: KeyPath<Self, Value>,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        handler: @escaping (Value) -> Void
    ) -> ObservationToken {
        let ticket = Ticket()
        observe(
            keyPath,
            initial: false,
            distinct: nil,
            onEnd: nil,
            from: ObservationOrigin(keyPath: keyPath, fileID: fileID, line: line),
            as: ticket,
            announce: handler
        ) { _ in }
        return ObservationToken(ticket)
    }

    @inlinable
    func observe<Value>(
        _ keyPath: KeyPath<Self, Value>,
        initial: Bool,
        distinct isSame: ((Value, Value) -> Bool)?,
        onEnd: (() -> Void)?,
        from origin: ObservationOrigin,
        as ticket: Ticket,
        recorder: AccessRecorder<Value>? = nil,
        announce: ((Value) -> Void)? = nil,
        handler: @escaping (ValueChange<Value>) -> Void
    ) {
        let reading = Reading(of: keyPath)
        let outer = unsafe reading.begin()
        let value = self[keyPath: keyPath]
        unsafe reading.end(outer)
        let first = initial ? { handler(ValueChange(initial: value)) } : nil
        let wanted = Observer.filter(handler, distinct: isSame)
        if reading.isNamed, let node = reading.onlyNode, node.belongs(to: self),
            type(of: self) == Self.self  // Else it may be overridden.
        {
            let handler = announce.map { announce in { announce($0.newValue) } } ?? wanted
            let observer = unsafe Observer(
                origin: origin,
                ticket: ticket,
                onEnd: onEnd,
                needs: recorder == nil ? .oldValue : .edits,
                deliver: Observer.delivery(to: handler)
            )
            if announce != nil {
                _ = node.list.attachPrior(observer)
                return
            }
            if let recorder { (node as? Node<Value>)?.recorder = recorder }
            return node.register(observer, initial: first)
        }
        Derivation.start(
            of: self,
            after: reading,
            from: value,
            origin: origin,
            ticket: ticket,
            initial: first,
            onEnd: onEnd,
            announce: announce,
            evaluate: { root in
                // It is this object: the derivation passes no other.
                unsafe unsafeDowncast(root.unsafelyUnwrapped, to: Self.self)[keyPath: keyPath]
            },
            handler: recorder?.forgetting(wanted) ?? wanted
        )
    }
}
