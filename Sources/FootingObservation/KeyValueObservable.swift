public import Observation

/// A class whose ``Observed`` properties can be observed by key path.
///
/// The protocol has no requirements: conform to it and mark the properties.
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
    /// The key path names an ``Observed`` property of this object, a computed property, or a
    /// property of another object reached through observed properties (`\.partner?.owner`). The
    /// observation depends on all observed properties that the last evaluation read: when one of
    /// them changes, the key path is evaluated again, and the handler gets the previous value and
    /// the new one. If the key path reads nothing observed, the token is not
    /// ``ObservationToken/isLive``, and an ``ObservationIssue`` says why. An issue is also reported
    /// if it reads a property of an `@Observable` object without a ``KeyValueRegistrar`` beside
    /// observed ones.
    ///
    /// The handler runs on the thread that sets the property, after the value is stored and before
    /// the setter returns. Handlers of one property run in the order of registration. A handler may
    /// do anything: set the property again (that change is delivered after the current one, to all
    /// observers in the same order), observe, cancel, or release the last reference to this object.
    /// If the value depends on several properties, all changes that handlers make during a call are
    /// delivered together, in one further call.
    ///
    /// The observation does not retain this object. Call this method only where you may set every
    /// property that the key path reads: registering modifies their objects.
    ///
    /// - Parameters:
    ///   - keyPath: The property to observe.
    ///   - initial: Whether the handler is also called with the current value, before this method
    ///     returns.
    ///   - isSame: Compares the old and the new value. If it returns `true`, the change is not
    ///     reported.
    ///   - onFinish: Called once when this object is deallocated, unless the token ended the
    ///     observation first. If the key path reads no property of this object itself, `onFinish`
    ///     is called at the next change.
    ///   - fileID: The file that an ``ObservationIssue`` names.
    ///   - line: The line that an ``ObservationIssue`` names.
    ///   - handler: Called with each change. It is released when the observation ends.
    /// - Returns: The token that ends the observation when it is cancelled or released.
    /// - Complexity: O(1), and one evaluation of the key path. A chain or computed value that reads
    ///   properties of an `@Observable` class is evaluated twice.
    @inlinable
    public func observe<Value>(
        _ keyPath: KeyPath<Self, Value>,
        initial: Bool = false,
        distinct isSame: ((Value, Value) -> Bool)? = nil,
        onFinish: (() -> Void)? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        handler: @escaping (ValueChange<Value>) -> Void
    ) -> ObservationToken {
        let registration = Registration(of: keyPath, fileID: fileID, line: line, onFinish: onFinish)
        observe(keyPath, as: registration, initial: initial, distinct: isSame, handler: handler)
        return ObservationToken(registration)
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
    /// The observer object is held weakly and passed to the handler, so that you need no capture
    /// list and no token. After the observer object is deallocated, the handler is not called
    /// again. The handler is released at the next change, or earlier if enough such observations
    /// are added to double the number of handlers. Cancelling the token also ends the observation;
    /// releasing the token does not.
    ///
    /// Otherwise this behaves like ``observe(_:initial:distinct:onFinish:fileID:line:handler:)``.
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
        let bond = Bond(to: observer)
        let registration = Registration(of: keyPath, fileID: fileID, line: line, bond: bond)
        observe(keyPath, as: registration, initial: initial, distinct: isSame) {
            [weak observer] change in
            guard let observer else { return registration.cancel() }
            handler(observer, change)
        }
        return ObservationToken(registration, endsOnRelease: false)
    }

    /// Calls a handler before each change of a property, with the value that the change will
    /// replace.
    ///
    /// The handler runs before the value is stored, or before an in-place access begins. If the key
    /// path leads through other objects or names a computed property, the handler runs before a
    /// change of any ``Observed`` property that the key path reads, with the key path's value at
    /// that time.
    ///
    /// The handler is not called for changes that it makes itself to these properties, nor for
    /// changes made when handlers have nearly used up the stack: such a call can't be postponed. If
    /// the handler sets the property, the announced assignment overwrites that value, while an
    /// announced in-place access starts from it.
    @inlinable
    public func observe<Value>(
        beforeChangeOf keyPath: KeyPath<Self, Value>,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        handler: @escaping (Value) -> Void
    ) -> ObservationToken {
        let registration = Registration(of: keyPath, fileID: fileID, line: line)
        observe(keyPath, as: registration, announce: handler) { _ in }
        return ObservationToken(registration)
    }

    /// Begins an observation.
    @inlinable
    func observe<Value>(
        _ keyPath: KeyPath<Self, Value>,
        as registration: Registration,
        initial: Bool = false,
        distinct isSame: ((Value, Value) -> Bool)? = nil,
        recorder: AccessRecorder<Value>? = nil,
        announce: ((Value) -> Void)? = nil,
        handler: @escaping (ValueChange<Value>) -> Void
    ) {
        let reading = Reading(of: keyPath)
        let value = reading.runFirst(from: Self.self is any Observable.Type) {
            self[keyPath: keyPath]
        }
        let first = initial ? { handler(ValueChange(.initial, from: value, to: value)) } : nil
        let wanted = Observer.filter(handler, distinct: isSame)
        if reading.isNamed, let node = reading.onlyNode, node.belongs(to: self),
            type(of: self) == Self.self  // A subclass may override the property.
        {
            let handler = announce.map { announce in { announce($0.newValue) } } ?? wanted
            let needs: Observer.Needs = recorder == nil ? .oldValue : .edits
            let observer = unsafe Observer(
                registration,
                needs: needs,
                deliver: ValueChange.delivery(to: handler)
            )
            if announce != nil {
                node.list.makePrior()?.attach(observer)
            } else {
                if let recorder { (node as? Node<Value>)?.recorder = recorder }
                node.register(observer, initial: first)
            }
            return
        }
        var evaluate = { (root: AnyObject?) in
            // Safe: the derivation passes no other object.
            unsafe unsafeDowncast(root.unsafelyUnwrapped, to: Self.self)[keyPath: keyPath]
        }
        if let recorder {
            // Edits belong to changes of the property itself.
            evaluate = { [evaluate] in recorder.forget(evaluate($0)) }
        }
        Derivation.start(
            of: self,
            after: reading,
            from: value,
            registration: registration,
            initial: first,
            announce: announce,
            evaluate: evaluate,
            handler: wanted
        )
    }
}
