import FootingBytes

extension HTMLElement {
    /// The text that a reader sees without style sheets, with line breaks between blocks and tabs
    /// between the cells of a row.
    ///
    /// White space is collapsed, but not in `pre`. Scripts, form controls, SVG, media and elements
    /// with `hidden` are left out, except for the element itself.
    /// - Complexity: O(*n*) in the element's content.
    public var text: String { VisibleText.text(of: node, in: tree) }

    /// All texts inside the element, unchanged.
    ///
    /// - Complexity: O(*n*) in the element's content.
    public var textContent: String {
        var output: [UInt8] = []
        var node = tree.nextSearched(after: node, in: node)
        while node != noNode {
            let record = tree[node]
            if record.kind == .text {
                tree.withBytes(of: record.run) { bytes in
                    unsafe bytes.withBytes { unsafe output.append(contentsOf: $0) }
                }
            }
            node = tree.nextSearched(after: node, in: self.node)
        }
        return String(decoding: output, as: UTF8.self)
    }
}
