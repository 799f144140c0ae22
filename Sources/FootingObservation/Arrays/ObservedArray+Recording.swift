public import FootingLocks

// During an in-place access to a property whose elements are observed, the array has a recorder.
// The recorder behaves like a copy-on-write buffer: a copy of the array shares it, and the first of
// the two to be mutated gives it up. The recorder refers to a recording, which the property also
// holds. So if the access assigns another array instead of editing this one, the property still
// knows the elements before the assignment: between two edits, the recording has a copy of them. It
// gives up the copy during an edit, so that editing copies nothing.
extension ObservedArray {
    @usableFromInline typealias Edit = CollectionChange<Element>.Edit

    /// A reference to a recording; uniquely referenced unless a copy of the array shares it.
    @usableFromInline
    final class Recorder {
        @usableFromInline let recording: Recording

        @inlinable
        init(_ recording: Recording) { self.recording = recording }
    }

    /// The edits of one access.
    ///
    /// Its lock is hardly ever contended: that takes a copy of the array on another thread, whose
    /// original has been replaced.
    @usableFromInline
    final class Recording {
        @usableFromInline let gate = Lock(())
        @usableFromInline var edits: [Edit] = []
        /// The elements after the last edit; `nil` during an edit.
        @usableFromInline var elements: [Element]?
        @usableFromInline var isOpen = true

        @inlinable
        init(of elements: [Element]) { self.elements = elements }

        @inlinable
        init(closedWith edits: [Edit]) {
            self.edits = edits
            isOpen = false
        }

        /// Prepares for an edit, and returns whether the access is still open.
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

        /// Ends the access.
        ///
        /// - Parameters:
        ///   - result: The final elements.
        ///   - isWhole: Whether the recorded edits result in these elements.
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

        /// Adds edits that were made after the access.
        @inlinable
        func append(_ more: [Edit]) {
            gate.withLock { _ in edits += more }
        }

        /// The edits, or `nil` while the access is open.
        @inlinable
        var result: [Edit]? {
            var result: [Edit]?
            gate.withLock { _ in if !isOpen { result = edits } }
            return result
        }
    }

    /// An edit in progress: its recording, its range, the elements to replace, and the count before
    /// it.
    @usableFromInline
    typealias OpenEdit = (recording: Recording, range: Range<Int>, removed: [Element], count: Int)

    /// Runs an edit that replaces the elements in a range.
    @inlinable
    @inline(__always)
    mutating func edit<Result>(
        _ range: Range<Int>,
        _ body: (inout [Element]) throws -> Result
    ) rethrows -> Result {
        let edit = beginEdit(of: range)
        defer { if let edit { finishEdit(edit) } }
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
    func finishEdit(_ edit: OpenEdit) {
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

// Unchecked, because the compiler can't see that the lock guards every access.
extension ObservedArray.Recording: @unchecked Sendable where Element: Sendable {}
