/// The arguments say nothing that the command can do.
struct Misuse: Error, Equatable {
    /// What is wrong with them, without an end.
    let reason: String

    init(_ reason: String) { self.reason = reason }
}
