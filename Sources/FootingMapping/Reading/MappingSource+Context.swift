import FootingBytes

/// The context of the value: the options, the findings and the settings of its field.
extension MappingSource {
    @inline(__always)
    var options: MappingOptions { context.options }
    @inline(__always)
    var document: JSONDocument { context.document }
    @inline(__always)
    var findings: Findings { context.findings }
    @inline(__always)
    var hasFindings: Bool { context.hasFindings }
    /// Whether the field has any settings.
    @inline(__always)
    var hasSettings: Bool { context.hasSettings }
    /// The settings of the field whose value this is, or `nil` if it has none.
    var settings: FieldSettings? { context.settings?.settings }
    var isSensitive: Bool { context.isSensitive }
    var isLossy: Bool { context.settings?.settings.isLossy == true }
    var enclosingOffset: Int? { context.context.enclosingOffset }
    @inline(__always)
    var maximumDepth: Int { min(context.options.limits.depth, 256) }
    /// Whether a list drops the objects that can't be made.
    ///
    /// If not, nothing is made.
    var leavesOutObjects: Bool { !options.isAtomic || isLossy }

    /// The path component for a key of the input; `nil` is one that can't be compared.
    func component(forInputKey key: String?) -> MappingPath.Component {
        context.context.component(forInputKey: key)
    }

    /// The same value, marked as one that may replace an existing object.
    func standingForOld() -> MappingSource {
        var standing = standing
        standing.mayHaveOld = true
        return MappingSource(self, standing, in: context)
    }

    /// Calls `body` with the same value in a changed context.
    func with<Result>(
        _ change: (inout SourceContext) -> Void,
        _ body: (borrowing MappingSource) -> Result
    ) -> Result {
        var changed = context.context
        change(&changed)
        return changed.lend { body(MappingSource(self, standing, in: $0)) }
    }

    var isFalse: Bool { withScalar { if case .bool(false) = $0 { true } else { false } } }

    @usableFromInline
    var isUnconverted: Bool { context.context.isUnconverted }

    /// Whether this is an empty string that the options treat as `null`.
    @usableFromInline
    var isTextStandingForNull: Bool {
        guard options.treatsEmptyStringAsNull else { return false }
        return withScalar { scalar in
            if case .text(let bytes) = scalar { bytes.count == 0 } else { false }
        }
    }

    @usableFromInline
    var isList: Bool { kind == .array }

    /// Whether this is an object, or an empty array that the options treat as one.
    @usableFromInline
    var isObject: Bool {
        switch kind {
        case .object: true
        case .array: options.treatsEmptyArrayAsObject && isEmpty
        default: false
        }
    }

    /// The limit that a list or object with `count` elements exceeds, or `nil`.
    func exceededLimit(count: Int) -> MappingOptions.Limit? {
        count > options.limits.elements ? .elements : limitOfDepth
    }

    /// The limit that forbids converting the contents of this list or object, or `nil`.
    ///
    /// A type may contain itself, so only the input decides how deep a conversion recurses.
    var limitOfDepth: MappingOptions.Limit? {
        if Int(standing.depth) > maximumDepth { return .depth }
        return findings.isStackUsedUp ? .stack : nil
    }
}
