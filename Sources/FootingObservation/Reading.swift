public import Synchronization

/// How many evaluations are under way, on all threads together.
///
/// A getter looks at this first: while it is 0, being observable costs it one load and one branch.
@usableFromInline let readingsUnderWay = Atomic<Int>(0)

/// An evaluation that wants to know which observed properties it reads.
///
/// It is how a key path leads to its node, and how an expression is evaluated as of an earlier change.
/// Each belongs to one thread and lasts for one call of ``run(_:)``.
@safe
@usableFromInline
final class Reading {
    private static let threadCurrent = ThreadLocalPointer()

    /// The nodes of the properties read so far, each once, in the order of the first read.
    private(set) var nodes: [AnyNode] = []

    /// Whether the key path in question is known to name one of these properties itself, rather than
    /// something computed from it.
    ///
    /// It stays false where the key path can't show it: seen from outside of a `private(set)`, or
    /// from a subclass.
    @usableFromInline private(set) var isNamed = false

    private let keyPath: AnyKeyPath?
    private let substitution: (node: AnyNode, value: UnsafeRawPointer)?

    /// An evaluation that looks for the property which `keyPath` names.
    @usableFromInline
    init(lookingFor keyPath: AnyKeyPath) {
        self.keyPath = keyPath
        unsafe substitution = nil
    }

    /// An evaluation in which the property of `node` has the value at the address, which must stay
    /// there until the evaluation is over.
    init<Value>(seeing value: UnsafePointer<Value>, of node: Node<Value>) {
        keyPath = nil
        unsafe substitution = (node, UnsafeRawPointer(value))
    }

    /// Whether some thread evaluates just now; ``current`` tells whether it is this one.
    @inlinable
    @inline(__always)
    static var isUnderWay: Bool { readingsUnderWay.load(ordering: .relaxed) != 0 }

    /// The evaluation under way on this thread.
    static var current: Reading? {
        guard let pointer = unsafe threadCurrent.value else { return nil }
        return unsafe Unmanaged<Reading>.fromOpaque(pointer).takeUnretainedValue()
    }

    /// Evaluates, noting what is read.
    @usableFromInline
    func run<Result>(_ evaluate: () -> Result) -> Result {
        readingsUnderWay.add(1, ordering: .relaxed)
        defer { readingsUnderWay.subtract(1, ordering: .relaxed) }
        return unsafe Reading.with(Unmanaged.passUnretained(self).toOpaque(), evaluate)
    }

    /// Runs code whose reads are nobody's business.
    static func suspend<Result>(_ body: () -> Result) -> Result {
        unsafe with(nil, body)
    }

    private static func with<Result>(
        _ pointer: UnsafeMutableRawPointer?,
        _ body: () -> Result
    ) -> Result {
        let outer = unsafe threadCurrent.value
        unsafe threadCurrent.value = pointer
        defer { unsafe threadCurrent.value = outer }
        return body()
    }

    /// Notes that the property of `node` is being read, whose own key path is `keyPath`.
    func note(_ node: AnyNode, as keyPath: () -> some AnyKeyPath) {
        if !nodes.contains(where: { $0 === node }) { nodes.append(node) }
        if let wanted = self.keyPath, !isNamed { isNamed = wanted == keyPath() }
    }

    /// The node of the one property that was read, if it was just one and one of `object`.
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

    /// The value that the property of `node` has in this evaluation, if not its own.
    func substitute<Value>(for node: Node<Value>) -> Value? {
        guard let (substituted, value) = unsafe substitution, substituted === node else {
            return nil
        }
        return unsafe value.assumingMemoryBound(to: Value.self).pointee
    }
}

@available(*, unavailable)
extension Reading: Sendable {}
