public import FootingLocalization
import FootingLocks

/// Translates texts that no table has, such as those that people write, by a service of yours.
///
/// ```swift
/// let translator = TextTranslator { text, source, target in
///     try await service.translate(text, from: source, to: target)
/// }
/// print(await l10n.translated("Guten Tag!", from: "de", by: translator))  // Good day!
/// ```
///
/// However many tasks ask for one text at a time, the service is called once, and what it returned
/// is kept: some hundred texts of up to 16 KiB, at most 1,024. Those that were translated long ago
/// give way. Keep one translator for a service; it may be used by any task, but not by the service
/// itself, which would wait for its own answer until its time is over.
public final class TextTranslator: Sendable {
    /// Translates a text from one language into another.
    public typealias Translation =
        @Sendable (_ text: String, _ source: LanguageTag, _ target: LanguageTag) async throws
        -> String

    private let translation: Translation
    private let timeout: Duration?
    private let timer: (@Sendable () async -> Void)?
    /// The calls at each place: those under way, and the last ones that returned a text, of which
    /// the newest stands first.
    private let places = Lock([[TranslationCall]](repeating: [], count: placeCount))

    static let placeCount = 128
    private static let maximumKept = 8
    private static let maximumLength = 1 << 14

    /// Creates a translator that calls a service, which must not block its thread.
    ///
    /// The call runs in a task of its own, which inherits from the first one that asks. It is
    /// cancelled when its time is over, and when every task that waits for it is cancelled. What it
    /// returns after that is dropped; nothing but white space is no translation. A text that has
    /// none is asked for again the next time: to be easy on a service that is down or slow is its
    /// own matter, and so is how many texts it is asked for at a time.
    ///
    /// - Parameters:
    ///   - timeout: How long a call may take, from the first task that asks; `nil` for as long as
    ///     it takes. A service that blocks the threads of all tasks is waited for, but what it
    ///     returns too late is dropped, too.
    ///   - translation: Calls the service.
    public convenience init(
        timeout: Duration? = .seconds(10),
        _ translation: @escaping Translation
    ) {
        guard let timeout else {
            self.init(translation, timeout: nil, timer: nil)
            return
        }
        let (seconds, rest) = timeout.components
        let nanoseconds = Double(seconds) * 1e9 + Double(rest) / 1e9
        let duration = UInt64(max(0, min(nanoseconds, 1e18)))
        self.init(translation, timeout: timeout) { try? await Task.sleep(nanoseconds: duration) }
    }

    /// Creates a translator whose calls have as long as `timer` takes to return.
    init(
        _ translation: @escaping Translation,
        timeout: Duration? = nil,
        timer: (@Sendable () async -> Void)?
    ) {
        self.translation = translation
        self.timeout = timeout
        self.timer = timer
    }

    /// The translation of a text, or `nil` if there is none.
    func translation(
        of text: String,
        from source: LanguageTag,
        to target: LanguageTag
    ) async -> String? {
        guard !Task.isCancelled else { return nil }
        let (call, waiter) = join(TranslationCall(text, source, target))
        guard let waiter else { return call.translation }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = places.withLock { _ in
                    if !call.isOver { call.waiters[waiter] = continuation }
                    return call.isOver
                }
                if isOver { continuation.resume(returning: call.translation) }
                // Who was cancelled before it waited was looked for in vain.
                if Task.isCancelled { leave(call, waiter) }
            }
        } onCancel: {
            leave(call, waiter)
        }
    }

    /// Finds the call for a text, or begins it; the place of who waits for it is `nil` if it is
    /// over.
    private func join(_ new: TranslationCall) -> (call: TranslationCall, waiter: Int?) {
        let place = new.place
        return places.withLock { places in
            var call = new
            for known in places[place] where known.isSame(as: new) { call = known }
            if call.isOver { return (call, nil) }
            if call === new {
                places[place].append(call)
                call.task = Task { await run(call) }
            }
            call.waiters.append(nil)
            call.waiterCount += 1
            return (call, call.waiters.count - 1)
        }
    }

    private func run(_ call: TranslationCall) async {
        let watch = timer.map { timer in
            Task {
                await timer()
                if !Task.isCancelled { end(call, nil) }
            }
        }
        let start = ContinuousClock.now
        var text = try? await translation(call.text, call.source, call.target)
        if let timeout, ContinuousClock.now - start > timeout { text = nil }
        if text?.allSatisfy(\.isWhitespace) == true { text = nil }
        end(call, text)
        watch?.cancel()
    }

    /// Ends a call, unless it is over, and tells those who wait.
    private func end(_ call: TranslationCall, _ translation: String?) {
        let waiters = places.withLock { places -> [CheckedContinuation<String?, Never>?] in
            if call.isOver { return [] }
            Self.end(call, translation, &places[call.place])
            defer { call.waiters = [] }
            return call.waiters
        }
        if translation == nil { call.task?.cancel() }
        for waiter in waiters { waiter?.resume(returning: translation) }
    }

    /// Takes one who waits out of a call, which ends when nobody is left.
    private func leave(_ call: TranslationCall, _ waiter: Int) {
        let (continuation, isLast) = places.withLock {
            places -> (CheckedContinuation<String?, Never>?, Bool) in
            guard !call.isOver, let continuation = call.waiters[waiter] else { return (nil, false) }
            call.waiters[waiter] = nil
            call.waiterCount -= 1
            if call.waiterCount == 0 { Self.end(call, nil, &places[call.place]) }
            return (continuation, call.isOver)
        }
        if isLast { call.task?.cancel() }
        continuation?.resume(returning: nil)
    }

    /// Ends a call while the lock is held: it stays at its place if its translation is to be kept.
    private static func end(
        _ call: TranslationCall,
        _ translation: String?,
        _ place: inout [TranslationCall]
    ) {
        call.isOver = true
        call.translation = translation
        let length = call.text.utf8.count + (translation ?? "").utf8.count
        let isKept = translation != nil && length <= maximumLength
        var left = isKept ? [call] : []
        var room = maximumKept - left.count
        for other in place where other !== call {
            if other.isOver { room -= 1 }
            if !other.isOver || room >= 0 { left.append(other) }
        }
        place = left
    }
}

extension Localizer {
    /// Returns a text that no table has in the reader's language, translated by a service.
    ///
    /// The reader's language is the first of its `languages`, the one that the rest is shown in, and
    /// where that is a pseudolocale or there is none, the store's `developmentLanguage`. A text of
    /// this language and script is returned as it is, without a call; and so is every text that
    /// can't be translated: the service throws an error, or doesn't answer in time, or this task is
    /// cancelled, which others that wait for the same text don't notice.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - source: The language that it is in.
    ///   - translator: What translates it.
    /// - Returns: The translation, or the text itself.
    public func translated(
        _ text: String,
        from source: LanguageTag,
        by translator: TextTranslator
    ) async -> String {
        let target = language
        if text.isEmpty || target.isAnswered(by: source) { return text }
        return await translator.translation(of: text, from: source, to: target) ?? text
    }
}
