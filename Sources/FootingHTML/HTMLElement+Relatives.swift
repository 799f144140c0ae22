extension HTMLElement {
    /// The parent, or `nil` for the outermost element.
    ///
    /// The parent of the content of a template is the template.
    public var parent: HTMLElement? {
        let parent = record.parent
        let isOutermost = parent <= 0 || tree.isFragment && parent == tree.root
        return isOutermost ? nil : HTMLElement(parent, in: document)
    }

    /// The child elements in their order.
    ///
    /// A template has none; its content is in ``childNodes``.
    /// - Complexity: O(*n*) in the number of child nodes.
    public var children: [HTMLElement] {
        guard !tree.isTemplate(node) else { return [] }
        return tree.children(of: node).filter { tree[$0].isElement }
            .map { HTMLElement($0, in: document) }
    }

    /// The child nodes in their order, the content of a template included.
    ///
    /// - Complexity: O(*n*) in the number of child nodes, and in the length of texts and comments.
    public var childNodes: [HTMLNode] {
        tree.children(of: node).map { HTMLNode($0, in: document) }
    }

    /// The next sibling element.
    ///
    /// - Complexity: O(*n*) in the number of texts and comments between.
    public var next: HTMLElement? {
        HTMLElement(unless: tree.nextElement(after: node), in: document)
    }

    /// The previous sibling element.
    ///
    /// - Complexity: O(*n*) in the number of texts and comments between.
    public var previous: HTMLElement? {
        HTMLElement(unless: tree.previousElement(before: node), in: document)
    }
}
