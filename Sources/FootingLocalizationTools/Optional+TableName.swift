extension Optional<String> {
    /// The name of a table; `Localizable` if none is given.
    var tableName: String {
        guard let self, !self.isEmpty else { return "Localizable" }
        return self
    }
}
