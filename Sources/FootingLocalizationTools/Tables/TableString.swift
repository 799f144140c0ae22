/// A string of an entry in one language: the string itself, or one of its variations.
struct TableString: Hashable, Sendable {
    /// The states of strings in a catalog.
    enum State: String, Sendable {
        case translated, new
        case needsReview = "needs_review"
        case machineTranslated = "machine_translated"
    }

    var path = VariationPath.string
    /// The string as the table has it: in a substitution, with `%arg`.
    var value: String
    /// The state in a catalog; an unknown one, and that of `.strings`, is `translated`.
    var state = State.translated
}
