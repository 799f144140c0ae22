extension Field {
    /// Returns the same field, but nothing of its value shows in a report, whatever the options ask
    /// for.
    ///
    /// ```swift
    /// Field("pin", \.pin).sensitive()
    /// ```
    ///
    /// That holds for everything inside the value too, nested objects and lists included, for other
    /// fields that read the same key or one inside it, and for a value that stands in the way of
    /// the field. Keys inside that no mapping declares are `*`. What is wrong, where, and with
    /// which kind of value is reported as ever.
    public func sensitive() -> Field {
        var field = self
        field.plan.set(\.isSensitive, to: true)
        return field
    }
}
