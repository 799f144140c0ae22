/// The limit that a value exceeds.
///
/// The raw value is the limit's name in issues.
enum BrokenLimit: String {
    case depth, elements, bytes
    /// One call of a decoder made more attempts than the size of its input allows.
    case attempts
    /// Little of the thread's stack is left.
    case stack
    case combiningMarks = "combining marks"
}
