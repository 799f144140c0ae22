/// One change of an observed array, as the edits that make the new elements of the old ones.
public struct CollectionChange<Element> {
    /// The kind of change.
    public let kind: ChangeKind

    /// The edits in order: each applies to the result of the one before.
    ///
    /// An initial change has one that inserts all elements. An assignment of the whole array has one that
    /// replaces all elements. A change in place has those that were made, perhaps none. A coalesced change
    /// has those of all its changes.
    public let edits: [Edit]

    /// The replacement of some elements by others.
    public struct Edit {
        /// The positions of the elements that are replaced: empty for an insertion.
        public let range: Range<Int>
        /// The elements that are replaced.
        public let removed: [Element]
        /// The elements that take their place, from the start of the range on: empty for a removal.
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

        /// The edit that undoes this one.
        @inlinable public var inverse: Edit {
            let end = range.lowerBound + inserted.count
            return Edit(range: range.lowerBound..<end, removed: inserted, inserted: removed)
        }

        /// Makes the edit in a collection that has the elements of before.
        @inlinable
        public func apply<Target: RangeReplaceableCollection>(
            to target: inout Target
        ) where Target.Element == Element, Target.Index == Int {
            target.replaceSubrange(range, with: inserted)
        }
    }

    /// Makes the edits in a collection that has the elements of before.
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
    /// An access in place, such as `append`, is one change; the edits that it makes are its edits. The
    /// handler is called as that of ``observe(_:initial:distinct:onEnd:fileID:line:handler:)`` is.
    ///
    /// The edits are exact for a key path that names the ``Observed`` property itself, in its own class. An
    /// array that is computed from a property, one with a private setter seen from outside, and one of a
    /// superclass are reported as replaced.
    ///
    /// - Complexity: A change takes time in proportion to the elements that its edits name.
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
