/// A string of an entry in one language: the string itself, or one of its variations.
struct TableString: Hashable, Sendable {
    typealias State = TranslationUnit.State

    var path = VariationPath.string
    /// The string as the table has it: in a substitution, with `%arg`.
    var value: String
    /// The state in a catalog; an unknown one, and that of `.strings`, is `translated`.
    var state = State.translated
}
