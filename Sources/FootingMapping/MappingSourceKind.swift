/// The kind of a value in the input.
public enum MappingSourceKind: String, Hashable, Sendable {
    /// The key is not there.
    case absent
    /// JSON's `null`, `NSNull` or an empty optional.
    case null
    /// True or false.
    case bool
    /// A number of any type.
    case number
    /// A text.
    case string
    /// A list of values.
    case array
    /// Values by name.
    case object
    /// A value that JSON has no kind for, such as a `Date`.
    case other
}
