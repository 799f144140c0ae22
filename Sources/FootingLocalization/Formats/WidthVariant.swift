/// A string for spaces of at least a certain width.
final class WidthVariant: Sendable {
    let width: Int
    let text: String
    /// The format, or `nil` if the string has no percent sign.
    let format: LocalizedFormat?

    init(width: Int, text: String, format: LocalizedFormat?) {
        self.width = width
        self.text = text
        self.format = format
    }
}
