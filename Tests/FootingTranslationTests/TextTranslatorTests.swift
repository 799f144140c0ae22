import FootingLocalization
import TestSupport
import XCTest

@testable import FootingTranslation

/// The tests run on the main actor, whose tasks go on in the order in which they were made: so a
/// test knows when another task waits.
@MainActor
final class TextTranslatorTests: XCTestCase {
    private func makeLocalizer(_ languages: LanguagePreferences = ["de"]) throws -> Localizer {
        try makeStore(languages: ["en", "de", "de-AT", "sr-Cyrl", "sr-Latn", "zh-Hant"])
            .localizer(for: languages)
    }

    /// A translator that shows what it was asked for, and counts.
    private func makeTranslator() -> (TextTranslator, Counter) {
        let count = Counter()
        let translator = TextTranslator { text, source, target in
            count.add(1)
            return "\(text) \(source)>\(target)"
        }
        return (translator, count)
    }

    /// Returns when every task of the main actor waits for another one.
    private func settle() async { await Task { @MainActor in }.value }

    func testTranslatesIntoTheReadersLanguageUnlessTheTextIsInIt() async throws {
        let rows: [(reader: LanguagePreferences, source: LanguageTag, expected: String)] = [
            (["de"], "en", "text en>de"), (["de"], "de", "text"), (["de"], "de-CH", "text"),
            (["de-AT"], "de", "text"), (["de-AT", "en"], "en", "text en>de-AT"),
            (["en"], "en-GB", "text"), (["fr"], "fr", "text fr>en"), (["fr"], "en", "text"),
            (["sr-Latn"], "sr-Cyrl", "text sr-Cyrl>sr-Latn"), (["sr-Latn"], "sr-Latn-RS", "text"),
            (["zh-Hant"], "zh", "text zh>zh-Hant"), (["zh-Hant"], "zh-TW", "text"),
            (["de"], "und", "text und>de"), (["en-XA"], "en", "text"),
            (["en-XA"], "de", "text de>en"),
        ]
        for row in rows {
            let (translator, count) = makeTranslator()
            let l10n = try makeLocalizer(row.reader)
            let text = await l10n.translated("text", from: row.source, by: translator)
            XCTAssertEqual(text, row.expected, "\(row)")
            XCTAssertEqual(count.value, row.expected == "text" ? 0 : 1, "\(row)")
        }
    }

    func testTheNamesOfWrittenNorwegianAreOneLanguage() async throws {
        let rows: [(reader: LanguageTag, source: LanguageTag, expected: String)] = [
            ("nb", "no", "text"), ("nb", "nb-NO", "text"), ("no", "nb", "text"),
            ("no-NO", "nb", "text"), ("nb", "nn", "text nn>nb"), ("nn", "no", "text no>nn"),
            ("yue", "zh-Hant", "text zh-Hant>yue"), ("en-x-pirate", "en", "text"),
            ("en", "en-x-pirate", "text en-x-pirate>en"),
        ]
        for row in rows {
            let (translator, _) = makeTranslator()
            let store = try makeStore(
                languages: [row.reader.description],
                developmentLanguage: "und"
            )
            let l10n = store.localizer(for: LanguagePreferences([row.reader]))
            let text = await l10n.translated("text", from: row.source, by: translator)
            XCTAssertEqual(text, row.expected, "\(row)")
        }
    }

    func testATextWithoutCharactersIsReturnedWithoutACall() async throws {
        let (translator, count) = makeTranslator()
        let l10n = try makeLocalizer()
        for text in ["", " ", "\n\t\u{A0}"] {
            let found = await l10n.translated(text, from: "en", by: translator)
            XCTAssertEqual(found, text)
        }
        XCTAssertEqual(count.value, 0)
    }

    func testAStoreWithEmptyTablesOffersTheirLanguages() async throws {
        let rows: [(files: [String: [UInt8]], reader: LanguageTag, expected: String)] = [
            ([:], "fr", "text de>en"),
            (["fr.lproj/Localizable.strings": []], "fr-CA", "text de>fr"),
            (["fr.lproj/Localizable.strings": []], "ja", "text de>en"),
        ]
        for row in rows {
            let bundles = [ResourceBundle(name: "Languages", files: row.files)]
            let store = LocalizationStore(row.files.isEmpty ? [] : bundles)
            let l10n = store.localizer(for: [row.reader])
            let found = await l10n.translated("text", from: "de", by: makeTranslator().0)
            XCTAssertEqual(found, row.expected)
        }
    }

    func testATextIsTranslatedOnce() async throws {
        let (translator, count) = makeTranslator()
        for round in 1...3 {
            for (number, reader) in (["de", "de-AT", "en"] as [LanguageTag]).enumerated() {
                let l10n = try makeLocalizer([reader])
                for text in ["a", "b"] {
                    let found = await l10n.translated(text, from: "fr", by: translator)
                    XCTAssertEqual(found, "\(text) fr>\(reader)")
                }
                if round == 1 { XCTAssertEqual(count.value, 2 * (number + 1)) }
            }
        }
        XCTAssertEqual(count.value, 6)
    }

