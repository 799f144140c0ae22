/// An object that brings its own mapping, so that it can stand in a property, a list or a dictionary.
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
/// A property that holds one is updated in place; an optional one too, if there is an object already.
/// Elements of lists and dictionaries are always new: one that is no object, or lacks a required
/// field, is left out, and the issue that says so has its index.
///
/// Structs and final classes conform. Another class, and a type that has no initializer without
/// arguments, conforms to ``MappingConvertible`` and calls
/// ``Mapping/make(_:from:)-(Root,MappingSource)``.
public protocol Mappable: MappingConvertible {
    /// How input sets the properties.
    static var mapping: Mapping<Self> { get }

    /// Creates the object that input is mapped onto where there is none yet.
    init()
}

extension Mappable {
    /// Takes an object whose required fields can all be set.
    @inlinable
    public static func converted(from source: borrowing MappingSource) -> MappingConversion<Self> {
        mapping.make(Self(), from: source)
    }
}

extension Mapping {
    /// Returns `initial` with its properties set from an object of the input.
    ///
    /// It is for a type that says itself how it is converted:
    ///
    /// ```swift
    /// extension Customer: MappingConvertible {
    ///     static func converted(from source: borrowing MappingSource) -> MappingConversion<Customer> {
    ///         mapping.make(Customer(name: "unknown"), from: source)
    ///     }
    ///
    ///     func write(to output: inout MappingOutput) throws(MappingRefusal) {
    ///         try Customer.mapping.write(self, to: &output)
    ///     }
    /// }
    /// ```
    ///
    /// It fails if the value is no object, or a required field is missing or could not be set. What
    /// else could not be set in the object is an issue, and keeps the value that it has in `initial`.
    ///
    /// - Complexity: O(*n*) in the number of values in the object.
    @inlinable
    public func make(
        _ initial: Root,
        from source: borrowing MappingSource
    ) -> MappingConversion<Root> {
        var value = initial
        if let refusal = Place.with(&value, { source.map(plan, onto: $0) }) {
            return .refused(refusal)
        }
        return source.isList ? .converted(value) : .exact(value)
    }
}
