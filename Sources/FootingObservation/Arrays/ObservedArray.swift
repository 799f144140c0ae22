/// An array whose observers learn exactly how it was edited.
///
/// ```swift
/// final class Playlist: KeyValueObservable {
///     @Observed var songs: ObservedArray<String> = []
/// }
/// ```
///
/// Use it like an `Array`. While
/// ``KeyValueObservable/observeElements(of:initial:onFinish:fileID:line:handler:)`` observes the
/// property, each in-place mutation records the positions and elements that it replaces. Recording
/// takes time in proportion to those elements, not to the size of the array.
///
/// Two arrays are equal if their elements are equal.
public struct ObservedArray<Element> {
    @usableFromInline var storage: [Element]

    /// Records the mutations during an access to a property whose elements are observed.
    ///
    /// In the new value of a change, holds the recorded edits.
    @usableFromInline var recorder: Recorder?

    /// Creates an empty array.
    @inlinable
    public init() {
        storage = []
    }

    /// Creates an array from a sequence.
    @inlinable
    public init(_ elements: some Sequence<Element>) {
        storage = Array(elements)
    }

    /// The elements as an array.
    ///
    /// - Complexity: O(1).
    @inlinable public var elements: [Element] { storage }
}

extension ObservedArray: Sendable where Element: Sendable {}

extension ObservedArray: Equatable where Element: Equatable {
    /// Whether two arrays have equal elements.
    @inlinable
    public static func == (left: Self, right: Self) -> Bool { left.elements == right.elements }
}

extension ObservedArray: Hashable where Element: Hashable {
    /// Hashes the elements.
    @inlinable
    public func hash(into hasher: inout Hasher) { elements.hash(into: &hasher) }
}

extension ObservedArray: ExpressibleByArrayLiteral {
    /// Creates an array from a literal.
    @inlinable
    public init(arrayLiteral elements: Element...) {
        storage = elements
    }
}

extension ObservedArray: CustomStringConvertible {
    /// The elements in the format of `Array`.
    public var description: String { elements.description }
}

// MARK: The collection

extension ObservedArray: RandomAccessCollection, MutableCollection {
    /// The position of the first element: 0.
    @inlinable public var startIndex: Int { 0 }
    /// The number of elements.
    @inlinable public var endIndex: Int { elements.count }

    /// The element at a position; setting it is one edit.
    @inlinable
    public subscript(position: Int) -> Element {
        get { elements[position] }
        _modify {
            let edit = beginEdit(of: position..<position + 1)
            defer { if let edit { finishEdit(edit) } }
            yield &storage[position]
        }
    }

    /// The elements in a range; setting them is one edit.
    @inlinable
    public subscript(bounds: Range<Int>) -> ArraySlice<Element> {
        get { elements[bounds] }
        set { replaceSubrange(bounds, with: newValue) }
    }

    /// Calls a closure with a pointer to the elements.
    @inlinable
    public func withContiguousStorageIfAvailable<Result>(
        _ body: (UnsafeBufferPointer<Element>) throws -> Result
    ) rethrows -> Result? {
        try unsafe elements.withContiguousStorageIfAvailable(body)
    }

    /// Calls a closure with a mutable pointer to the elements, in one edit of all of them.
    @inlinable
    public mutating func withContiguousMutableStorageIfAvailable<Result>(
        _ body: (inout UnsafeMutableBufferPointer<Element>) throws -> Result
    ) rethrows -> Result? {
        try edit(0..<count) { try unsafe $0.withContiguousMutableStorageIfAvailable(body) }
    }
}

extension ObservedArray: RangeReplaceableCollection {
    /// Replaces the elements in a range, in one edit.
    @inlinable
    public mutating func replaceSubrange(
        _ subrange: Range<Int>,
        with newElements: some Collection<Element>
    ) {
        edit(subrange) { $0.replaceSubrange(subrange, with: newElements) }
    }

    /// Reserves space for a number of elements, without an edit.
    @inlinable
    public mutating func reserveCapacity(_ capacity: Int) {
        storage.reserveCapacity(capacity)
    }

    /// Adds an element at the end.
    @inlinable
    public mutating func append(_ element: Element) {
        edit(count..<count) { $0.append(element) }
    }

    /// Adds elements at the end, in one edit.
    @inlinable
    public mutating func append(contentsOf newElements: some Sequence<Element>) {
        edit(count..<count) { $0.append(contentsOf: newElements) }
    }

    /// Removes all elements, in one edit.
    @inlinable
    public mutating func removeAll(keepingCapacity keepsCapacity: Bool = false) {
        edit(0..<count) { $0.removeAll(keepingCapacity: keepsCapacity) }
    }

    /// Removes the elements for which `shouldBeRemoved` returns `true`.
    ///
    /// This is one edit, from the first removed element to the last. The closure is called once for
    /// each element, in order. If it throws, no element is removed.
    @inlinable
    public mutating func removeAll(
        where shouldBeRemoved: (Element) throws -> Bool
    ) rethrows {
        let isRemoved = try elements.map(shouldBeRemoved)
        guard let first = isRemoved.firstIndex(of: true),
            let last = isRemoved.lastIndex(of: true)
        else { return }
        let kept = (first...last).filter { !isRemoved[$0] }.map { elements[$0] }
        replaceSubrange(first..<last + 1, with: kept)
    }
}