    func testAThousandConcurrentRequestsForOneTextAreOneCall() async throws {
        let l10n = try makeLocalizer()
        for _ in 0..<10 {
            let (gate, count) = (Gate(), Counter())
            let translator = TextTranslator { text, _, _ in
                count.add(1)
                await gate.wait()
                return "text"
            }
            await withTaskGroup(of: String.self) { group in
                for number in 0..<1000 {
                    if number == 900 { gate.open() }
                    group.addTask { await l10n.translated("Text", from: "en", by: translator) }
                }
                for await text in group { XCTAssertEqual(text, "text") }
            }
            XCTAssertEqual(count.value, 1)
        }
    }

    func testCancellingOneWhoWaitsLeavesTheOthers() async throws {
        let l10n = try makeLocalizer()
        for cancelled in 0..<3 {
            let (gate, count) = (Gate(), Counter())
            let translator = TextTranslator { _, _, _ in
                count.add(1)
                await gate.wait()
                XCTAssertFalse(Task.isCancelled)
                return "translated"
            }
            let tasks = (0..<3).map { _ in
                Task { await l10n.translated("Text", from: "en", by: translator) }
            }
            await settle()
            tasks[cancelled].cancel()
            let text = await tasks[cancelled].value
            XCTAssertEqual(text, "Text")
            gate.open()
            for number in 0..<3 where number != cancelled {
                let text = await tasks[number].value
                XCTAssertEqual(text, "translated")
            }
            XCTAssertEqual(count.value, 1)
        }
    }

    func testACallEndsWhenAllWhoWaitAreCancelled() async throws {
        let l10n = try makeLocalizer()
        let (ended, gate, count) = (Gate(), Gate(), Counter())
        let translator = TextTranslator { _, _, _ in
            guard count.add(1) == 1 else { return "second" }
            await ended.waitOrOpenWhenCancelled()
            // It doesn't care that it is cancelled, and what it returns comes too late.
            await gate.wait()
            return "first"
        }
        let tasks = (0..<5).map { _ in
            Task { await l10n.translated("Text", from: "en", by: translator) }
        }
        await settle()
        for task in tasks {
            task.cancel()
            let text = await task.value
            XCTAssertEqual(text, "Text")
        }
        await ended.wait()
        let text = await l10n.translated("Text", from: "en", by: translator)
        XCTAssertEqual(text, "second")
        gate.open()
        await settle()
        let other = await l10n.translated("Text", from: "en", by: translator)
        XCTAssertEqual(other, "second")
        XCTAssertEqual(count.value, 2)
    }

    func testCancellingRunsNothingOfTheServiceBeforeItReturns() async throws {
        let l10n = try makeLocalizer()
        let (began, ended, marks) = (Gate(), Gate(), Shared<[Bool]>([]))
        let translator = TextTranslator { text, _, _ in
            await withTaskCancellationHandler {
                began.open()
                await ended.wait()
            } onCancel: {
                marks.change { $0.append(Self.isCancelling) }
                ended.open()
            }
            return text
        }
        let task = Task { await l10n.translated("Text", from: "en", by: translator) }
        await settle()
        await began.wait()
        Self.cancel(task)
        await ended.wait()
        XCTAssertEqual(marks.value, [false])
    }

    /// Whether this thread is in the middle of a cancellation.
    nonisolated private static var isCancelling: Bool {
        Thread.current.threadDictionary["cancels"] != nil
    }

    nonisolated private static func cancel(_ task: Task<String, Never>) {
        Thread.current.threadDictionary["cancels"] = true
        task.cancel()
        Thread.current.threadDictionary.removeObject(forKey: "cancels")
    }

    func testATaskThatIsCancelledAlreadyAsksForNothing() async throws {
        let (translator, count) = makeTranslator()
        let l10n = try makeLocalizer()
        let task = Task { await l10n.translated("Text", from: "en", by: translator) }
        task.cancel()
        let text = await task.value
        XCTAssertEqual(text, "Text")
        XCTAssertEqual(count.value, 0)
    }

    func testAnErrorGivesTheTextItselfAndIsNotKept() async throws {
        let l10n = try makeLocalizer()
        let count = Counter()
        let translator = TextTranslator { text, _, _ in
            if count.add(1) < 3 { throw Refusal() }
            return "translated"
        }
        for expected in ["Text", "Text", "translated", "translated"] {
            let text = await l10n.translated("Text", from: "en", by: translator)
            XCTAssertEqual(text, expected)
        }
        XCTAssertEqual(count.value, 3)
    }

    func testAnAnswerWithoutATextIsNoTranslation() async throws {
        for answer in ["", " ", "\n\t\u{A0}"] {
            let count = Counter()
            let translator = TextTranslator { _, _, _ in
                count.add(1)
                return answer
            }
            let l10n = try makeLocalizer()
            for _ in 0..<2 {
                let text = await l10n.translated("text", from: "en", by: translator)
                XCTAssertEqual(text, "text")
            }
            XCTAssertEqual(count.value, 2, "It is not kept.")
        }
    }

