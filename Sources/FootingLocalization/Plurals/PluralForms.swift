/// What there is for each category of a number.
struct PluralForms<Form> {
    private var forms = [Form?](repeating: nil, count: PluralCategory.substitutes.count)

    subscript(category: PluralCategory) -> Form? {
        get { forms[category.place] }
        set { forms[category.place] = newValue }
    }

    var isEmpty: Bool { first == nil }

    /// The form to show where no number chooses one.
    var first: Form? {
        for form in forms { if let form { return form } }
        return nil
    }
}

extension PluralForms: Sendable where Form: Sendable {}

extension PluralCategory {
    /// The categories in the order in which they stand in for each other.
    static var substitutes: [PluralCategory] { [.other, .many, .few, .two, .one, .zero] }

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
