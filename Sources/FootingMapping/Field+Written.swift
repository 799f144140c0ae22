extension Field {
    /// Returns the same field, but a closure says what is written for it.
    ///
    /// ```swift
    /// Field("price", \.cents) { (amount: Decimal) in Int("\(amount * 100)") }
    ///     .written { Decimal($0.cents) / 100 }
    /// ```
    ///
    /// A field with a transform, and one that hands its value to a closure, is only written if it has
    /// this. The closure runs on the thread that writes, and gets a copy of the object. For a field that
    /// maps an object it does nothing.
    public func written<Output: MappingConvertible>(
        _ output: @escaping @Sendable (Root) -> Output
    ) -> Field {
        var field = self
        field.plan.write = { $0.write(output, to: &$1) }
        return field
    }
}