    func testTextsOfOtherBytesAreOtherTexts() async throws {
        let (translator, count) = makeTranslator()
        let l10n = try makeLocalizer()
        for text in ["\u{E9}", "e\u{301}", "\u{E9}"] {
            let found = await l10n.translated(text, from: "fr", by: translator)
            XCTAssertEqual(Array(found.utf8), Array("\(text) fr>de".utf8))
        }
        XCTAssertEqual(count.value, 2)
    }

    func testWhenTheTimeIsOverTheTextItselfIsReturnedAndTheCallCancelled() async throws {
        let l10n = try makeLocalizer()
        let (timer, ended, gate) = (Gate(), Gate(), Gate())
        let (count, timers) = (Counter(), Counter())
        let translator = TextTranslator(
            { _, _, _ in
                guard count.add(1) == 1 else { return "second" }
                await ended.waitOrOpenWhenCancelled()
                await gate.wait()
                return "too late"
            },
            timer: {
                // The second call has all the time it wants.
                await (timers.add(1) == 1 ? timer : Gate()).waitOrOpenWhenCancelled()
            }
        )
        let tasks = (0..<3).map { _ in
            Task { await l10n.translated("Text", from: "en", by: translator) }
        }
        await settle()
        timer.open()
        for task in tasks {
            let text = await task.value
            XCTAssertEqual(text, "Text")
        }
        await ended.wait()
        gate.open()
        let text = await l10n.translated("Text", from: "en", by: translator)
        XCTAssertEqual(text, "second")
    }

    func testTimeIsMeasured() async throws {
        let l10n = try makeLocalizer()
        for timeout in [Duration.milliseconds(1), .zero, .seconds(-1)] {
            let translator = TextTranslator(timeout: timeout) { _, _, _ in
                await Gate().waitOrOpenWhenCancelled()
                return "too late"
            }
            let text = await l10n.translated("Text", from: "en", by: translator)
            XCTAssertEqual(text, "Text")
        }
        for timeout in [nil, Duration.seconds(1 << 62)] {
            let translator = TextTranslator(timeout: timeout) { _, _, _ in "in time" }
            let text = await l10n.translated("Text", from: "en", by: translator)
            XCTAssertEqual(text, "in time")
        }
    }

    func testTheNumberOfKeptTranslationsIsBounded() async throws {
        let l10n = try makeLocalizer()
        let (translator, count) = makeTranslator()
        for _ in 0..<3 {
            for number in 0..<300 {
                _ = await l10n.translated("\(number)", from: "en", by: translator)
            }
        }
        // A place has room for eight; more than that share one now and then.
        XCTAssertLessThan(count.value, 400)
        for number in 300..<5300 {
            _ = await l10n.translated("\(number)", from: "en", by: translator)
        }
        let before = count.value
        for number in 0..<300 {
            _ = await l10n.translated("\(number)", from: "en", by: translator)
        }
        XCTAssertEqual(count.value, before + 300, "Those of long ago have given way.")

        let long = String(repeating: "long ", count: 2000)
        for _ in 0..<2 {
            let before = count.value
            let text = await l10n.translated(long, from: "en", by: translator)
            XCTAssertEqual(text, long + " en>de")
            XCTAssertEqual(count.value, before + 1)
        }
    }

    func testATextReturnedTooLateIsDroppedThoughNoThreadWasFreeToSaySo() async throws {
        let l10n = try makeLocalizer()
        for timeout in [Duration.zero, .seconds(-5), .nanoseconds(1)] {
            let translator = TextTranslator(
                { text, _, _ in text + "!" },
                timeout: timeout,
                timer: { await Gate().waitOrOpenWhenCancelled() }
            )
            let text = await l10n.translated("Text", from: "en", by: translator)
            XCTAssertEqual(text, "Text")
        }
    }

    func testManyTasksThatComeAndGoGetATranslationOrTheText() async throws {
        let l10n = try makeLocalizer()
        let running = Shared<Set<String>>([])
        let translator = TextTranslator(timeout: .milliseconds(2)) { text, _, _ in
            let isFirst = running.change { $0.insert(text).inserted }
            await Task.yield()
            if text.hasSuffix("3") { throw Refusal() }
            if isFirst, text.hasSuffix("7") { await Gate().waitOrOpenWhenCancelled() }
            return "<\(text)>"
        }
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<rounds(2000, underStress: 8_000) {
                group.addTask {
                    let text = "\(number % 100)"
                    let task = Task { await l10n.translated(text, from: "en", by: translator) }
                    if number % 3 == 0 { await Task.yield() }
                    if number % 2 == 0 { task.cancel() }
                    let found = await task.value
                    XCTAssertTrue([text, "<\(text)>"].contains(found), found)
                }
            }
        }
        // It still translates; a busy machine may take longer than it has, now and then.
        var text = "5"
        for _ in 0..<1_000 where text == "5" {
            text = await l10n.translated("5", from: "en", by: translator)
        }
        XCTAssertEqual(text, "<5>")
    }
}
