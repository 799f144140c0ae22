/// A key that has no text in a reader's best language, as the handler of a store is told of it.
///
/// ```swift
/// store.onMissingKey { missing in
///     print("\(missing.language) lacks “\(missing.key)” in \(missing.table)")
///     return nil
/// }
/// ```
public struct MissingKey: Hashable, Sendable {
    /// The bundles that were looked in, those that go before others first.
    public let bundles: [ResourceBundle]
    /// The name of the table.
    public let table: String
    /// The key.
    public let key: String
    /// The language that lacks the key: the best one of the reader's that the bundles have, or the
    /// development language if they have none.
    public let language: LanguageTag
    /// All languages that the reader's view asks, in order.
    public let languages: [LanguageTag]
    /// The language that has the key instead, or `nil` if none has.
    public let fallback: LanguageTag?
}

extension LocalizationStore {
    /// Has keys without a text reported to a handler, which may return the text to show.
    ///
    /// A key is missing where the reader's best language, or one of the same language and script
    /// that it inherits from, has no text for it, even if a text of another language stands in
    /// (``MissingKey/fallback``). The handler is told once of a key, table and language as long as
    /// the tables are not read again, and of 10,000 of them at most; so it can write a log, or
    /// collect what translators lack.
    ///
    /// The text that it returns is shown in place of the other language's, the caller's default and
    /// the key, from then on and without asking again: it takes arguments as a text of
    /// ``MissingKey/language`` does. With `nil` all is as without a handler; as it is for who looks
    /// the same key up while the handler is running.
    ///
    /// There is one handler. Another one takes its place, and is told of everything anew; `nil`
    /// takes it away. Both hold at once for all localizers of the store. One that is running may
    /// still end.
    ///
    /// The handler runs in the look-up, on its thread and with no lock held, so that it may run on
    /// several threads at once. It may look texts up itself, of which it is told too; beyond 8
    /// calls that are running, look-ups go without it.
    ///
    /// - Parameter handler: What is told of missing keys; `nil` for nothing.
    public func onMissingKey(_ handler: (@Sendable (MissingKey) -> String?)?) {
        missingKeyHook.set(handler)
    }
}
