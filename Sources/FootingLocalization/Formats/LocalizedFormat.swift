/// The format of a table's entry, parsed when the table is loaded.
final class LocalizedFormat: Sendable {
    let format: FormatString
    // Not optional, because unwrapping it during rendering would count references.
    let variables: PluralVariables
    /// The width variants, narrowest first; the format is that of the last one.
    let variants: [WidthVariant]

    init(
        _ format: FormatString,
        variables: PluralVariables = .none,
        variants: [WidthVariant] = []
    ) {
        self.format = format
        self.variables = variables
        self.variants = variants
    }

    var hasForms: Bool { !variables.variables.isEmpty || !variants.isEmpty }

    /// The widest variant that fits, or the narrowest if none fits.
    func variant(fitting width: Int) -> WidthVariant? {
        variants.last { $0.width <= width } ?? variants.first
    }
}
