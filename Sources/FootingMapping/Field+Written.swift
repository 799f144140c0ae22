extension Field {
    /// Returns the same field, but with the result of a closure as its written value.
    ///
    /// ```swift
    /// Field("price", \.cents) { (amount: Decimal) in Int("\(amount * 100)") }
    ///     .written { Decimal($0.cents) / 100 }
    /// ```
    ///
    /// A field with a transform, or one that passes its value to a closure, is written only with
    /// this. The closure runs on the thread that writes, and gets a copy of the object. It has no
    /// effect on a field that maps an object.
    public func written<Output: MappingConvertible>(
        _ output: @escaping @Sendable (Root) -> Output
    ) -> Field {
        var field = self
        field.plan.write = { $0.write(output, to: &$1) }
        field.plan.writeOffset = 0
        return field
    }
}
