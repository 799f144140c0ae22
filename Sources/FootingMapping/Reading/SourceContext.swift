import FootingBytes

/// The state shared by all values in the conversion of one field.
struct SourceContext {
    /// The document, if the input is JSON; otherwise an empty one.
    var document = JSONDocument.empty
    var options: MappingOptions
    var findings: Findings
    /// The field's settings, or `nil` if it has none.
    var settings: FieldSettings.Shared?
    /// Whether the value, or an enclosing value, belongs to a sensitive field.
    var isSensitive = false
    /// The byte offset, in the JSON input, of the string that is being read as a list or as an
    /// embedded document.
    var enclosingOffset: Int?

    init(_ options: MappingOptions, _ findings: Findings) {
        self.options = options
        self.findings = findings
    }

    var isLossy: Bool { settings?.settings.isLossy == true }
    /// Whether a list drops the objects that can't be made.
    ///
    /// If not, nothing is made.
    var leavesOutObjects: Bool { !options.isAtomic || isLossy }

    /// The path component for a key of the input.
    func component(forInputKey key: String) -> MappingPath.Component {
        guard options.includesKeys, !isSensitive else { return .hiddenKey }
        return .key(key.prefix(ofBytes: options.limits.keyBytes))
    }
}
