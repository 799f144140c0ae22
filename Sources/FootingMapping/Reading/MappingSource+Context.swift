import FootingBytes

/// The context of the value: the options, the findings and the settings of its field.
extension MappingSource {
    @inline(__always)
    var options: MappingOptions { context.options }
    @inline(__always)
    var document: JSONDocument { context.pointee.document }
    @inline(__always)
    var findings: Findings { context.pointee.findings }
    @inline(__always)
    var hasFindings: Bool { !context.pointee.findings.isEmpty }
    /// Whether the field has any settings.
    @inline(__always)
    var hasSettings: Bool { context.pointee.settings != nil }
    /// The settings of the field whose value this is, or `nil` if it has none.
    var settings: FieldSettings? { context.pointee.settings?.settings }
    var isSensitive: Bool { context.pointee.isSensitive }
    var isLossy: Bool { context.pointee.isLossy }
    var enclosingOffset: Int?? { context.pointee.enclosingOffset }
    @inline(__always)
    var maximumDepth: Int { min(context.options.limits.depth, 256) }
    var leavesOutObjects: Bool { context.pointee.leavesOutObjects }

    /// The path component for a key of the input; `nil` is one that can't be compared.
    func component(forInputKey key: String?) -> MappingPath.Component {
        context.pointee.component(forInputKey: key)
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
        var changed = context.pointee
        change(&changed)
        return changed.lend { body(MappingSource(self, standing, in: $0)) }
    }

    var isFalse: Bool { withScalar { if case .bool(false) = $0 { true } else { false } } }

    @usableFromInline
    var isUnconverted: Bool { context.pointee.isUnconverted }

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
