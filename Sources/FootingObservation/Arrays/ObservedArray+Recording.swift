public import FootingLocks

// While a property is accessed in place whose elements are observed, the array in it has a recorder. The
// recorder belongs to the value: a copy of the array shares it, and the first of them that is mutated then
// gives it up, like a buffer. Behind the recorder is the recording, which the property holds too. So if the
// access assigns another array instead of editing this one, the property still knows how the elements were
// before: between two edits, the recording has a copy of them, which it gives up during an edit, so that
// editing copies nothing.
extension ObservedArray {
    @usableFromInline typealias Edit = CollectionChange<Element>.Edit

    /// A reference to a recording, unique if no copy of the array has it too.
    @usableFromInline
    final class Recorder {
        @usableFromInline let recording: Recording

        @inlinable
        init(_ recording: Recording) { self.recording = recording }
    }

    /// The edits of one access.
    ///
    /// Its lock is never contended in practice: it takes a copy of the array, on another thread, whose
    /// original has been replaced, for two threads to meet here.
    @usableFromInline
    final class Recording {
        @usableFromInline let gate = Lock(())
        @usableFromInline var edits: [Edit] = []
        /// How the elements were after the last edit; `nil` during one.
        @usableFromInline var elements: [Element]?
        @usableFromInline var isOpen = true

        @inlinable
        init(of elements: [Element]) { self.elements = elements }

        @inlinable
        init(closedWith edits: [Edit]) {
            self.edits = edits
            isOpen = false
        }

        /// Makes ready for an edit, unless the access is over.
        @inlinable
        func begin() -> Bool {
            gate.withLock { _ in
                if isOpen { elements = nil }
                return isOpen
            }
        }

        @inlinable
        func add(_ edit: Edit, resultingIn elements: [Element]) {
            gate.withLock { _ in
                guard isOpen else { return }
                edits.append(edit)
                self.elements = elements
            }
        }

        /// Ends the access, which has left the property with `result`.
        ///
        /// - Parameters:
        ///   - result: The elements now.
        ///   - isWhole: Whether they are what the recorded edits resulted in.
        @inlinable
        func close(with result: [Element], isWhole: Bool) {
            gate.withLock { _ in
                if !isWhole {
                    edits.append(Edit(replacing: elements ?? [], with: result))
                }
                elements = nil
                isOpen = false
            }
        }

        /// Adds what was done after the access.
        @inlinable
        func append(_ more: [Edit]) {
            gate.withLock { _ in edits += more }
        }

        /// The edits, if the access is over.
        @inlinable
        var result: [Edit]? {
            var result: [Edit]?
            gate.withLock { _ in if !isOpen { result = edits } }
            return result
        }
    }

    /// An edit under way: its recording, and the elements and their number before it.
    @usableFromInline
    typealias OpenEdit = (recording: Recording, range: Range<Int>, removed: [Element], count: Int)

    /// Makes an edit that replaces the elements in a range.
    @inlinable
    @inline(__always)
    mutating func edit<Result>(
        _ range: Range<Int>,
        _ body: (inout [Element]) throws -> Result
    ) rethrows -> Result {
        let edit = beginEdit(of: range)
        defer { if let edit { endEdit(edit) } }
        return try body(&storage)
    }

    /// Begins an edit that replaces the elements in a range, if edits are recorded.
    @inlinable
    @inline(__always)
    mutating func beginEdit(of range: Range<Int>) -> OpenEdit? {
        recorder == nil ? nil : beginRecording(of: range)
    }

    @inlinable
    @inline(never)
    mutating func beginRecording(of range: Range<Int>) -> OpenEdit? {
        guard isKnownUniquelyReferenced(&recorder), let recording = recorder?.recording,
            recording.begin()
        else {
            recorder = nil
            return nil
        }
        return (recording, range, Array(elements[range]), count)
    }

    @inlinable
    @inline(never)
    func endEdit(_ edit: OpenEdit) {
        let end = edit.range.upperBound + count - edit.count
        edit.recording.add(
            Edit(
                range: edit.range,
                removed: edit.removed,
                inserted: Array(elements[edit.range.lowerBound..<end])
            ),
            resultingIn: elements
        )
    }
}

extension ObservedArray.Recorder: Sendable where Element: Sendable {}

// Unchecked, because the compiler does not see that the lock guards every access.
extension ObservedArray.Recording: @unchecked Sendable where Element: Sendable {}

/// How a node records what is done to its property in place; for properties of one type.
@usableFromInline
struct AccessRecorder<Value> {
    /// Lets the value record what is done to it.
    @usableFromInline let begin: (inout Value) -> Void
    /// Ends that, and returns what was recorded: in the value, or in an empty one if no observer needs it.
    ///
    /// So a change that waits does not share the elements, and the next access copies nothing.
    @usableFromInline let end: (inout Value, _ isNeeded: Bool) -> Value
    /// Returns the value without what it has recorded.
    @usableFromInline let forget: (Value) -> Value
    /// Returns the second change with what both have recorded; the first is not used any more.
    @usableFromInline let joined: (ValueChange<Value>, ValueChange<Value>) -> ValueChange<Value>

    @inlinable
    init<Element>() where Value == ObservedArray<Element> {
        var current: ObservedArray<Element>.Recording?
        begin = { value in
            let recording = ObservedArray.Recording(of: value.elements)
            current = recording
            value.recorder = ObservedArray.Recorder(recording)
        }
        end = { value, isNeeded in
            guard let recording = current else { return value }
            current = nil
            recording.close(
                with: value.elements,
                isWhole: value.recorder?.recording === recording
            )
            value.recorder = nil
            var result = isNeeded ? value : []
            result.recorder = ObservedArray.Recorder(recording)
            return result
        }
        forget = { value in
            var value = value
            value.recorder = nil
            return value
        }
        joined = { former, next in
            let recorder =
                former.newValue.recorder
                ?? ObservedArray.Recorder(
                    ObservedArray.Recording(closedWith: CollectionChange(former).edits)
                )
            recorder.recording.append(CollectionChange(next).edits)
            var value = next.newValue
            value.recorder = recorder
            return ValueChange(next.kind, from: next.oldValue ?? value, to: value)
        }
    }

    /// A handler that gets changes without what they have recorded.
    @inlinable
    func forgetting(
        _ handler: @escaping (ValueChange<Value>) -> Void
    ) -> (ValueChange<Value>) -> Void {
        { change in
            guard let oldValue = change.oldValue else { return handler(change) }
            handler(ValueChange(from: oldValue, to: forget(change.newValue)))
        }
    }
}

@available(*, unavailable)
extension AccessRecorder: Sendable {}
