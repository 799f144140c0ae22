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
    /// The key path names an ``Observed`` property of this object, or something that is computed from
    /// exactly one of them, such as `\.frame.width`. A key path that leads elsewhere observes nothing:
    /// its token is not ``ObservationToken/isLive``, and an ``ObservationIssue`` says why.
    ///
    /// The handler runs where the property is set, after the value is stored and before the setter
    /// returns. Handlers of one property run in the order in which they were registered. A handler may
    /// do anything: set the property again (that change is delivered after this one, to everybody in
    /// the same order), observe, cancel, or let go of the last reference to this object.
    ///
    /// Nothing here retains this object. Observe where you may set the property: registering is a
    /// change of the object, not only a read.
    ///
    /// - Parameters:
    ///   - keyPath: The property to observe.
    ///   - initial: Whether the handler is also called with the current value, before this returns.
    ///   - isSame: If given, a change between values that are the same is not reported.
    ///   - onEnd: Called once when this object is gone, unless the token ended the observation before.
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
        let origin = ObservationOrigin(keyPath: keyPath, fileID: fileID, line: line)
        let search = Search(for: keyPath, of: self)
        let outer = unsafe search.begin()
        let value = self[keyPath: keyPath]
        unsafe search.end(outer)
        let first = ValueChange(initial: value)
        guard let node = search.onlyNode(for: origin) else {
            if initial { handler(first) }
            return ObservationToken()
        }
        let wanted = Observer.filter(handler, distinct: isSame)
        let delivery =
            unsafe search.isNamed && type(of: self) == Self.self  // Else it may be overridden.
            ? Observer.delivery(to: wanted)
            : Observer.delivery(of: keyPath, from: self, node, for: origin, to: wanted)
        let observer = unsafe Observer(origin: origin, onEnd: onEnd, deliver: delivery)
        return node.register(observer, initial: initial ? { handler(first) } : nil)
    }
}
