/// An element on the stack of open elements.
struct OpenElement: Sendable {
    let node: NodeID
    var nameID: NameID
    let namespace: Namespace
    /// Whether it is an `annotation-xml` of MathML with HTML in it.
    private let isAnnotation: Bool
    /// The categories of the element; of SVG and MathML, some are special and a scope.
    private let categories: Categories

    /// Creates an entry for an element; `categories` are those of each name.
    init(
        _ id: NodeID,
        _ node: Node,
        isIntegrationPoint: Bool = false,
        _ categories: [Categories] = Categories.table
    ) {
        self.node = id
        nameID = node.nameID
        namespace = node.namespace
        isAnnotation = isIntegrationPoint
        self.categories =
            switch (node.namespace, node.name) {
            case (.html, let name): categories[Int(name.id)]
            case (.svg, .foreignObject), (.svg, .desc), (.svg, .title), (.math, .mi), (.math, .mo),
                (.math, .mn), (.math, .ms), (.math, .mtext), (.math, .annotationXML):
                [.special, .scope]
            default: []
            }
    }

    var name: Name { Name(id: nameID) }

    @inline(__always)
    func isHTML(_ name: Name) -> Bool { nameID == name.id && namespace == .html }

    /// Whether the element is in one of some categories.
    @inline(__always)
    func isIn(_ categories: Categories) -> Bool { !self.categories.isDisjoint(with: categories) }

    /// Whether text and other tags in it are read as HTML.
    var isHTMLIntegrationPoint: Bool {
        switch namespace {
        case .html: false
        case .svg: isIn(.scope)
        case .math: isAnnotation
        }
    }

    var isMathTextIntegrationPoint: Bool {
        namespace == .math && name != .annotationXML && isIn(.scope)
    }
}

/// An element on the list of active formatting elements, or a marker.
struct FormattingElement: Sendable {
    var node: NodeID
    var nameID: NameID
    /// A hash of the attributes, in any order.
    let hash: UInt64
    /// The number of elements for which a clone counts: more for many bytes of attributes.
    let weight: Int
    /// Whether the element is on the stack.
    var isOpen = true

    static var marker: FormattingElement {
        FormattingElement(node: noNode, nameID: 0, hash: 0, weight: 0)
    }

    var isMarker: Bool { node == noNode }
}
