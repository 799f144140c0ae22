extension Field {
    /// Returns the same field, but no part of its value appears in a report, whatever the options
    /// are.
    ///
    /// ```swift
    /// Field("pin", \.pin).sensitive()
    /// ```
    ///
    /// This covers everything inside the value, such as nested objects and arrays; other fields
    /// that read the same key or a key inside it; and a value that blocks the field's key path.
    /// Undeclared keys inside are shown as `*`. The code, the path and the kind of value are
    /// reported as usual.
    public func sensitive() -> Field {
        setting(\.isSensitive, to: true)
    }
}
