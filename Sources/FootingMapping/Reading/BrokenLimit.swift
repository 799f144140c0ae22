/// Which limit a value is beyond, as issues say it.
enum BrokenLimit: String {
    case depth, elements, bytes
    /// More was tried in one call of a decoder than its input is large.
    case attempts
    /// The stack of the thread is almost used up.
    case stack
    case combiningMarks = "combining marks"
}
