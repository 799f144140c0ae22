import FootingBytes

extension MappingConvertible where Self: RawRepresentable, RawValue: MappingConvertible {
    /// Converts a value that the raw type can be converted from, if its raw value has a case.
    ///
    /// An enumeration only declares its conformance:
    ///
    /// ```swift
    /// enum Plan: String, MappingConvertible {
    ///     case free, basic, team
    /// }
    /// ```
    @inlinable
    public static func converted(from source: borrowing MappingSource) -> MappingConversion<Self> {
        // Comparing such a string with the raw values would take very long.
        if RawValue.self == String.self, source.isTextSlowToCompare {
            return .refused(.combiningMarks)
        }
        let conversion = RawValue.converted(from: source).compactMap(
            Self.init(rawValue:),
            orFailing: .unknownCase
        )
        if source.hasFallbackCases, case .refused(let refusal) = conversion,
            refusal.code == .unknownCase, let fallback = source.fallbackCase(Self.self)
        {
            return .fallback(fallback)
        }
        return conversion
    }
}

extension MappingSource {
    @usableFromInline
    var hasFallbackCases: Bool { hasSettings }

    /// The field's fallback for raw values of `type` without a case.
    @usableFromInline
    func fallbackCase<Case>(_ type: Case.Type) -> Case? {
        settings?.fallbackCases.lazy.compactMap { $0 as? Case }.first
    }

    /// Whether this is a string with so many combining marks in a row that Swift needs quadratic
    /// time to compare it.
    @usableFromInline
    var isTextSlowToCompare: Bool {
        if context.options.acceptsArrayOfOne, isList {
            return withOnlyElement { $0.isTextSlowToCompare } == true
        }
        return withScalar { scalar in
            guard case .text(let bytes) = scalar, bytes.count > 128 else { return false }
            return bytes.text.isSlowToCompare
        }
    }
}

extension MappingSource {
    /// Whether this is such a string, or a list or object that holds one.
    @usableFromInline
    var holdsTextSlowToCompare: Bool {
        var isSlow = isTextSlowToCompare
        guard !isSlow, limitOfDepth == nil else { return isSlow }
        forEachElement { _, element in
            if !isSlow { isSlow = element.holdsTextSlowToCompare }
        }
        var duplicateKeyCount = 0
        forEachMember(&duplicateKeyCount) { _, member, _ in
            if !isSlow { isSlow = member.holdsTextSlowToCompare }
        }
        return isSlow
    }
}

extension MappingRefusal {
    @usableFromInline
    static var combiningMarks: MappingRefusal { MappingRefusal(.combiningMarks) }
}
