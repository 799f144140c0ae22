import FootingLocalization

/// The path of a string in an entry of a table, as Xcode's ids have it after `|==|`: empty for the
/// string itself, `plural.one`, `device.iphone.plural.one`, `substitutions.NAME.plural.one`.
///
/// The name of a substitution that contains a dot is written as `@NAME@`.
struct VariationPath: Hashable, Sendable {
    enum Component: Hashable, Sendable {
        case substitution(String)
        case device(String)
        case plural(PluralCategory)
    }

    var components: [Component] = []

    /// The path of the string itself.
    static let string = VariationPath()
}

extension VariationPath: LosslessStringConvertible {
    init(_ components: [Component]) { self.components = components }

    /// Reads a path; the empty one is that of the string itself.
    ///
    /// Returns `nil` for unknown categories and devices, and if the path ends in a substitution.
    init?(_ description: String) { nil }

    var description: String { "" }
}
