/// One change of an observed array, as the edits that turn the old elements into the new ones.
public struct CollectionChange<Element> {
    /// The kind of change.
    public let kind: ChangeKind

    /// The edits in order; each applies to the result of the one before.
    ///
    /// An initial change has one edit that inserts all elements, even if there are none. An
    /// assignment of the whole array has one edit that replaces all elements. An in-place change
    /// has the edits that were made, which may be none. A coalesced change has the edits of all its
    /// changes.
    public let edits: [Edit]

    /// The replacement of some elements with others.
    public struct Edit {
        /// The positions of the replaced elements; empty for an insertion.
        public let range: Range<Int>
        /// The elements that were removed.
        public let removed: [Element]
        /// The elements that were inserted at the start of the range; empty for a removal.
        public let inserted: [Element]

        @inlinable
        init(range: Range<Int>, removed: [Element], inserted: [Element]) {
            self.range = range
            self.removed = removed
            self.inserted = inserted
        }

        @inlinable
        init(replacing removed: [Element], with inserted: [Element]) {
            self.init(range: 0..<removed.count, removed: removed, inserted: inserted)
        }

        /// The edit that reverses this one.
        @inlinable public var inverse: Edit {
            let end = range.lowerBound + inserted.count
            return Edit(range: range.lowerBound..<end, removed: inserted, inserted: removed)
        }

        /// Applies the edit to a collection that has the elements from before the edit.
        @inlinable
        public func apply<Target: RangeReplaceableCollection>(
            to target: inout Target
        ) where Target.Element == Element, Target.Index == Int {
            target.replaceSubrange(range, with: inserted)
        }
    }

    /// Applies the edits to a collection that has the elements from before the change.
    @inlinable
    public func apply<Target: RangeReplaceableCollection>(
        to target: inout Target
    ) where Target.Element == Element, Target.Index == Int {
        for edit in edits { edit.apply(to: &target) }
    }

    @inlinable
    init(_ change: ValueChange<ObservedArray<Element>>) {
        kind = change.kind
        let new = change.newValue
        edits =
            if let recorded = new.recorder?.recording.result, kind != .initial {
                recorded
            } else {
                [Edit(replacing: change.oldValue?.elements ?? [], with: new.elements)]
            }
    }
}

extension CollectionChange: Sendable where Element: Sendable {}
extension CollectionChange.Edit: Sendable where Element: Sendable {}
extension CollectionChange: Equatable where Element: Equatable {}
extension CollectionChange.Edit: Equatable where Element: Equatable {}

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
    /// ``observe(_:initial:distinct:onEnd:fileID:line:handler:)``.
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
        onEnd: (() -> Void)? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        handler: @escaping (CollectionChange<Element>) -> Void
    ) -> ObservationToken {
        let ticket = Ticket()
        observe(
            keyPath,
            initial: initial,
            distinct: nil,
            onEnd: onEnd,
            from: ObservationOrigin(keyPath: keyPath, fileID: fileID, line: line),
            as: ticket,
            recorder: AccessRecorder()
        ) { handler(CollectionChange($0)) }
        return ObservationToken(ticket)
    }
}
