/// The functions with which a node records in-place accesses to a property of one type.
@usableFromInline
struct AccessRecorder<Value> {
    /// Starts recording edits in the value.
    @usableFromInline let begin: (inout Value) -> Void
    /// Stops recording, and returns the recorded edits: in the value, or in an empty one if no
    /// observer needs the value.
    ///
    /// With an empty value, a waiting change does not share the elements, so the next access copies
    /// nothing.
    @usableFromInline let finish: (inout Value, _ isNeeded: Bool) -> Value
    /// Returns the value without recorded edits.
    @usableFromInline let forget: (Value) -> Value
    /// Returns the second change with the edits of both; the first must not be used afterwards.
    @usableFromInline let joined: (ValueChange<Value>, ValueChange<Value>) -> ValueChange<Value>

    @inlinable
    init<Element>() where Value == ObservedArray<Element> {
        var current: ObservedArray<Element>.Recording?
        begin = { value in
            let recording = ObservedArray.Recording(of: value.elements)
            current = recording
            value.recorder = ObservedArray.Recorder(recording)
        }
        finish = { value, isNeeded in
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
}

@available(*, unavailable)
extension AccessRecorder: Sendable {}
