/// A plural category of the Unicode CLDR.
///
/// The names are only labels: in some languages, `one` includes 21 and 31.
public enum PluralCategory: String, Hashable, Sendable, CaseIterable {
    /// Zero, and in some languages 10, 20 and so on.
    case zero
    /// One, and in some languages 21, 31 and so on.
    case one
    /// Two, in languages that have a dual.
    case two
    /// A small number, such as 2 to 4 in Slavic languages.
    case few
    /// A large number, such as 5 to 20 in Slavic languages, or a million in Romance languages.
    case many
    /// Any other number. Every language has this category, and some have only this one.
    case other
}

struct PluralForms<Form> {
    /// One element for each category, or empty.
    fileprivate var forms: [Form?] = []

    init() {}

    subscript(category: PluralCategory) -> Form? {
        get { forms.isEmpty ? nil : forms[category.place] }
        set {
            if forms.isEmpty { forms = [Form?](repeating: nil, count: 6) }
            forms[category.place] = newValue
        }
    }

    /// The form that replaces missing ones: `other`, or else the first in the order of fallback.
    var first: Form? {
        for form in forms { if let form { return form } }
        return nil
    }
}

extension PluralForms<String> {
    /// Whether there is no form but empty ones.
    var areEmpty: Bool {
        for form in forms { if form?.isEmpty == false { return false } }
        return true
    }
}

extension PluralForms: Sendable where Form: Sendable {}

extension PluralCategory {
    /// The index in the order of fallback.
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
