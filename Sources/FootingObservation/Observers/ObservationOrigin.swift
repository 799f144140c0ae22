/// The key path and the call site of an observation, for diagnostics.
@usableFromInline
struct ObservationOrigin {
    let keyPath: AnyKeyPath?
    /// The index of the key path in the list passed to `observe(anyOf:)`.
    let position: Int?
    let fileID: StaticString
    let line: UInt

    @usableFromInline
    init(keyPath: AnyKeyPath?, at position: Int? = nil, fileID: StaticString, line: UInt) {
        self.keyPath = keyPath
        self.position = position
        self.fileID = fileID
        self.line = line
    }

    var callSite: String { "\(fileID):\(line)" }
}

@available(*, unavailable)
extension ObservationOrigin: Sendable {}
