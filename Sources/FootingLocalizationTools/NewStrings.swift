import FootingLocalization

/// The strings of a localization in the state `new`, which readers don't see.
struct NewStrings {
    struct Form: Hashable {
        /// The name of a variable; empty for the string itself.
        let variable: String
        let category: PluralCategory?
    }

    /// Whether all strings of a form are new.
    private var forms: [Form: Bool] = [:]

    /// Adds a string of a form.
    mutating func add(_ form: Form, isNew: Bool) {
        forms[form] = isNew && forms[form] != false
    }

    /// The names of the variables all of whose strings are new; empty for the string itself.
    var variables: Set<String> {
        Set(forms.keys.map(\.variable)).subtracting(forms.filter { !$0.value }.map(\.key.variable))
    }

    func hasForm(_ category: PluralCategory, ofVariable name: String) -> Bool {
        forms[Form(variable: name, category: category)] == true
    }
}

extension NewStrings.Form {
    init(_ path: VariationPath) {
        let categories = path.components.compactMap { component in
            if case .plural(let category) = component { category } else { nil }
        }
        self.init(variable: path.variable ?? "", category: categories.last)
    }
}
