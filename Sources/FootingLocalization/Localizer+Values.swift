/// Localizes `@key` values: strings that represent other strings, as in descriptions of screens.
// Compiled into its clients, so other programs don't contain it.
extension Localizer {
    /// Returns a value in which strings that name keys are replaced by the strings of these keys.
    ///
    /// ```swift
    /// print(l10n.localizingValue("@tour.title"))  // A delivery for the library
    /// print(l10n.localizingValue(#"\@anna"#))  // @anna
    /// print(l10n.localizingValue("@tour.sequel"))  // tour.sequel: no table has it.
    /// ```
    ///
    /// - `@key` becomes the string of the key, without formatting; for a missing key, the string of
    ///   the handler (``LocalizationStore/onMissingKey(_:)``), another language's string, or the
    ///   key.
    /// - A string that begins with `\@` loses the backslash.
    /// - Any other string is returned unchanged, including `@` alone.
    /// - The values of arrays, and of dictionaries with strings as keys, are replaced by the same
    ///   rules, 64 levels deep. Inside values of the type `Any` they become `[Any]` and
    ///   `[String: Any]`.
    /// - Any other value, and each key of a dictionary, is returned unchanged.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - table: The name of the table; `nil` and the empty string mean `Localizable`.
    /// - Returns: A value of the same type.
    /// - Complexity: O(*n*) in the number of values.
    @export(implementation)
    public func localizingValue<Value>(_ value: Value, table: String? = nil) -> Value {
        func localize(_ text: String) -> String {
            // Compares bytes: `@` and a combining mark are one character, but the mark is a key.
            let bytes = text.utf8
            guard let first = bytes.first, bytes.count > 1 else { return text }
            let isKey = first == UInt8(ascii: "@")
            let isEscaped =
                first == UInt8(ascii: "\\")
                && bytes.dropFirst().first == UInt8(ascii: "@")
            guard isKey || isEscaped else { return text }
            let rest = String(decoding: bytes.dropFirst(), as: UTF8.self)
            return isKey ? self(rest, table: table) : rest
        }
        func localize(_ value: Any, depth: Int) -> Any {
            if let text = value as? String { return localize(text) }
            guard depth < 64 else { return value }
            if let values = value as? [Any] {
                return values.map { localize($0, depth: depth + 1) }
            }
            if let values = value as? [String: Any] {
                return values.mapValues { localize($0, depth: depth + 1) }
            }
            return value
        }
        return localize(value, depth: 0) as? Value ?? value
    }

    /// Returns a dictionary in which values that name keys are replaced by strings, at any depth.
    ///
    /// ```swift
    /// let screen: [String: Any] = [
    ///     "title": "@tour.title", "owner": #"\@anna"#, "rows": ["@tour.next", "17"],
    /// ]
    /// let shown = l10n.localizingValues(in: screen)
    /// print(shown["title"] ?? "")  // A delivery for the library
    /// ```
    ///
    /// Use it for values from a property list, from JSON, or from another description of a user
    /// interface. ``localizingValue(_:table:)`` describes the rules.
    ///
    /// - Complexity: O(*n*) in the number of values.
    @export(implementation)
    public func localizingValues<Value>(
        in values: [String: Value],
        table: String? = nil
    ) -> [String: Value] {
        localizingValue(values, table: table)
    }

    /// Returns an array in which values that name keys are replaced by strings, at any depth.
    ///
    /// The rules are those for dictionaries.
    ///
    /// - Complexity: O(*n*) in the number of values.
    @export(implementation)
    public func localizingValues<Value>(in values: [Value], table: String? = nil) -> [Value] {
        localizingValue(values, table: table)
    }

    /// Replaces the keys in some properties of an object by strings.
    ///
    /// ```swift
    /// l10n.localizeValues(of: label, at: \.text, \.hint)
    /// ```
    ///
    /// A property is a string, an optional string, or an array or a dictionary with strings; the
    /// rules are those of ``localizingValue(_:table:)``. A property of any other type is set to its
    /// own value.
    ///
    /// - Complexity: O(*n*) in the number of values.
    @export(implementation)
    public func localizeValues<Object: AnyObject, each Value>(
        of object: Object,
        at properties: repeat ReferenceWritableKeyPath<Object, each Value>,
        table: String? = nil
    ) {
        for property in repeat each properties {
            object[keyPath: property] = localizingValue(object[keyPath: property], table: table)
        }
    }

    /// Replaces the keys in some properties of a value by strings.
    ///
    /// ```swift
    /// l10n.localizeValues(of: &page, at: \.title, \.sections)
    /// ```
    ///
    /// The rules are those for objects.
    ///
    /// - Complexity: O(*n*) in the number of values.
    @export(implementation)
    public func localizeValues<Root, each Value>(
        of value: inout Root,
        at properties: repeat WritableKeyPath<Root, each Value>,
        table: String? = nil
    ) {
        for property in repeat each properties {
            value[keyPath: property] = localizingValue(value[keyPath: property], table: table)
        }
    }
}
