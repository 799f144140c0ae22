/// How a store reads the strings of tables.
struct ReadingOptions: Sendable {
    /// The device for device rules; `nil` for that of the platform.
    var device: String?
    /// Whether empty strings are left out.
    var skipsEmptyStrings = false
}
