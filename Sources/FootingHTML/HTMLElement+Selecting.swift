extension HTMLElement {
    /// The descendants that match a selector, in tree order.
    ///
    /// The selector may mention ancestors outside of the element, as in browsers. One that begins
    /// with a combinator, such as `> p`, is relative to the element.
    /// - Complexity: O(*n*) in the number of descendants.
    public func select(_ selector: HTMLSelector) -> [HTMLElement] {
        var elements: [HTMLElement] = []
        var matcher = SelectorMatcher(selector, .descendants, of: node, in: tree)
        matcher.search(in: node) { found in
            elements.append(HTMLElement(found, in: document))
            return true
        }
        return elements
    }

    /// The first descendant that matches a selector, in tree order.
    ///
    /// - Complexity: O(*n*) in the number of descendants before the result.
    public func first(_ selector: HTMLSelector) -> HTMLElement? {
        var element: HTMLElement?
        var matcher = SelectorMatcher(selector, .descendants, of: node, in: tree)
        matcher.search(in: node) { found in
            element = HTMLElement(found, in: document)
            return false
        }
        return element
    }

    /// Whether the element matches a selector, whose `:scope` is the element.
    ///
    /// For many elements, ``select(_:)`` into a `Set` answers in linear time altogether, and so
    /// does ``HTMLEdit/matches(_:)`` while a document is written.
    /// - Complexity: O(*n*) in the number of ancestors if the selector mentions them, and of
    ///   siblings or descendants if it mentions these.
    public func matches(_ selector: HTMLSelector) -> Bool {
        var matcher = SelectorMatcher(selector, .element, of: node, in: tree)
        return matcher.matches(node)
    }

    /// The element itself or its nearest ancestor that matches a selector.
    ///
    /// - Complexity: O(*n*) in the number of ancestors, and of nodes of the document if the
    ///   selector mentions siblings or descendants.
    public func closest(_ selector: HTMLSelector) -> HTMLElement? {
        var matcher = SelectorMatcher(selector, .any, of: node, in: tree)
        var node = node
        while node != noNode, !(tree.isFragment && node == tree.root) {
            if matcher.matches(node) { return HTMLElement(node, in: document) }
            node = tree.parentElement(of: node)
        }
        return nil
    }
}
