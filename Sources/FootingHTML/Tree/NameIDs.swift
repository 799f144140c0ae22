/// The identifiers of a name in lower case, and as SVG and MathML write it.
struct NameIDs: Sendable {
    private let lower: NameID
    private let svgElement: NameID
    private let svgAttribute: NameID
    private let mathAttribute: NameID

    /// The identifiers of a name, whose ASCII letters can have any case.
    init(of name: String, in table: NameTable) {
        let hasCapitals = name.utf8.contains { $0 != lowercase($0) }
        // No name has the largest identifier.
        lower = table.id(of: hasCapitals ? name.lowercasedASCII : name) ?? .max
        svgElement = NameTable.adjustedElement(lower)
        svgAttribute = NameTable.adjustedAttribute(lower, in: .svg)
        mathAttribute = NameTable.adjustedAttribute(lower, in: .math)
    }

    /// Whether an element or attribute has the name.
    @inline(__always)
    func contains(_ id: NameID) -> Bool {
        id == lower || id == svgElement || id == svgAttribute || id == mathAttribute
    }
}
