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

    /// Passes on the node's own change: the property's type is `Value`.
    @inlinable
    static func delivery<Value>(
        to handler: @escaping (ValueChange<Value>) -> Void
    ) -> (UnsafeRawPointer) -> Void {
        { change in
            unsafe handler(change.assumingMemoryBound(to: ValueChange<Value>.self).pointee)
        }
    }
}
