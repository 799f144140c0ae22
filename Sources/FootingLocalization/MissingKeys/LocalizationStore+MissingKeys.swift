extension LocalizationStore {
    /// Sets a handler that is called for missing keys and may return the string to show.
    ///
    /// A key is missing if no language with the language and script of the reader's best language
    /// has a string for it, even if another language has one (``MissingKey/fallback``). The handler
    /// is called once for each key, table and language, for at most 10,000 of them, and again after
    /// a reload.
    ///
    /// The string that it returns is shown from then on in place of the other language's string,
    /// the caller's default and the key; it is formatted as a string of ``MissingKey/language``.
    /// With `nil`, and for look-ups of the same key while the handler is running, the result is the
    /// same as without a handler.
    ///
    /// A store has one handler. Another one replaces it at once in all localizers of the store, and
    /// is called again for all keys. Calls that are running continue.
    ///
    /// The handler is called by the look-up, on its thread and with no lock held, possibly on
    /// several threads at once. It may look up strings itself, which can call it again. While 8
    /// calls are running, other look-ups ignore the handler.
    ///
    /// - Parameter handler: The handler, or `nil` to remove it.
    public func onMissingKey(_ handler: (@Sendable (MissingKey) -> String?)?) {
        missingKeyHook.set(handler)
    }
}
