/// A type whose values are objects of several kinds, which one member of the input distinguishes.
///
/// ```swift
/// enum Vehicle: MappableUnion {
///     case car(Car)
///     case bike(Bike)
///
///     static let union = MappingUnion<Vehicle>(
///         "type",
///         [
///             "car": .object(Vehicle.car) { if case .car(let car) = $0 { car } else { nil } },
///             "bike": .object(Vehicle.bike) {
///                 if case .bike(let bike) = $0 { bike } else { nil }
///             },
///         ]
///     )
/// }
/// ```
///
/// The object in a property is updated in place if the input names its kind: the object keeps what
/// the input leaves out. For another kind, a new object is created. Elements of arrays and
/// dictionaries are always new objects.
public protocol MappableUnion: MappingConvertible {
    /// The kinds of objects, and the key of the member that names the kind.
    static var union: MappingUnion<Self> { get }
}

extension MappableUnion {
    /// Converts an object of one of the kinds if all of its required fields can be set.
    public static func converted(from source: borrowing MappingSource) -> MappingConversion<Self> {
        union.make(from: source)
    }
}
