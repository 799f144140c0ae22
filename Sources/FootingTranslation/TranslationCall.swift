import FootingLocalization

/// A call to the service for one string, and its result.
// Unchecked: all mutable state is read and written under the translator's lock, except for
// `translation`, which doesn't change after the call has ended and is then read without the lock.
final class TranslationCall: @unchecked Sendable {
    let text: String
    let source: LanguageTag
    let target: LanguageTag
    /// The hash of the string and both languages.
    ///
    /// It is computed before the lock is taken, since strings can be long.
    private let hash: Int

    /// The waiters by index.
    var waiters: [CheckedContinuation<String?, Never>?] = []
    /// The number of tasks that wait for the call.
    var waiterCount = 0
    /// The running task, or `nil` after the call has ended.
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
        // By bytes, which avoids normalization. Equal strings with different bytes are separate
        // calls.
        var text = text
        text.withUTF8 { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        hash = hasher.finalize()
    }

    /// The index of the call's bucket.
    var place: Int { hash & (TextTranslator.placeCount - 1) }

    func isSame(as other: TranslationCall) -> Bool {
        hash == other.hash && source == other.source && target == other.target
            && text == other.text
    }
}
