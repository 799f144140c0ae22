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

/// The plural forms of a string, one for each category that has one.
struct PluralForms<Form> {
    /// One place for each category, or none at all.
    private var forms: [Form?] = []

    init() {}

    subscript(category: PluralCategory) -> Form? {
        get { forms.isEmpty ? nil : forms[category.place] }
        set {
            if forms.isEmpty { forms = [Form?](repeating: nil, count: 6) }
            forms[category.place] = newValue
        }
    }

    /// The form to show where no number chooses one.
    var first: Form? {
        for form in forms { if let form { return form } }
        return nil
    }
}

extension PluralForms: Sendable where Form: Sendable {}

extension PluralCategory {
    /// The place in the order in which categories stand in for each other.
    fileprivate var place: Int {
        switch self {
        case .other: 0
        case .many: 1
        case .few: 2
        case .two: 3
        case .one: 4
        case .zero: 5
        }
    }
}
