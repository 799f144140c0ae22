/// A reading in which one property has another value than its own: one that it had before.
@safe
@usableFromInline
final class Substitution: Reading {
    // Only compared: the node may be gone when nobody reads any more.
    private let node: ObjectIdentifier
    private var value: UnsafeRawPointer?

    /// Whether an evaluation has read other properties too.
    private var hasStrayed = false
    private var hasReported = false

    @usableFromInline
    init(for node: AnyNode) {
        self.node = ObjectIdentifier(node)
    }

    /// Lets the property have the value at the address, which must stay there until the next call or
    /// the end of the reading.
    @usableFromInline
    func see(_ value: UnsafeRawPointer) {
        unsafe self.value = value
    }

    /// Says once that the key path, which read this property alone when its observation began, has come
    /// to read others too, whose changes it can't follow.
    @usableFromInline
    func reportStraying(_ origin: ObservationOrigin) {
        guard hasStrayed, !hasReported else { return }
        hasReported = true
        ObservationIssue(.severalProperties, from: [origin]).report()
    }

    override func wantsNode(of owner: AnyObject) -> Bool {
        hasStrayed = true
        return false
    }

    override func noteRead(_ node: AnyNode, as keyPath: () -> AnyKeyPath) -> UnsafeRawPointer? {
        if ObjectIdentifier(node) == self.node { return unsafe value }
        hasStrayed = true
        return nil
    }
}
