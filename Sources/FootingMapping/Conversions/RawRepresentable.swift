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
        let conversion = RawValue.converted(from: source).compactMap(
            Self.init(rawValue:),
            orFailing: .unknownCase
        )
        if case .failed(.unknownCase) = conversion, let fallback = source.fallbackCase(Self.self) {
            return .converted(fallback)
        }
        return conversion
    }
}

extension MappingSource {
    /// The case that the field has for raw values of `type` without one.
    @usableFromInline
    func fallbackCase<Case>(_ type: Case.Type) -> Case? {
        guard hasSettings, let cases = settings?.fallbackCases else { return nil }
        for fallback in cases {
            guard let fallback = fallback as? Case else { continue }
            unsafe run.pointee.hasFallenBack = true
            return fallback
        }
        return nil
    }
}
