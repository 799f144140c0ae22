/// Fallbacks for raw values without a case, noted as ``MappingNote/Kind/fallbackCase``.
extension Field {
    /// Returns the same field, but a raw value without a case becomes `fallback`.
    ///
    /// ```swift
    /// Field("plan", \.plan).unknownCase(.free)
    /// ```
    public func unknownCase(_ fallback: Value) -> Field
    where Value: RawRepresentable & MappingConvertible & Sendable {
        setting(\.fallbackCases, to: [fallback])
    }

    /// Returns the same field, but a raw value without a case becomes `fallback`.
    public func unknownCase<Case>(_ fallback: Case) -> Field
    where Value == Case?, Case: RawRepresentable & MappingConvertible & Sendable {
        setting(\.fallbackCases, to: [fallback])
    }

    /// Returns the same field, but an element whose raw value has no case becomes `fallback`.
    public func unknownCase<Case>(_ fallback: Case) -> Field
    where Value == [Case], Case: RawRepresentable & MappingConvertible & Sendable {
        setting(\.fallbackCases, to: [fallback])
    }

    /// Returns the same field, but a dictionary value whose raw value has no case becomes
    /// `fallback`.
    public func unknownCase<Case>(_ fallback: Case) -> Field
    where Value == [String: Case], Case: RawRepresentable & MappingConvertible & Sendable {
        setting(\.fallbackCases, to: [fallback])
    }
}
