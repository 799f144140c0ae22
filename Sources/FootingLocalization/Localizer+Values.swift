extension Localizer {
    /// Returns a dictionary in which values that name keys are texts, as deep as it goes.
    ///
    /// ```swift
    /// let screen: [String: Any] = [
    ///     "title": "@tour.title", "owner": #"\@anna"#, "rows": ["@tour.next", "17"],
    /// ]
    /// let shown = l10n.localizingValues(in: screen)
    /// print(shown["title"] ?? "")  // A delivery for the library
    /// ```
    ///
    /// It is for what was read of a property list, of JSON or of another description of an
    /// interface. A text `@key` becomes the text of that key, as it stands in its table; where no
    /// table has the key, it stays as it is, unless the handler of missing keys has a text
    /// (``LocalizationStore/onMissingKey(_:)``). A text that begins with `\@` loses the backslash.
    /// Every other value stays as it is, `@` alone and each key of a dictionary among them. Values
    /// of arrays, and of dictionaries whose keys are texts, are gone through in the same way, 64
    /// levels deep; among values of any kind these come back as `[Any]` and `[String: Any]`.
    ///
    /// - Parameters:
    ///   - values: The dictionary, with values of any kind: `[String: Any]`, `[String: String]`.
    ///   - table: The name of the table; `nil` and the empty text mean `Localizable`.
    /// - Returns: A dictionary of the same type, with the same keys.
    /// - Complexity: O(*n*) in the number of values.
    public func localizingValues<Value>(
        in values: [String: Value],
        table: String? = nil
    ) -> [String: Value] {
        localized(values, table, depth: 0) as? [String: Value] ?? values
    }

    /// Returns an array in which values that name keys are texts, as deep as it goes.
    ///
    /// The rules are those for dictionaries.
    ///
    /// - Parameters:
    ///   - values: The array, with values of any kind: `[Any]`, `[String]`.
    ///   - table: The name of the table; `nil` and the empty text mean `Localizable`.
    /// - Returns: An array of the same type, with as many values.
    /// - Complexity: O(*n*) in the number of values.
    public func localizingValues<Value>(in values: [Value], table: String? = nil) -> [Value] {
        localized(values, table, depth: 0) as? [Value] ?? values
    }

    private func localized(_ value: Any, _ table: String?, depth: Int) -> Any {
        if let text = value as? String {
            // A mark that combines with the sign makes another character of it, but not another key.
            let isKey = text.utf8.first == UInt8(ascii: "@") && text.utf8.count > 1
            guard isKey || text.utf8.first == UInt8(ascii: "\\") else { return value }
            let bytes = Array(text.utf8)
            guard isKey || bytes.has("@", at: 1) else { return value }
            let rest = String(decoding: bytes[1...], as: UTF8.self)
            return isKey ? self(rest, table: table, default: text) : rest
        }
        guard depth < Self.maximumDepth else { return value }
        if let values = value as? [Any] {
            return values.map { localized($0, table, depth: depth + 1) }
        }
        if let values = value as? [String: Any] {
            return values.mapValues { localized($0, table, depth: depth + 1) }
        }
        return value
    }

    private static let maximumDepth = 64
}
