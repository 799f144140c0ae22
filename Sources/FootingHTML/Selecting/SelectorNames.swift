/// The names in a selector, as identifiers of a document's names.
struct SelectorNames: Sendable {
    /// A name in lower case, and as SVG and as MathML write it.
    struct IDs: Sendable {
        private let lower: NameID
        private let svg: NameID
        private let math: NameID

        fileprivate init(_ id: NameID?, ofAttribute isAttribute: Bool) {
            // No name has the largest identifier.
            lower = id ?? .max
            if isAttribute {
                svg = NameTable.adjustedAttribute(lower, in: .svg)
                math = NameTable.adjustedAttribute(lower, in: .math)
            } else {
                svg = NameTable.adjustedElement(lower)
                math = svg
            }
        }

        /// The identifiers of an attribute's name in any case; `nil` if no element has it.
        init?(ofAttribute name: String, in table: NameTable) {
            let hasCapitals = name.utf8.contains { $0 != lowercase($0) }
            guard let id = table.id(of: hasCapitals ? name.lowercasedASCII : name) else {
                return nil
            }
            self.init(id, ofAttribute: true)
        }

        @inline(__always)
        func contains(_ id: NameID) -> Bool { id == lower || id == svg || id == math }
    }

    private var names: [(lower: String, isAttribute: Bool)] = []
    private var ids: [IDs] = []
    private var areAllKnown = true

    /// Appends a name in lower case, and returns its position.
    mutating func append(_ name: [UInt8], ofAttribute isAttribute: Bool) -> Int {
        let name = String(decoding: name, as: UTF8.self)
        let id = NameTable.known.id(of: name)
        if id == nil { areAllKnown = false }
        names.append((name, isAttribute))
        ids.append(IDs(id, ofAttribute: isAttribute))
        return ids.count - 1
    }

    /// The identifiers of all names in a document.
    func ids(in table: NameTable) -> [IDs] {
        areAllKnown
            ? ids : names.map { IDs(table.id(of: $0.lower), ofAttribute: $0.isAttribute) }
    }
}
