public import Foundation

extension Mapping {
    /// Returns the JSON object that this mapping would set the properties of `root` from.
    ///
    /// Each field is written under its first key, with its path and in its first form: dates as RFC 3339,
    /// bytes as base64, URLs, UUIDs and raw values as the texts and numbers that they are. What was
    /// written reads back as the same values; a date has nine digits of a second at most, or as many as
    /// its form has. A field is left out, with an issue, if it can't be written: it has a transform or
    /// only sets, and no ``Field/written(_:)``; its type says only how it is read; a number is not finite;
    /// or it is deeper than 64 objects and lists, as in an object that holds itself.
    ///
    /// ```swift
    /// let (dictionary, _) = Order.mapping.dictionary(from: order, includesSensitive: true)
    /// ```
    ///
    /// - Parameters:
    ///   - root: The object that is read; it is not changed.
    ///   - omitsNil: Leaves out properties that are `nil`, in place of writing a null.
    ///   - includesSensitive: Writes the fields that are ``Field/sensitive()``, too.
    ///   - keyStrategy: The spelling of the keys; reading needs the same one.
    /// - Returns: The object, with `NSNull`, `Bool`, numbers, `String`, `[Any]` and `[String: Any]` in it;
    ///   and the report, which counts the fields that were written as applied.
    /// - Complexity: O(*n*) in the number of values.
    public func dictionary(
        from root: Root,
        omitsNil: Bool = false,
        includesSensitive: Bool = false,
        keyStrategy: MappingOptions.KeyStrategy = .exact
    ) -> (dictionary: [String: Any], report: MappingReport) {
        let output = output(omitsNil, includesSensitive, keyStrategy, wantsValues: true) { output in
            try? write(root, to: &output)
        }
        return (output.values?.first as? [String: Any] ?? [:], output.report)
    }

    /// Returns the JSON document that this mapping would set the properties of `root` from, without blanks
    /// and with sorted keys.
    ///
    /// It has what ``dictionary(from:omitsNil:includesSensitive:keyStrategy:)`` has, and as many digits of each number as it needs.
    ///
    /// - Parameters:
    ///   - root: The object that is read; it is not changed.
    ///   - omitsNil: Leaves out properties that are `nil`, in place of writing a null.
    ///   - includesSensitive: Writes the fields that are ``Field/sensitive()``, too.
    ///   - keyStrategy: The spelling of the keys; reading needs the same one.
    /// - Returns: The document in UTF-8; and the report, which counts the fields that were written as
    ///   applied.
    /// - Complexity: O(*n* log *n*) in the number of values.
    public func json(
        from root: Root,
        omitsNil: Bool = false,
        includesSensitive: Bool = false,
        keyStrategy: MappingOptions.KeyStrategy = .exact
    ) -> (data: Data, report: MappingReport) {
        let output = output(omitsNil, includesSensitive, keyStrategy) { try? write(root, to: &$0) }
        return (Data(output.bytes), output.report)
    }

    /// Returns the JSON document with the list of the objects that this mapping would set the properties of
    /// `roots` from, without blanks and with sorted keys.
    ///
    /// It has for each what ``dictionary(from:omitsNil:includesSensitive:keyStrategy:)`` has.
    ///
    /// - Parameters:
    ///   - roots: The objects that are read; they are not changed.
    ///   - omitsNil: Leaves out properties that are `nil`, in place of writing a null.
    ///   - includesSensitive: Writes the fields that are ``Field/sensitive()``, too.
    ///   - keyStrategy: The spelling of the keys; reading needs the same one.
    /// - Returns: The document in UTF-8; and the report on all objects.
    /// - Complexity: O(*n* log *n*) in the number of values.
    public func jsonArray(
        from roots: some Sequence<Root>,
        omitsNil: Bool = false,
        includesSensitive: Bool = false,
        keyStrategy: MappingOptions.KeyStrategy = .exact
    ) -> (data: Data, report: MappingReport) {
        let output = output(omitsNil, includesSensitive, keyStrategy) { output in
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

    /// Writes an object inside of what is being written.
    ///
    /// It is for a type that says itself how it is written:
    ///
    /// ```swift
    /// func write(to output: inout MappingOutput) throws(MappingRefusal) {
    ///     try Customer.mapping.write(self, to: &output)
    /// }
    /// ```
    ///
    /// - Throws: ``MappingRefusal`` if the object is too deep inside others.
    public func write(_ root: Root, to output: inout MappingOutput) throws(MappingRefusal) {
        var copy = root
        try Place.with(&copy) { place throws(MappingRefusal) in
            try output.writeObject(at: place, plan)
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
