import FootingLocalization
import FootingOperations
import FootingTranslation
import Foundation

/// Texts that a service translates, asked for by several tasks at a time.
final class TranslatedTexts: Scenario {
    private struct Failure: Error {}

    private let store: LocalizationStore
    private let queue = FutureQueue(name: "translation", maxConcurrentJobs: 4)
    private let translator: TextTranslator
    private let translated: Counter
    private let failed: Counter

    init(_ setting: Setting) throws {
        let ledger = setting.ledger
        translated = ledger.counter("translation: texts translated")
        failed = ledger.counter("translation: texts as they were")
        store = LocalizationStore(try TableFiles(setting.folder).bundle)
        translator = TextTranslator(timeout: nil, Self.translate)
    }

    @Sendable private static func translate(
        _ text: String,
        from source: LanguageTag,
        to target: LanguageTag
    ) async throws -> String {
        await Task.yield()
        if text.hasPrefix("No") { throw Failure() }
        return "\(source) to \(target): \(text)"
    }

    func step(_ random: inout RandomSource, on thread: Int) throws {
        // On Linux the timer of a cancelled `Task.sleep` is freed only at its deadline. A time-out
        // for each call would hold memory in proportion to the speed of the machine.
        let translator =
            random.oneIn(50)
            ? TextTranslator(timeout: .seconds(20), Self.translate) : self.translator
        let store = store
        // Texts without end, of which the translator keeps some; a few are asked for often.
        let texts = (1...random.number(1...8)).map { _ in
            let number = random.oneIn(2) ? random.number(1...50) : random.number(1...1_000_000_000)
            return "\(random.oneIn(5) ? "No" : "Text") \(number)"
        }
        let futures = texts.map { text in
            queue.submit {
                let l10n = store.localizer(for: ["en"])
                return await l10n.translated(text, from: "fr", by: translator)
            }
        }
        for (text, future) in zip(texts, futures) {
            let shown = try future.wait(timeout: patience)
            if text.hasPrefix("No") {
                failed.check(shown, is: text)
            } else {
                translated.check(shown, is: "fr to en: \(text)")
            }
        }
    }
}
