/// The output and the exit status of the command.
struct CommandResult: Equatable {
    /// The text for standard output.
    var output = ""
    /// The text for standard error, if any.
    var message: String?
    var status = Terminal.success
}
