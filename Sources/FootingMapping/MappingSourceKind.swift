/// The kind of a value in the input.
public enum MappingSourceKind: String, Hashable, Sendable {
    /// No value: the key is missing.
    case absent
    /// JSON's `null`, `NSNull` or an empty optional.
    case null
    /// A Boolean.
    case bool
    /// A number of any type.
    case number
    /// A string.
    case string
    /// An array.
    case array
    /// A JSON object, or a dictionary.
    case object
    /// A value without a kind in JSON, such as a `Date`.
    case other
}
