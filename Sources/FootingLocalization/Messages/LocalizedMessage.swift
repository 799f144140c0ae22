/// A key with its arguments: a message that is put into words for each reader.
///
/// ```swift
/// let l10n = store.localizer(for: [language])
/// print(l10n(error.message))
/// ```
///
/// A message has no bundle and no language, so it can be thrown, stored and handed to other tasks.
/// Members such as `.notStored(_:)` are generated from tables, as <doc:Messages> shows; without
/// them, a message is created from its key.
public struct LocalizedMessage: Sendable {
    /// The key.
    public let key: String
    /// The name of the table, or `nil` for `Localizable`.
    public let table: String?
    /// The arguments, in the order of the source string.
    public let arguments: [FormatValue]
    /// The string, or the format of the arguments, that is shown if no table has the key; `nil`
    /// means the key.
    public let defaultText: String?

    /// Creates a message.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - arguments: The arguments, in the order of the source string.
    ///   - table: The name of the table; `nil` and the empty string mean `Localizable`.
    ///   - defaultText: The string in the development language if no table has the key; `nil` means
    ///     the key.
    public init(
        _ key: String,
        _ arguments: any FormatArgument...,
        table: String? = nil,
        default defaultText: String? = nil
    ) {
        let values = arguments.map { $0.formatValue }
        self.init(key, arguments: values, table: table, default: defaultText)
    }

    /// Creates a message with an array of arguments, as generated members do.
    public init(
        _ key: String,
        arguments: [FormatValue],
        table: String? = nil,
        default defaultText: String? = nil
    ) {
        (self.key, self.defaultText, self.arguments) = (key, defaultText, arguments)
        self.table = LocalizationSnapshot.isDefault(table) ? nil : table
    }
}

extension Localizer {
    /// Returns the string of a message.
    ///
    /// The result is that of a call with the message's key, arguments, table and default.
    ///
    /// - Complexity: O(*n*) in the length of the string.
    public func callAsFunction(_ message: LocalizedMessage) -> String {
        let (key, table, defaultText) = (message.key, message.table, message.defaultText)
        guard !message.arguments.isEmpty else {
            return self(key, table: table, default: defaultText)
        }
        return self(key, arguments: message.arguments, table: table, default: defaultText)
    }
}
