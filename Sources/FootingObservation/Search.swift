/// A reading that looks for the properties behind a key path.
@safe
@usableFromInline
final class Search: Reading {
    private let keyPath: AnyKeyPath

    /// The nodes of the properties read so far, each once, in the order of the first read.
    private var nodes: [AnyNode] = []

    /// Whether the key path is known to name one of these properties itself, rather than something
    /// computed from it.
    ///
    /// It stays false where the key path can't show it: seen from outside of a `private(set)`, or
    /// from a subclass.
    @usableFromInline private(set) var isNamed = false

    @usableFromInline
    init(for keyPath: AnyKeyPath) {
        self.keyPath = keyPath
    }

    /// The node of the one property that was read, if it was just one, and one of `object`.
    @usableFromInline
    func onlyNode(of object: AnyObject, for origin: ObservationOrigin) -> AnyNode? {
        guard let node = nodes.first else {
            ObservationIssue(.nothingObserved, from: [origin]).report()
            return nil
        }
        guard nodes.count == 1, node.owner == ObjectIdentifier(object) else {
            ObservationIssue(.severalProperties, from: [origin]).report()
            return nil
        }
        return node
    }

    override func noteRead(_ node: AnyNode, as keyPath: () -> AnyKeyPath) -> UnsafeRawPointer? {
        if !nodes.contains(where: { $0 === node }) { nodes.append(node) }
        if !isNamed { isNamed = self.keyPath == keyPath() }
        return nil
    }
}
