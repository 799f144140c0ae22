extension Optional: MappingConvertible where Wrapped: MappingConvertible {
    /// Converts `null` to `nil`, and any other value as the wrapped type does.
    ///
    /// A value that the wrapped type refuses is an issue: it never becomes `nil` by accident. If
    /// the type of a field is an optional of an optional, `null` becomes an inner `nil`, so that
    /// the outer one is `nil` only if the key is missing.
    @inlinable
    public static func converted(
        from source: borrowing MappingSource
    ) -> MappingConversion<Wrapped?> {
        if source.isNull || (Wrapped.self != String.self && source.isTextStandingForNull) {
            if source.isForNestedOptional(Wrapped?.self) {
                return Wrapped.converted(from: source).map { .some($0) }
            }
            if source.isNull { return .exact(nil) }
            return source.isUnconverted ? .failed(.typeMismatch) : .converted(nil)
        }
        return Wrapped.converted(from: source).map { .some($0) }
    }
}

extension MappingSource {
    /// Whether the field's type is `type`, and is an optional of an optional.
    @usableFromInline
    func isForNestedOptional(_ type: Any.Type) -> Bool {
        hasSettings && settings?.nestedOptional == type
    }
}
