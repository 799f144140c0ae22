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
