/// A start or end tag.
public struct HTMLTag: Hashable, Sendable {
    let origin: TokenOrigin

    /// The name in lower case.
    public var name: String { origin.tree.names.string(origin.record.nameID) }

    /// Whether the tag ends with `/>`, which only has a meaning in SVG and MathML.
    public var isSelfClosing: Bool { origin.record.flag }

    /// The tag as it was written.
    public var source: String { origin.source }

    /// The range of the source in the decoded text, in bytes of UTF-8.
    public var range: Range<Int> { origin.range }

    /// The value of an attribute with its references replaced, or `nil` if the tag does not have
    /// it.
    ///
    /// The case of ASCII letters in the name is ignored. An end tag has no attributes.
    public subscript(name: String) -> String? {
        let tree = origin.tree
        return tree.attribute(named: name, in: origin.record.attributes)
            .map { tree.string(tree.attributes[$0].value) }
    }

    /// The attributes in order, with names in lower case; of equal names, only the first.
    public var attributes: [(name: String, value: String)] {
        origin.tree.pairs(origin.record.attributes)
    }
}
