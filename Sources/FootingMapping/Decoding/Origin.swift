/// The location of a value to decode.
enum Origin {
    /// The index of a token in a JSON document.
    case token(Int)
    case native(NativeValue)
    /// The input has no value.
    case absent
    /// The object has the key more than once, and the options reject that.
    case duplicated
}
