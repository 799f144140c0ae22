/// A type that can be converted from any kind of value in the input.
///
/// `String`, `Bool`, the integers, `Double`, `Float`, `Decimal`, `Date`, `URL`, `UUID` and `Data`
/// conform, as do optionals, arrays, sets and dictionaries of conforming types. An enumeration with
/// raw values only declares its conformance. A type of your own delegates to one of these:
///
/// ```swift
/// struct ArticleNumber: MappingConvertible, Equatable {
///     var text = ""
///
///     static func converted(from source: borrowing MappingSource) -> MappingConversion<Self> {
///         String.converted(from: source).map { Self(text: $0) }
///     }
///
///     func write(to output: inout MappingOutput) throws(MappingRefusal) {
///         try text.write(to: &output)
///     }
/// }
/// ```
public protocol MappingConvertible: SendableMetatype {
    /// Returns `source` converted to this type, or the reason why it can't be converted.
    ///
    /// It is called on the thread that applies the mapping, for each value of a field, and again if
    /// ``MappingOptions/isAtomic``. A failure leaves the field's property unchanged.
    static func converted(from source: borrowing MappingSource) -> MappingConversion<Self>

    /// Writes the value as JSON that ``converted(from:)`` reads.
    ///
    /// A type of your own delegates this to another type, too. It must write exactly one value:
    /// otherwise, nothing is written. Without an implementation, fields of the type are not
    /// written, unless they use ``Field/written(_:)``.
    ///
    /// - Throws: ``MappingRefusal`` if the value can't be written; it is then left out and is an
    ///   issue.
    func write(to output: inout MappingOutput) throws(MappingRefusal)
}
