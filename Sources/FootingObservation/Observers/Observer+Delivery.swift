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

    /// Returns a closure that passes the change at an address to a handler.
    ///
    /// The change must be a `ValueChange<Value>`.
    @inlinable
    static func delivery<Value>(
        to handler: @escaping (ValueChange<Value>) -> Void
    ) -> (UnsafeRawPointer) -> Void {
        { change in
            unsafe handler(change.assumingMemoryBound(to: ValueChange<Value>.self).pointee)
        }
    }
}
