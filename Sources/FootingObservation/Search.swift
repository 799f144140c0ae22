/// A reading that looks for the properties behind a key path.
@safe
@usableFromInline
final class Search: Reading {
    private let keyPath: AnyKeyPath
    // Only compared: the object is alive while it is searched.
    private let root: ObjectIdentifier

    /// The nodes of the object's properties read so far, each once, in the order of the first read.
    private var nodes: [AnyNode] = []

    /// Whether properties of other objects were read.
    ///
    /// They are left as they are, without nodes: who may read them here need not be allowed to change
    /// them.
    private var hasLeftRoot = false

    /// Whether the key path is known to name one of these properties itself, rather than something
    /// computed from it.
    ///
    /// It stays false where the key path can't show it: seen from outside of a `private(set)`, or
    /// from a subclass.
    @usableFromInline private(set) var isNamed = false

    @usableFromInline
    init(for keyPath: AnyKeyPath, of root: AnyObject) {
        self.keyPath = keyPath
        self.root = ObjectIdentifier(root)
    }

    /// The node of the one property that was read, if it was just one, and one of the root.
    @usableFromInline
    func onlyNode(for origin: ObservationOrigin) -> AnyNode? {
        if nodes.count == 1, !hasLeftRoot { return nodes.first }
        let isNothing = nodes.isEmpty && !hasLeftRoot
        ObservationIssue(isNothing ? .nothingObserved : .severalProperties, from: [origin]).report()
        return nil
    }

    override func wantsNode(of owner: AnyObject) -> Bool {
        if root == ObjectIdentifier(owner) { return true }
        hasLeftRoot = true
        return false
    }

    override func noteRead(_ node: AnyNode, as keyPath: () -> AnyKeyPath) -> UnsafeRawPointer? {
        guard node.owner == root else {
            hasLeftRoot = true
            return nil
        }
        if !nodes.contains(where: { $0 === node }) { nodes.append(node) }
        if !isNamed { isNamed = self.keyPath == keyPath() }
        return nil
    }
}
