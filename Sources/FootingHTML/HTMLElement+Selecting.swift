extension HTMLElement {
    /// The descendants that match a selector, in tree order.
    ///
    /// The selector may mention ancestors of the element, as in browsers. A selector that begins
    /// with a combinator, such as `> p`, is relative to the element.
    /// - Complexity: O(*n*) in the number of descendants. For a selector such as `tr + tr td`, also
    ///   in the number of siblings before the element and before its ancestors; for one with
    ///   combinators and `:has()`, in the number of nodes of the document.
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
    /// - Complexity: O(*n*) in the number of descendants before the result, and otherwise as for
    ///   ``select(_:)``.
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
    /// To test many elements in linear time, put the result of ``select(_:)`` into a `Set`, or,
    /// while a document is written, use ``HTMLEdit/matches(_:)``.
    /// - Complexity: O(*n*) in the number of ancestors, siblings or descendants that the selector
    ///   mentions; of all nodes of the document if it has combinators and `:has()`.
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
