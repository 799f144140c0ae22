import Foundation

/// Facts about the order of names.
extension Fact {
    static let collections: [Fact] = [
        Fact("Collections", "String.Comparator without case: é and É", known: "trap") {
            name(of: String.Comparator(options: .caseInsensitive).compare("é", "É"))
        },
        Fact("Collections", "String.Comparator without accents: e and é", known: "trap") {
            name(of: String.Comparator(options: .diacriticInsensitive).compare("e", "é"))
        },
        Fact("Collections", "KeyPathComparator with the first one", known: "trap") {
            let comparator = String.Comparator(options: .caseInsensitive)
            let names = ["é", "É"].sorted(using: KeyPathComparator(\.self, comparator: comparator))
            return names.joined()
        },
        Fact("Collections", "the first one in ASCII", known: "equal") {
            name(of: String.Comparator(options: .caseInsensitive).compare("e", "E"))
        },
        Fact(
            "Collections",
            "localizedStandardCompare: É and e with U+200D, both ways",
            known: "descending, descending"
        ) {
            let (composed, joined) = ("É", "e\u{200D}\u{301}")
            return [
                name(of: composed.localizedStandardCompare(joined)),
                name(of: joined.localizedStandardCompare(composed)),
            ].joined(separator: ", ")
        },
        Fact("Collections", "SortComparator.localizedStandard", known: "does not compile") {
            try Compiler.verdict(
                on: """
                    import Foundation
                    print(["é", "É"].sorted(using: .localizedStandard))
                    """
            )
        },
    ]

    private static func name(of result: ComparisonResult) -> String {
        switch result {
        case .orderedAscending: "ascending"
        case .orderedSame: "equal"
        case .orderedDescending: "descending"
        }
    }
}
