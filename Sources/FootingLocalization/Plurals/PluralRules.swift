/// How a language chooses among the forms of a noun by a number, after CLDR.
///
/// ```swift
/// print(PluralRules("pl").category(for: 22))  // few
/// ```
///
/// The rules are CLDR 47's, of all its languages; any other language has the one category `other`.
/// A tag is looked up as it stands, then without its script and its region: `pt-PT` has rules of
/// its own, `pt-MZ` those of `pt`.
///
/// Rules are decoded when they are made; keep them rather than make them for each number.
public struct PluralRules: Sendable {
    /// What the number does.
    public enum Kind: Hashable, Sendable {
        /// It counts: one book, two books.
        case cardinal
        /// It gives a place in an order: 1st, 2nd.
        case ordinal
    }

    // The relations of all categories, flat and in order: relations of one condition follow each
    // other, conditions of one category follow each other. `ranges` belongs to them likewise.
    private let relations: [PluralRelation]
    private let ranges: [ClosedRange<UInt64>]

    /// The categories of the integers below 200, worked out once.
    private let firstCategories: [PluralCategory]
    /// Larger integers have the category of 100 plus their last two digits, except the multiples of
    /// this number; `nil` if there is no exception.
    ///
    /// French says whole millions with “de”: *un million de livres*. For 1, the rules decide each.
    private let exceptions: UInt64?

    /// Decodes the rules of one language.
    ///
    /// - Complexity: O(*n*) in the number of languages that have rules.
    public init(_ language: LanguageTag, _ kind: Kind = .cardinal) {
        let rows = Self.rows[kind == .cardinal ? 0 : 1]
        self.init(decoding: LanguageTag.row(named: language.truncations, in: rows) ?? "")
    }

    private static let rows = [PluralTable.cardinal, PluralTable.ordinal].map {
        $0.split(atByte: UInt8(ascii: "\n"))
    }

    /// Decodes rules in CLDR's syntax, each preceded by its category: `one: i = 1 and v = 0; two:
    /// …`.
    init(decoding rules: String) {
        var decoder = PluralRuleDecoder()
        decoder.decode(rules)
        let (relations, ranges) = (decoder.relations, decoder.ranges)
        self.relations = relations
        self.ranges = ranges
        firstCategories = (0..<200).map {
            Self.category(for: PluralOperands(magnitude: $0), relations, ranges)
        }
        var exceptions: UInt64?
        for relation in relations
        where relation.operand == UInt8(ascii: "n") || relation.operand == UInt8(ascii: "i") {
            let ranges = ranges[relation.ranges]
            switch relation.modulus {
            case 10, 100: break
            case nil where ranges.allSatisfy({ $0.upperBound < 100 }): break
            case 1_000_000 where ranges.allSatisfy({ $0 == 0...0 }):
                exceptions = exceptions ?? 1_000_000
            default: exceptions = 1
            }
        }
        // The other operands are 0 for every integer.
        self.exceptions = exceptions
    }

    // Exported: a call through the witnesses of `BinaryInteger` takes several times as long.
    /// Returns the category of an integer; its sign does not count.
    ///
    /// - Complexity: Constant in nearly all languages; else O(*n*) in the number of relations of
    ///   the rules, at most a few dozen.
    @export(implementation)
    public func category(for value: some BinaryInteger) -> PluralCategory {
        guard let magnitude = UInt64(exactly: value.magnitude) else {
            return category(for: PluralOperands(value))
        }
        return category(ofMagnitude: magnitude)
    }

    /// Returns the category of a number as its shortest digits show it: 1.0 counts as 1.
    ///
    /// What is no number or not finite is `other`.
    ///
    /// - Complexity: O(*n*) in the number of relations of the rules, at most a few dozen.
    public func category(for value: Double) -> PluralCategory {
        PluralOperands(value).map { category(for: $0) } ?? .other
    }

    /// Returns the category of a number as it is displayed.
    ///
    /// - Complexity: O(*n*) in the number of relations of the rules, at most a few dozen.
    public func category(for operands: PluralOperands) -> PluralCategory {
        guard let magnitude = operands.magnitudeOfInteger else {
            return Self.category(for: operands, relations, ranges)
        }
        return category(ofMagnitude: magnitude)
    }

    @usableFromInline
    func category(ofMagnitude magnitude: UInt64) -> PluralCategory {
        if magnitude < 200 { return firstCategories[Int(magnitude)] }
        if let exceptions, magnitude % exceptions == 0 {
            return Self.category(for: PluralOperands(magnitude: magnitude), relations, ranges)
        }
        return firstCategories[100 + Int(magnitude % 100)]
    }

    private static func category(
        for operands: PluralOperands,
        _ relations: [PluralRelation],
        _ ranges: [ClosedRange<UInt64>]
    ) -> PluralCategory {
        var index = 0
        while index < relations.count {
            let relation = relations[index]
            if !holds(relation, for: operands, ranges) {
                index = relation.nextIfFalse
            } else if relation.endsCondition {
                return relation.category
            } else {
                index += 1
            }
        }
        return .other
    }

    private static func holds(
        _ relation: PluralRelation,
        for operands: PluralOperands,
        _ ranges: [ClosedRange<UInt64>]
    ) -> Bool {
        guard var value = operands.value(of: relation.operand) else { return relation.isNegated }
        if let modulus = relation.modulus { value %= modulus }
        for index in relation.ranges where ranges[index].contains(value) {
            return !relation.isNegated
        }
        return relation.isNegated
    }
}

/// One comparison of a rule: `i % 10 = 2..4`.
struct PluralRelation {
    /// One of the letters in ``PluralOperands/operands``.
    let operand: UInt8
    /// The divisor if the rule compares a remainder, or `nil`.
    let modulus: UInt64?
    let isNegated: Bool
    /// Which of the flat ranges it compares with.
    let ranges: Range<Int>
    let category: PluralCategory
    /// Whether it is the last of the relations that `and` joins.
    var endsCondition = false
    /// Where the next condition begins, of whatever category.
    var nextIfFalse = 0
}
