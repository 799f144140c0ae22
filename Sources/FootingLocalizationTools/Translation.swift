import FootingLocalization
import FootingLocalizationMembers

/// A string with the source string that it translates; a string in the development language has no
/// source.
struct Translation {
    let entry: TableEntry
    let own: FormatShape
    let originalString: String?
    let source: FormatShape?
    /// The shape of the key: if keys are strings to be shown, it has the arguments that programs
    /// pass.
    let key: FormatShape

    init(_ entry: TableEntry, of original: TableEntry?, isInCatalog: Bool) {
        self.entry = entry
        originalString = original?.string
        source = original.map { FormatShape(of: $0) }
        key = FormatShape(of: entry.key, knowsNames: isInCatalog)
        let takesNothing = source?.arguments.isEmpty == true && key.arguments.isEmpty
        own = FormatShape(of: entry, takesNothing: takesNothing)
    }

    /// Whether a program formats the string.
    var takesArguments: Bool {
        !own.arguments.isEmpty || !key.arguments.isEmpty || source?.arguments.isEmpty == false
    }

    /// Whether the string is empty and does not consist of plural forms.
    var isEmpty: Bool { own.hasEmptyString && !own.variables.contains { $0.name.isEmpty } }
}

extension Translation {
    /// Whether the source has a nonempty string for a form, or for the form that replaces it.
    func hasSource(
        ofForm category: PluralCategory,
        of variable: EntryString.Variable
    ) -> Bool {
        guard let source else { return false }
        guard let other = source.variables.first(where: { $0.name == variable.name }) else {
            return !source.hasEmptyString
        }
        return !other.emptyForms.contains(other.categories.contains(category) ? category : .other)
    }
}
