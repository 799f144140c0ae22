public import Foundation

extension Mapping {
    /// Returns the JSON object from which this mapping would set the properties of `root`.
    ///
    /// Each field is written under its first key path and in its first format: dates as RFC 3339
    /// unless the field has another format, bytes as base64, URLs and UUIDs as strings, and raw
    /// values as themselves. The result reads back as the same values; dates keep nine digits of a
    /// second, or are rounded to as many as their format has. A field is omitted, with an issue, if
    /// it can't be written: it has a transform or only a setter, and no ``Field/written(_:)``; its
    /// type defines only how it is read; its number is not finite; or it is nested more than 64
    /// objects and lists deep, as in an object that contains itself.
    ///
    /// ```swift
    /// let (dictionary, _) = Order.mapping.dictionary(from: order, includingSensitive: true)
    /// ```
    ///
    /// - Parameters:
    ///   - root: The object to read; it is not changed.
    ///   - omittingNil: Whether to omit properties that are `nil` instead of writing a null.
    ///   - includingSensitive: Whether to write the fields that are ``Field/sensitive()``, too.
    ///   - keyStrategy: The spelling of the keys; reading requires the same one.
    /// - Returns: The object, which consists of `NSNull`, `Bool`, numbers, `String`, `[Any]` and
    ///   `[String: Any]`; and the report, which counts the written fields as applied.
    /// - Complexity: O(*n*) in the number of values.
    public func dictionary(
        from root: Root,
        omittingNil: Bool = false,
        includingSensitive: Bool = false,
        keyStrategy: MappingOptions.KeyStrategy = .exact
    ) -> (dictionary: [String: Any], report: MappingReport) {
        let output = output(omittingNil, includingSensitive, keyStrategy, wantsValues: true) {
            try? write(root, to: &$0)
        }
        return (output.values?.first as? [String: Any] ?? [:], output.report)
    }

    /// Returns the JSON document from which this mapping would set the properties of `root`,
    /// without whitespace and with sorted keys.
    ///
    /// The document has the same values as the result of
    /// ``dictionary(from:omittingNil:includingSensitive:keyStrategy:)``, and as many digits of each
    /// number as the number needs.
    ///
    /// - Parameters:
    ///   - root: The object to read; it is not changed.
    ///   - omittingNil: Whether to omit properties that are `nil` instead of writing a null.
    ///   - includingSensitive: Whether to write the fields that are ``Field/sensitive()``, too.
    ///   - keyStrategy: The spelling of the keys; reading requires the same one.
    /// - Returns: The document in UTF-8; and the report, which counts the written fields as
    ///   applied.
    /// - Complexity: O(*n* log *n*) in the number of values.
    public func json(
        from root: Root,
        omittingNil: Bool = false,
        includingSensitive: Bool = false,
        keyStrategy: MappingOptions.KeyStrategy = .exact
    ) -> (data: Data, report: MappingReport) {
        let output = output(omittingNil, includingSensitive, keyStrategy) {
            try? write(root, to: &$0)
        }
        return (Data(output.bytes), output.report)
    }

    /// Returns the JSON document with the list of objects from which this mapping would set the
    /// properties of `roots`, without whitespace and with sorted keys.
    ///
    /// Each object has the same values as the result of
    /// ``dictionary(from:omittingNil:includingSensitive:keyStrategy:)``.
    ///
    /// - Parameters:
    ///   - roots: The objects to read; they are not changed.
    ///   - omittingNil: Whether to omit properties that are `nil` instead of writing a null.
    ///   - includingSensitive: Whether to write the fields that are ``Field/sensitive()``, too.
    ///   - keyStrategy: The spelling of the keys; reading requires the same one.
    /// - Returns: The document in UTF-8; and the report on all objects.
    /// - Complexity: O(*n* log *n*) in the number of values.
    public func jsonArray(
        from roots: some Sequence<Root>,
        omittingNil: Bool = false,
        includingSensitive: Bool = false,
        keyStrategy: MappingOptions.KeyStrategy = .exact
    ) -> (data: Data, report: MappingReport) {
        let output = output(omittingNil, includingSensitive, keyStrategy) { output in
            try? output.writeList { output in
                for (index, root) in roots.enumerated() {
                    output.writeElement(index, target: plan.target) {
                        output throws(MappingRefusal) in
                        try write(root, to: &output)
                    }
                }
            }
        }
        return (Data(output.bytes), output.report)
    }

    /// Writes an object as the current value of an output.
    ///
    /// Call this from a type's own `write(to:)`:
    ///
    /// ```swift
    /// func write(to output: inout MappingOutput) throws(MappingRefusal) {
    ///     try Customer.mapping.write(self, to: &output)
    /// }
    /// ```
    ///
    /// - Throws: ``MappingRefusal`` if the object is nested too deeply.
    public func write(_ root: Root, to output: inout MappingOutput) throws(MappingRefusal) {
        var copy = root
        try Storage.with(&copy) { storage throws(MappingRefusal) in
            try output.writeObject(at: storage, plan)
        }
    }

    private func output(
        _ omitsNil: Bool,
        _ includesSensitive: Bool,
        _ keyStrategy: MappingOptions.KeyStrategy,
        wantsValues: Bool = false,
        _ body: (inout MappingOutput) -> Void
    ) -> MappingOutput {
        var output = MappingOutput(
            omitsNil: omitsNil,
            includesSensitive: includesSensitive,
            keyStrategy: keyStrategy,
            wantsValues: wantsValues
        )
        body(&output)
        return output
    }
}
