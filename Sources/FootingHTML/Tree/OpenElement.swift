/// An element on the stack of open elements.
struct OpenElement: Sendable {
    var node: NodeID
    var nameID: NameID
    let namespace: Namespace
    /// Whether it is an `annotation-xml` of MathML with HTML in it.
    private let isAnnotation: Bool

    init(_ id: NodeID, _ node: Node, isIntegrationPoint: Bool = false) {
        self.node = id
        nameID = node.nameID
        namespace = node.namespace
        isAnnotation = isIntegrationPoint
    }

    var name: Name { Name(id: nameID) }

    @inline(__always)
    func isHTML(_ name: Name) -> Bool { nameID == name.id && namespace == .html }

    /// Whether text and other tags in it are read as HTML.
    var isHTMLIntegrationPoint: Bool {
        switch namespace {
        case .html: false
        case .svg: isForeignScope
        case .math: isAnnotation
        }
    }

    var isMathTextIntegrationPoint: Bool {
        namespace == .math && name != .annotationXML && isForeignScope
    }

    /// Whether it is one of the elements of SVG and MathML that are special and a border of scopes.
    private var isForeignScope: Bool {
        switch (namespace, name) {
        case (.svg, .foreignObject), (.svg, .desc), (.svg, .title): true
        case (.math, .mi), (.math, .mo), (.math, .mn), (.math, .ms), (.math, .mtext),
            (.math, .annotationXML):
            true
        default: false
        }
    }

    var isSpecial: Bool { namespace == .html ? name.isSpecial : isForeignScope }

    /// Whether content that does not belong into it goes beside the table.
    var isTablePart: Bool {
        guard namespace == .html else { return false }
        return switch name {
        case .table, .tbody, .tfoot, .thead, .tr: true
        default: false
        }
    }

    /// The kinds of scope, each with other borders.
    enum Scope: Sendable {
        case normal, listItem, button, table
    }

    @inline(__always)
    func isBorder(of scope: Scope) -> Bool {
        guard namespace == .html else { return scope != .table && isForeignScope }
        return switch scope {
        case .normal: name.isScope
        case .listItem: name.isScope || name == .ol || name == .ul
        case .button: name.isScope || name == .button
        case .table: name == .html || name == .table || name == .template
        }
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
