struct PluralForms<Form> {
    /// One element for each category, or empty.
    fileprivate var forms: [Form?] = []

    subscript(category: PluralCategory) -> Form? {
        get { forms.isEmpty ? nil : forms[category.index] }
        set {
            if forms.isEmpty { forms = [Form?](repeating: nil, count: 6) }
            forms[category.index] = newValue
        }
    }

    /// The forms in the order of fallback.
    var all: [Form] { forms.compactMap(\.self) }

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
    fileprivate var index: Int {
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
