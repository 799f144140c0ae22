/// A value that a reader of an object or list asks for.
enum Origin {
    case value(InputValue)
    /// The input has no value.
    case absent
    /// The object has the key more than once, and the options reject that.
    case duplicated
}
