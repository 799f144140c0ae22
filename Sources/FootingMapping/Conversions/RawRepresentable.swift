import FootingFormats

extension MappingConvertible where Self: RawRepresentable, RawValue: MappingConvertible {
    /// Takes what the raw type takes, if there is a case of that raw value.
    ///
    /// So one word is all that an enumeration needs:
    ///
    /// ```swift
    /// enum Plan: String, MappingConvertible {
    ///     case free, basic, team
    /// }
    /// ```
    @inlinable
    public static func converted(from source: borrowing MappingSource) -> MappingConversion<Self> {
        // Comparing such a text with the cases would take very long.
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

    /// The case that the field has for raw values of `type` without one.
    @usableFromInline
    func fallbackCase<Case>(_ type: Case.Type) -> Case? {
        settings?.fallbackCases.lazy.compactMap { $0 as? Case }.first
    }

    /// Whether this is a text with so many combining marks in a row that Swift needs quadratic time to
    /// compare it.
    @usableFromInline
    var isTextSlowToCompare: Bool {
        withScalar { scalar in
            guard case .text(let bytes) = scalar, bytes.count > 128 else { return false }
            return bytes.text.isSlowToCompare
        }
    }
}

extension MappingRefusal {
    @usableFromInline
    static var combiningMarks: MappingRefusal { MappingRefusal(.combiningMarks) }
}
