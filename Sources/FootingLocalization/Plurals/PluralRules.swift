/// The plural rules of a language, from the Unicode CLDR 47.
///
/// ```swift
/// print(PluralRules("pl").category(for: 22))  // few
/// ```
///
/// A language that CLDR does not have gets only the category `other`. A tag is looked up unchanged,
/// and then without its script and region: `pt-PT` has its own rules, and `pt-MZ` has those of
/// `pt`.
///
/// The initializer decodes the rules, so create them once and not for each number.
public struct PluralRules: Sendable {
    /// The purpose of a number.
    public enum Kind: Hashable, Sendable {
        /// A count: one book, two books.
        case cardinal
        /// A position in an order: 1st, 2nd.
        case ordinal
    }

    // The relations of all categories, ordered by category and then by condition, and their ranges.
    private let relations: [PluralRelation]
    private let ranges: [ClosedRange<UInt64>]

    /// The categories of the integers below 200.
    private var firstCategories: [PluralCategory] = []
    /// Larger integers have the category of 100 plus their last two digits, except multiples of
    /// this number, for which the rules are evaluated; `nil` if there is no exception.
    ///
    /// French has `many` for whole millions: *un million de livres*.
    private var exceptions: UInt64?

    /// Creates the rules of a language.
    ///
    /// - Complexity: O(*n*) in the number of languages that have rules.
    public init(_ language: LanguageTag, _ kind: Kind = .cardinal) {
        self.init(decoding: Self.source(of: language, kind))
    }

    /// The rules of a language in CLDR's syntax, on one line: `one: n = 1; few: n = 2..4`.
    package static func source(of language: LanguageTag, _ kind: Kind = .cardinal) -> String {
        let rows = Self.rows[kind == .cardinal ? 0 : 1]
        return LanguageTag.row(named: language.truncations, in: rows) ?? ""
    }

    private static let rows = [PluralTable.cardinal, PluralTable.ordinal].map {
        $0.split(atByte: UInt8(ascii: "\n"))
    }

    /// Decodes CLDR's syntax, with a category before each rule: `one: i = 1 and v = 0; two: …`.
    init(decoding rules: String) {
        var decoder = PluralRuleDecoder()
        decoder.decode(rules)
        (relations, ranges) = (decoder.relations, decoder.ranges)
        firstCategories = (0..<200).map { evaluate(PluralOperands(magnitude: $0)) }
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
    }

    // Exported: a call through the witnesses of `BinaryInteger` takes several times as long.
    /// Returns the category of an integer; the sign is ignored.
    ///
    /// - Complexity: O(1) in nearly all languages; otherwise O(*n*) in the number of relations of
    ///   the rules, at most a few dozen.
    @export(implementation)
    public func category(for value: some BinaryInteger) -> PluralCategory {
        guard let magnitude = UInt64(exactly: value.magnitude) else {
            return category(for: PluralOperands(value))
        }
        return category(ofMagnitude: magnitude)
    }

    /// Returns the category of a number with its shortest digits: 1.0 counts as 1.
    ///
    /// NaN and infinity have the category `other`.
    ///
    /// - Complexity: O(*n*) in the number of relations of the rules, at most a few dozen.
    public func category(for value: Double) -> PluralCategory {
        PluralOperands(value).map { category(for: $0) } ?? .other
    }

    /// Returns the category of a displayed number.
    ///
    /// - Complexity: O(*n*) in the number of relations of the rules, at most a few dozen.
    public func category(for operands: PluralOperands) -> PluralCategory {
        guard let magnitude = operands.magnitudeOfInteger else { return evaluate(operands) }
        return category(ofMagnitude: magnitude)
    }

    @usableFromInline
    func category(ofMagnitude magnitude: UInt64) -> PluralCategory {
        if magnitude < 200 { return firstCategories[Int(magnitude)] }
        if let exceptions, magnitude % exceptions == 0 {
            return evaluate(PluralOperands(magnitude: magnitude))
        }
        return firstCategories[100 + Int(magnitude % 100)]
    }

    /// Whether forms suffice for all numbers of the language.
    ///
    /// `many` is not required if only whole millions have it: translators omit that form.
    func suffice(_ forms: PluralForms<String>) -> Bool {
        forms[.other] != nil
            && relations.allSatisfy {
                forms[$0.category] != nil || $0.category == .many && exceptions == 1_000_000
            }
    }

    private func evaluate(_ operands: PluralOperands) -> PluralCategory {
        var index = 0
        while index < relations.count {
            let relation = relations[index]
            if !holds(relation, for: operands) {
                index = relation.nextIfFalse
            } else if relation.endsCondition {
                return relation.category
            } else {
                index += 1
            }
        }
        return .other
    }

    private func holds(_ relation: PluralRelation, for operands: PluralOperands) -> Bool {
        guard var value = operands.value(of: relation.operand) else { return relation.isNegated }
        if let modulus = relation.modulus { value %= modulus }
        for index in relation.ranges where ranges[index].contains(value) {
            return !relation.isNegated
        }
        return relation.isNegated
    }
}
