/// How an observer takes the change that its node points it to.
extension Observer {
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

    /// Hands on the node's own change: the property's type is `Value`.
    @inlinable
    static func delivery<Value>(
        to handler: @escaping (ValueChange<Value>) -> Void
    ) -> (UnsafeRawPointer) -> Void {
        { change in
            unsafe handler(change.assumingMemoryBound(to: ValueChange<Value>.self).pointee)
        }
    }

    /// Hands on what the key path yields before and after the node's change: evaluated now, but seeing
    /// the values of then.
    ///
    /// The object is not retained. It is alive whenever this is called: only its node does that, from
    /// within an access to a property of the object that the node was made for, and while there is a
    /// node no other object can be mistaken for that one.
    @inlinable
    static func delivery<Root: AnyObject, Value>(
        of keyPath: KeyPath<Root, Value>,
        from root: Root,
        _ node: AnyNode,
        for origin: ObservationOrigin,
        to handler: @escaping (ValueChange<Value>) -> Void
    ) -> (UnsafeRawPointer) -> Void {
        let root = unsafe Unmanaged.passUnretained(root)
        let offsets = node.valueOffsets
        let reading = Substitution(for: node)
        return { change in
            let outer = unsafe reading.begin()
            unsafe reading.see(change + offsets.old)
            let oldValue = unsafe root._withUnsafeGuaranteedRef { $0[keyPath: keyPath] }
            unsafe reading.see(change + offsets.new)
            let newValue = unsafe root._withUnsafeGuaranteedRef { $0[keyPath: keyPath] }
            unsafe reading.end(outer)
            reading.reportStraying(origin)
            handler(ValueChange(from: oldValue, to: newValue))
        }
    }
}
