public import FootingLocalization
import FootingLocks
import FootingWaiting

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
    private let buckets = Lock([[TranslationCall]](repeating: [], count: bucketCount))

    static let bucketCount = 128
    private static let maximumCachedCount = 8
    private static let maximumCachedBytes = 1 << 14

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
        // A sleep of centuries would overflow the clock.
        let duration = timeout.map { min($0, .seconds(1_000_000_000)) }
        let timer = duration.map { duration in
            { @Sendable () async in _ = try? await Task.sleep(for: duration) }
        }
        self.init(translation, timeout: timeout, timer: timer)
    }

    /// Creates a translator whose calls time out when `timer` returns.
    init(
        _ translation: @escaping Translation,
        timeout: Duration? = nil,
        timer: (@Sendable () async -> Void)?
    ) {
        self.translation = translation
        self.timeout = timeout
        self.timer = timer
    }

    /// Returns the translation of a string, or `nil` if the call fails.
    func translation(
        of text: String,
        from source: LanguageTag,
        to target: LanguageTag
    ) async -> String? {
        guard !Task.isCancelled else { return nil }
        let call = join(TranslationCall(text, source, target))
        await call.suspend(untilCancelled: true)
        // Not in the cancellation handler, because settling a call runs the service's code.
        if !call.isSettled { settle(call, nil, isLeaving: true) }
        return call.translation
    }

    /// Finds or starts the call for a string, and counts the calling task as one that needs it.
    private func join(_ new: TranslationCall) -> TranslationCall {
        let bucket = new.bucket
        return buckets.withLock { buckets in
            if let known = buckets[bucket].first(where: { $0.isSame(as: new) }) {
                known.join()
                return known
            }
            buckets[bucket].append(new)
            new.join()
            new.begin(Task { await run(new) })
            return new
        }
    }

    private func run(_ call: TranslationCall) async {
        let watch = timer.map { timer in
            Task {
                await timer()
                if !Task.isCancelled { settle(call, nil) }
            }
        }
        let start = ContinuousClock.now
        var text = try? await translation(call.text, call.source, call.target)
        if let timeout, ContinuousClock.now - start > timeout { text = nil }
        if text?.allSatisfy(\.isWhitespace) == true { text = nil }
        settle(call, text)
        watch?.cancel()
    }

    /// Settles a call that is not settled yet, and resumes its waiters; does not settle the call if
    /// the calling task leaves it and another task needs it.
    ///
    /// The call stays in its bucket if its translation is cached.
    private func settle(_ call: TranslationCall, _ translation: String?, isLeaving: Bool = false) {
        let settled = buckets.withLock { buckets in
            let settled = call.settle(with: translation, isLeaving: isLeaving)
            if settled != nil { Self.cache(call, in: &buckets[call.bucket]) }
            return settled
        }
        guard let (waiters, task) = settled else { return }
        waiters.consume { $0.wake() }
        if translation == nil { task?.cancel() }
    }

    /// Moves a call that is settled to the front of its bucket, or removes it if its translation is
    /// not cached.
    private static func cache(_ call: TranslationCall, in bucket: inout [TranslationCall]) {
        let length = call.text.utf8.count + (call.translation ?? "").utf8.count
        let isCached = call.translation != nil && length <= maximumCachedBytes
        var left = isCached ? [call] : []
        var room = maximumCachedCount - left.count
        for other in bucket where other !== call {
            let isSettled = other.isSettled
            if isSettled { room -= 1 }
            if !isSettled || room >= 0 { left.append(other) }
        }
        bucket = left
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
