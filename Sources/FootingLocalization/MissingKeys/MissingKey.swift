/// A key that has no string in a reader's best language, for the handler of a store.
///
/// ```swift
/// store.onMissingKey { missing in
///     print("\(missing.language) lacks “\(missing.key)” in \(missing.table)")
///     return nil
/// }
/// ```
public struct MissingKey: Hashable, Sendable {
    /// The bundles that were searched, in order of precedence.
    public let bundles: [ResourceBundle]
    /// The name of the table.
    public let table: String
    /// The key.
    public let key: String
    /// The language that lacks the key: the reader's best in the bundles, or the development
    /// language.
    public let language: LanguageTag
    /// All languages of the localizer, in order.
    public let languages: [LanguageTag]
    /// The language that has the key instead, or `nil` if none has.
    public let fallback: LanguageTag?
}
