/// An error about invalid arguments.
struct Misuse: Error, Equatable {
    /// The reason, without a final full stop.
    let reason: String

    init(_ reason: String) { self.reason = reason }
}
