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
    /// - Returns: The object, with `NSNull`, `Bool`, numbers, `String`, `[Any]` and `[String: Any]` in it;
    ///   and the report, which counts the fields that were written as applied.
    /// - Complexity: O(*n*) in the number of values.
    public func dictionary(
        from root: Root,
        omitsNil: Bool = false,
        includesSensitive: Bool = false
    ) -> (dictionary: [String: Any], report: MappingReport) {
        let (object, report) = written(root, omitsNil, includesSensitive)
        return (WrittenValue.dictionary(object), report)
    }

    /// Returns the JSON document that this mapping would set the properties of `root` from, without blanks
    /// and with sorted keys.
    ///
    /// It has what ``dictionary(from:omitsNil:includesSensitive:)`` has, and as many digits of each number as it needs.
    ///
    /// - Parameters:
    ///   - root: The object that is read; it is not changed.
    ///   - omitsNil: Leaves out properties that are `nil`, in place of writing a null.
    ///   - includesSensitive: Writes the fields that are ``Field/sensitive()``, too.
    /// - Returns: The document in UTF-8; and the report, which counts the fields that were written as
    ///   applied.
    /// - Complexity: O(*n* log *n*) in the number of values.
    public func json(
        from root: Root,
        omitsNil: Bool = false,
        includesSensitive: Bool = false
    ) -> (data: Data, report: MappingReport) {
        let (object, report) = written(root, omitsNil, includesSensitive)
        var bytes: [UInt8] = []
        WrittenValue.object(object).write(to: &bytes)
        return (Data(bytes), report)
    }

    private func written(
        _ root: Root,
        _ omitsNil: Bool,
        _ includesSensitive: Bool
    ) -> (object: [WrittenValue.Member], report: MappingReport) {
        var writer = ObjectWriter(omitsNil: omitsNil, includesSensitive: includesSensitive)
        var copy = root
        let object = Place.with(&copy) { writer.object(at: $0, plan) }
        return (object, writer.report)
    }
}
