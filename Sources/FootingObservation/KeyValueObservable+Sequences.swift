extension KeyValueObservable {
    /// Returns the changes of a property as an asynchronous sequence.
    ///
    /// ```swift
    /// if let changes {
    ///     for await change in changes { print("sequence:", change.newValue) }
    /// }
    /// ```
    ///
    /// The observation begins with this call, so no change is lost before the first iteration, and
    /// ends when the sequence is released or its task is cancelled. When this object is
    /// deallocated, the sequence delivers the waiting changes and finishes. The number of waiting
    /// changes is unlimited unless you set `newest`.
    ///
    /// - Parameters:
    ///   - keyPath: The property to observe, as in
    ///     ``observe(_:initial:distinct:onFinish:fileID:line:handler:)``.
    ///   - newest: The maximum number of waiting changes. Older ones are dropped, so that the old
    ///     value of a change may differ from the new value of the change before it.
    ///   - initial: Whether the sequence begins with the current value.
    ///   - fileID: The file that an ``ObservationIssue`` names.
    ///   - line: The line that an ``ObservationIssue`` names.
    /// - Returns: The changes. The sequence can be iterated once.
    public func changes<Value: Sendable>(
        of keyPath: KeyPath<Self, Value>,
        newest: Int? = nil,
        initial: Bool = false,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> AsyncStream<ValueChange<Value>> {
        changeSequence(newest: newest) { changes in
            observe(
                keyPath,
                initial: initial,
                onFinish: { changes.finish() },
                fileID: fileID,
                line: line
            ) { changes.yield($0) }
        }
    }
}
