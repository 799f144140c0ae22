/// A reading in which one property has another value than its own: one that it had before.
@safe
@usableFromInline
final class Substitution: Reading {
    // Only compared: the node may be gone when nobody reads any more.
    private let node: ObjectIdentifier
    private var value: UnsafeRawPointer?

    /// Whether an evaluation has read other properties too.
    @usableFromInline private(set) var hasStrayed = false

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

    override func noteRead(_ node: AnyNode, as keyPath: () -> AnyKeyPath) -> UnsafeRawPointer? {
        if ObjectIdentifier(node) == self.node { return unsafe value }
        hasStrayed = true
        return nil
    }
}
