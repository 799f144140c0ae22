import FootingBytes

/// The position of a node in its tree's array, or `noNode`.
typealias NodeID = Int32

/// The absence of a node.
let noNode: NodeID = -1

enum Namespace: UInt8, Sendable {
    case html, svg, math
}

/// Bytes of a tree: a range of its source, or of its side buffer if `start` is negative.
struct Run: Sendable {
    var start: Int32
    var count: Int32

    static var empty: Run { Run(start: 0, count: 0) }

    var isAside: Bool { start < 0 }

    /// The first byte's position in its buffer.
    var offset: Int { Int(start < 0 ? ~start : start) }

    init(start: Int32, count: Int32) {
        self.start = start
        self.count = count
    }

    /// The positions in its buffer.
    var range: Range<Int> { offset..<offset &+ Int(count) }

    /// A range of the source.
    init(_ range: Range<Int>) {
        self.init(
            start: Int32(truncatingIfNeeded: range.lowerBound),
            count: Int32(truncatingIfNeeded: range.count)
        )
    }

    /// A range of the side buffer.
    init(aside range: Range<Int>) {
        self.init(range)
        start = ~start
    }
}

/// An attribute: the identifier of its name, and its value.
struct Attribute: Sendable {
    var nameID: NameID
    var value: Run

    var name: Name { Name(id: nameID) }
}

/// A node of a tree, in 32 bytes.
struct Node: Sendable {
    enum Kind: UInt8, Sendable {
        case document, element, text, comment, instruction, doctype
    }

    var parent: NodeID = noNode
    var previous: NodeID = noNode
    var next: NodeID = noNode
    var firstChild: NodeID = noNode
    var lastChild: NodeID = noNode
    /// From the lowest bit: 3 bits of kind, 2 bits of namespace, and the identifier of the name.
    private var bits: UInt32
    /// The string of a text or comment; for others, the positions of their attributes.
    ///
    /// A doctype's are `name`, `public` and `system`, an instruction's are `target` and `data`.
    var run: Run

    init(_ kind: Kind, run: Run = .empty) {
        bits = UInt32(kind.rawValue)
        self.run = run
    }

    /// An element; `attributes` are positions in the tree's array.
    init(_ nameID: NameID, _ namespace: Namespace, attributes: Range<Int>) {
        bits = UInt32(Kind.element.rawValue) | UInt32(namespace.rawValue) << 3 | nameID << 5
        run = Run(attributes)
    }

    var kind: Kind {
        // Never nil: the bits come from a kind.
        Kind(rawValue: UInt8(truncatingIfNeeded: bits & 7)) ?? .document
    }

    var isElement: Bool { kind == .element }

    var namespace: Namespace {
        Namespace(rawValue: UInt8(truncatingIfNeeded: bits >> 3 & 3)) ?? .html
    }

    var nameID: NameID { bits >> 5 }

    var name: Name { Name(id: nameID) }

    /// The positions of the attributes in the tree's array.
    var attributes: Range<Int> { run.range }

    /// Whether this is the element of HTML with a name.
    @inline(__always)
    func isHTML(_ name: Name) -> Bool {
        bits == UInt32(Kind.element.rawValue) | name.id << 5
    }

    /// Of a text, while the tree is built: the bytes that it may use in the side buffer, a power of
    /// two, or zero.
    var reserve: Int {
        get { nameID == 0 ? 0 : 1 << Int(nameID) }
        set { bits = bits & 31 | UInt32(newValue.trailingZeroBitCount) << 5 }
    }
}
