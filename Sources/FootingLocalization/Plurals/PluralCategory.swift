/// A form that a language gives to nouns beside numbers.
///
/// The names are CLDR's and say little by themselves: `one` of a language may hold for 21 and 31.
public enum PluralCategory: String, Hashable, Sendable, CaseIterable {
    /// Zero, and in some languages 10, 20 and so on.
    case zero
    /// One, and in some languages 21, 31 and so on.
    case one
    /// Two, in languages that have a dual.
    case two
    /// A small number, such as 2 to 4 in Slavic languages.
    case few
    /// A large number, such as 5 to 21 in Slavic languages, or a million in Romance ones.
    case many
    /// Every other number. Each language has this category, and some have no more.
    case other
}

/// What there is for each category of a number.
struct PluralForms<Form> {
    private var zero: Form?
    private var one: Form?
    private var two: Form?
    private var few: Form?
    private var many: Form?
    private var other: Form?

    init() {}

    @inline(__always)
    subscript(category: PluralCategory) -> Form? {
        get {
            switch category {
            case .zero: zero
            case .one: one
            case .two: two
            case .few: few
            case .many: many
            case .other: other
            }
        }
        set {
            switch category {
            case .zero: zero = newValue
            case .one: one = newValue
            case .two: two = newValue
            case .few: few = newValue
            case .many: many = newValue
            case .other: other = newValue
            }
        }
    }

    /// The form to show where no number chooses one.
    var first: Form? { other ?? many ?? few ?? two ?? one ?? zero }
}

extension PluralForms: Sendable where Form: Sendable {}
