import FootingLocalization

/// A call to the service for one text, and its result.
// Unchecked: what changes is touched only while the translator's lock is held. The task doesn't
// change after that lock is first left, nor does the translation when the call is over.
final class TranslationCall: @unchecked Sendable {
    let text: String
    let source: LanguageTag
    let target: LanguageTag
    /// The hash of all three.
    ///
    /// It is computed before any lock is held, since texts can be long.
    private let hash: Int

    /// The waiters, each at its own place.
    var waiters: [CheckedContinuation<String?, Never>?] = []
    /// The number of tasks that wait for the call.
    var waiterCount = 0
    var task: Task<Void, Never>?
    var isOver = false
    var translation: String?

    init(_ text: String, _ source: LanguageTag, _ target: LanguageTag) {
        self.text = text
        self.source = source
        self.target = target
        var hasher = Hasher()
        hasher.combine(source)
        hasher.combine(target)
        // By its bytes, which need not be normalized; texts of other bytes are other texts.
        var text = text
        text.withUTF8 { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        hash = hasher.finalize()
    }

    /// Its place in the cache.
    var place: Int { hash & (TextTranslator.placeCount - 1) }

    func isSame(as other: TranslationCall) -> Bool {
        hash == other.hash && source == other.source && target == other.target
            && text == other.text
    }
}
