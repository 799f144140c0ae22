public import FootingLocalization
import FootingLocks

/// Translates strings that are written at run time, with a translation service of your choice.
///
/// ```swift
/// let translator = TextTranslator { text, source, target in
///     try await service.translate(text, from: source, to: target)
/// }
/// let greeting = await l10n.translated("Guten Tag!", from: "de", by: translator)
/// print(greeting)  // Good day!
/// ```
///
/// If several tasks request the same translation at the same time, the service is called once. The
/// translator caches the latest translations: at most 1,024, of up to 16 KiB each. Use one
/// translator for each service, from any task. The service must not request the translation of the
/// same string from its own translator: that call would wait for itself until the time-out.
public final class TextTranslator: Sendable {
    /// A closure that translates a string from one language into another.
    public typealias Translation =
        @Sendable (_ text: String, _ source: LanguageTag, _ target: LanguageTag) async throws
        -> String

    private let translation: Translation
    private let timeout: Duration?
    private let timer: (@Sendable () async -> Void)?
    /// The calls in each bucket: running calls, and the latest successful calls, newest first.
    private let places = Lock([[TranslationCall]](repeating: [], count: placeCount))

    static let placeCount = 128
    private static let maximumKept = 8
    private static let maximumLength = 1 << 14

    /// Creates a translator that calls a service, which must not block its thread.
    ///
    /// Each call runs in its own task, which inherits priority and task-local values from the first
    /// task that requests the translation. The call is cancelled by the time-out, and when every
    /// task that waits for it has been cancelled, but never within that cancellation; a later
    /// result is dropped. A result of only white space is a failure. Failures are not cached, and
    /// the number of concurrent calls is not limited: if the service needs this, do it in the
    /// closure.
    ///
    /// - Parameters:
    ///   - timeout: The time limit for a call, from the first request; `nil` means no limit. With
    ///     zero, the service is called, but its result is dropped. If the service blocks all
    ///     threads of the task pool, the time-out comes late; a later result is dropped even then.
    ///   - translation: A closure that calls the service.
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

    /// Creates a translator whose calls end when `timer` returns.
    init(
        _ translation: @escaping Translation,
        timeout: Duration? = nil,
        timer: (@Sendable () async -> Void)?
    ) {
        self.translation = translation
        self.timeout = timeout
        self.timer = timer
    }

    /// Returns the translation of a string, or `nil` if there is none.
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
                // A cancellation before the continuation was stored found nothing to resume.
                if Task.isCancelled { leave(call, waiter) }
            }
        } onCancel: {
            leave(call, waiter)
        }
    }

    /// Finds or starts the call for a string.
    ///
    /// The waiter's index is `nil` if the call has ended.
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

    /// Ends a call that has not ended yet, and resumes its waiters.
    private func end(_ call: TranslationCall, _ translation: String?) {
        let (waiters, task) = places.withLock {
            places -> ([CheckedContinuation<String?, Never>?], Task<Void, Never>?) in
            if call.isOver { return ([], nil) }
            defer { call.waiters = [] }
            return (call.waiters, Self.end(call, translation, &places[call.place]))
        }
        for waiter in waiters { waiter?.resume(returning: translation) }
        if translation == nil { task?.cancel() }
    }

    /// Removes a waiter from a call.
    ///
    /// The call ends with its last waiter.
    private func leave(_ call: TranslationCall, _ waiter: Int) {
        let (continuation, task) = places.withLock {
            places -> (CheckedContinuation<String?, Never>?, Task<Void, Never>?) in
            guard !call.isOver, let continuation = call.waiters[waiter] else { return (nil, nil) }
            call.waiters[waiter] = nil
            call.waiterCount -= 1
            let isLast = call.waiterCount == 0
            return (continuation, isLast ? Self.end(call, nil, &places[call.place]) : nil)
        }
        continuation?.resume(returning: nil)
        // In another task, because cancelling runs the service's code: the runtime holds the lock
        // of this task, and its canceller may hold others.
        if let task { Task.detached { task.cancel() } }
    }

    /// Ends a call while the lock is held, and returns its task, which a cached call does not keep.
    ///
    /// The call stays in its bucket if its translation is cached.
    private static func end(
        _ call: TranslationCall,
        _ translation: String?,
        _ place: inout [TranslationCall]
    ) -> Task<Void, Never>? {
        let task = call.task
        call.task = nil
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
        return task
    }
}

extension Localizer {
    /// Returns a string in the reader's language, translated by a service.
    ///
    /// The reader's language is the first one in the localizer's `languages`. Without one, and for
    /// a pseudolocale, it is the store's `developmentLanguage`. A string in this language and
    /// script (`no` and `nb` are one language), and a string of only white space, are returned
    /// unchanged, without a call. The string is also returned unchanged if the service throws or
    /// exceeds its time-out, or if this task is cancelled; other tasks that wait for the
    /// translation are not affected.
    ///
    /// - Parameters:
    ///   - text: The string.
    ///   - source: The language of the string.
    ///   - translator: The translator of the service.
    /// - Returns: The translation, or the original string.
    public func translated(
        _ text: String,
        from source: LanguageTag,
        by translator: TextTranslator
    ) async -> String {
        let target = language
        if text.allSatisfy(\.isWhitespace) || target.isAnswered(by: source) { return text }
        return await translator.translation(of: text, from: source, to: target) ?? text
    }
}
