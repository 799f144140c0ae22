extension Optional: MappingConvertible where Wrapped: MappingConvertible {
    /// Converts `null` to `nil`, and any other value as the wrapped type does.
    ///
    /// A value that the wrapped type refuses is an issue: it never becomes `nil` by accident.
    @inlinable
    public static func converted(
        from source: borrowing MappingSource
    ) -> MappingConversion<Wrapped?> {
        if source.isNull { return .exact(nil) }
        if Wrapped.self != String.self, source.isTextStandingForNull { return .converted(nil) }
        return Wrapped.converted(from: source).map { .some($0) }
    }
}
