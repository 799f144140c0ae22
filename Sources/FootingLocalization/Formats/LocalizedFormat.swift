/// A text of a table that has something to fill in, read once when the table is loaded.
final class LocalizedFormat: Sendable {
    let format: FormatString
    /// The variables that the format can name.
    // Not optional, since each unwrapping while a format is rendered would count references.
    let variables: PluralVariables
    /// The texts for widths, the narrowest first; the format is that of the last.
    let variants: [WidthVariant]

    init(
        _ format: FormatString,
        variables: PluralVariables? = nil,
        variants: [WidthVariant] = []
    ) {
        self.format = format
        self.variables = variables ?? .none
        self.variants = variants
    }

    /// Whether it has more texts than the one that it is written as.
    var hasForms: Bool { !variables.variables.isEmpty || !variants.isEmpty }

    /// The text for a width: the widest that fits or, if none does, the narrowest.
    func variant(fitting width: Int) -> WidthVariant? {
        variants.last { $0.width <= width } ?? variants.first
    }
}

/// A text for places of at least a certain width.
struct WidthVariant: Sendable {
    let width: Int
    let text: String
    /// The format, or `nil` if it has nothing to fill in.
    let format: LocalizedFormat?
}
