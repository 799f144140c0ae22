import FootingLocalizationTools

/// The output and the exit status of the command.
struct CommandResult: Equatable {
    /// The text for standard output.
    var output = ""
    /// The text for standard error, if any.
    var message: String?
    var status = Terminal.success

    /// Sets a status that is higher than the present one, and the message, if there is one.
    mutating func fail(_ message: String? = nil, status: Int32 = Terminal.failure) {
        self.message = message ?? self.message
        self.status = max(self.status, status)
    }

    /// Fails since tables or files can't be written or read.
    mutating func fail(_ message: String, by error: LocalizationToolsError) {
        fail(message, status: error.isOfWriting ? Terminal.outputFailed : Terminal.failure)
    }
}
