extension KeyValueObservable {
    /// Calls a handler after each change of an array, with the edits that were made.
    ///
    /// ```swift
    /// playlist.observeElements(of: \.songs, initial: true) { change in
    ///     change.apply(to: &rows)
    /// }.store(in: bag)
    /// ```
    ///
    /// An in-place access, such as `append`, is one change, which has the edits that the access
    /// makes. The handler is called like that of
    /// ``observe(_:initial:distinct:onFinish:fileID:line:handler:)``.
    ///
    /// The edits are exact if the key path names the ``Observed`` property itself, in its own
    /// class. An array computed from a property, one with a private setter seen from outside, and
    /// one of a superclass are reported as replaced.
    ///
    /// - Complexity: O(*n*) for each change, where *n* is the number of elements in its edits.
    @inlinable
    public func observeElements<Element>(
        of keyPath: KeyPath<Self, ObservedArray<Element>>,
        initial: Bool = false,
        onFinish: (() -> Void)? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        handler: @escaping (CollectionChange<Element>) -> Void
    ) -> ObservationToken {
        let registration = Registration(of: keyPath, fileID: fileID, line: line, onFinish: onFinish)
        observe(keyPath, as: registration, initial: initial, recorder: AccessRecorder()) {
            handler(CollectionChange($0))
        }
        return ObservationToken(registration)
    }
}
