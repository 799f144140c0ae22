import FootingBytes

extension HTMLElement {
    /// The text that a reader sees without style sheets, with line breaks between blocks and tabs
    /// between the cells of a row.
    ///
    /// White space is collapsed, except in `pre`. Scripts, `select` and `textarea`, SVG, media and
    /// elements with the attribute `hidden` are left out, unless the element itself is one of
    /// them.
    /// - Complexity: O(*n*) in the element's content.
    public var text: String { VisibleText.text(of: node, in: tree) }

    /// All texts inside the element, unchanged, without the content of templates.
    ///
    /// - Complexity: O(*n*) in the element's content.
    public var textContent: String {
        var output: [UInt8] = []
        for node in tree.nodes(in: node) where tree[node].kind == .text {
            tree.withBytes(of: tree[node].run) { output.append($0) }
        }
        return String(decoding: output, as: UTF8.self)
    }
}
