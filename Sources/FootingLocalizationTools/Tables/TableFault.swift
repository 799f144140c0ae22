/// A reason why a table can't be edited.
struct TableFault: Error {
    let code: LocalizationToolsError.Code
    let line: Int?
    /// The cause and the remedy, as one sentence.
    let message: String

    init(_ code: LocalizationToolsError.Code, line: Int? = nil, _ message: String) {
        (self.code, self.line, self.message) = (code, line, message)
    }
}
