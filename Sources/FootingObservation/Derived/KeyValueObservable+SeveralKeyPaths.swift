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
    /// ``observe(_:initial:distinct:onFinish:fileID:line:handler:)``, and the change names the one
    /// that has changed. To get all values at each change, observe an expression that reads them
    /// with ``observeChanges(initial:distinct:onFinish:fileID:line:of:handler:)``.
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
        ObservationToken(
            observe(keyPaths, initial: initial, fileID, line) { change, _ in handler(change) }
        )
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
        let registrations = observe(keyPaths, with: bond, initial: initial, fileID, line) {
            [weak observer] change, registrations in
            guard let observer else { return registrations.forEach { $0.cancel() } }
            handler(observer, change)
        }
        return ObservationToken(registrations, endsOnRelease: false)
    }

    private func observe(
        _ keyPaths: [PartialKeyPath<Self>],
        with bond: Bond? = nil,
        initial: Bool,
        _ fileID: StaticString,
        _ line: UInt,
        handler: @escaping (PropertyChange<Self>, [Registration]) -> Void
    ) -> [Registration] {
        if keyPaths.isEmpty {
            let registration = Registration(of: nil, fileID: fileID, line: line)
            ObservationIssue(.nothingObserved, from: [registration], isEmptyList: true).report()
        }
        let registrations = keyPaths.enumerated().map { position, keyPath in
            Registration(of: keyPath, at: position, fileID: fileID, line: line, bond: bond)
        }
        for (keyPath, registration) in zip(keyPaths, registrations) where !registration.isFinished {
            func observe<Value>(_: Value.Type) {
                guard let keyPath = keyPath as? KeyPath<Self, Value> else { return }
                self.observe(keyPath, as: registration, initial: initial) {
                    handler(PropertyChange(of: keyPath, $0), registrations)
                }
            }
            let type: any Any.Type = type(of: keyPath).valueType
            observe(type)
        }
        return registrations
    }
}
