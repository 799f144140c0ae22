/// A type with its own mapping, whose objects can be values of properties, arrays and dictionaries.
///
/// ```swift
/// struct Line: Mappable {
///     var article = ""
///     var count = 1
///
///     static let mapping = Mapping<Line> {
///         Field("article", \.article).required()
///         Field("count", \.count)
///     }
/// }
/// ```
///
/// An object in a property is updated in place, also in an optional property that has one already.
/// Elements of arrays and dictionaries are always new objects: an element that is not an object, or
/// that lacks a required field, is left out, and an issue reports its index.
///
/// Structs and final classes conform. A class that is not final, or a type that can't be created
/// without arguments, conforms to ``MappingConvertible`` and calls
/// ``Mapping/make(_:from:)-(Root,MappingSource)``.
public protocol Mappable: MappingConvertible {
    /// The mapping from keys of the input to properties.
    static var mapping: Mapping<Self> { get }

    /// Creates an object for input to be mapped onto, where there is none yet.
    init()
}

extension Mappable {
    /// Converts an object whose required fields can all be set.
    @inlinable
    public static func converted(from source: borrowing MappingSource) -> MappingConversion<Self> {
        mapping.make(Self(), from: source)
    }
}

extension Mapping {
    /// Returns `initial` with its properties set from an object of the input.
    ///
    /// Use it in a type that implements its own conversion:
    ///
    /// ```swift
    /// extension Customer: MappingConvertible {
    ///     static func converted(
    ///         from source: borrowing MappingSource
    ///     ) -> MappingConversion<Customer> {
    ///         mapping.make(Customer(name: "unknown"), from: source)
    ///     }
    ///
    ///     func write(to output: inout MappingOutput) throws(MappingRefusal) {
    ///         try Customer.mapping.write(self, to: &output)
    ///     }
    /// }
    /// ```
    ///
    /// The conversion fails if the value is not an object, or if a required field is missing or
    /// invalid. Another field that can't be set is an issue, and its property keeps the value from
    /// `initial`.
    ///
    /// - Complexity: O(*n*) in the number of values in the object.
    @inlinable
    public func make(
        _ initial: Root,
        from source: borrowing MappingSource
    ) -> MappingConversion<Root> {
        var value = initial
        if let refusal = Storage.with(&value, { source.map(plan, onto: $0) }) {
            return .refused(refusal)
        }
        return source.isList ? .converted(value) : .exact(value)
    }
}
