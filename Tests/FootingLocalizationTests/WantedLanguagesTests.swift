import Foundation
import TestSupport
import XCTest

@testable import FootingLocalization

final class WantedLanguagesTests: XCTestCase {
    private let files = [
        "Base.lproj/Localizable.strings": "a = en; b = en; c = en;",
        "de.lproj/Localizable.strings": "a = de;",
        "es-419.lproj/Localizable.strings": "a = es-419;",
        "es.lproj/Localizable.strings": "b = es;",
        "fr.lproj/Localizable.strings": "a = \"broken;",
        "Localizable.xcstrings": """
        {"sourceLanguage": "en", "version": "1.0", "strings": {"d": {"localizations": {
            "es": {"stringUnit": {"state": "translated", "value": "es"}},
            "fr": {"stringUnit": {"state": "translated"}},
            "en": {"stringUnit": {"state": "translated", "value": "en"}}
        }}}}
        """,
    ]

    private func open(
        _ folder: TemporaryFolder,
        _ languages: LanguagePreferences?
    ) throws -> LocalizationStore {
        let bundle = try ResourceBundle.locate("Test", in: [folder.url])
        return LocalizationStore(bundle, for: languages)
    }

    private func makeFolder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder(self)
        for (path, text) in files { try folder.write(text, to: "Test.bundle/" + path) }
        return folder
    }

    func testOnlyWhatCanAnswerTheReaderIsRead() throws {
        let folder = try makeFolder()
        let store = try open(folder, ["es-CO"])
        XCTAssertEqual(store.languages, ["en", "es", "es-419"])
        XCTAssertEqual(store.report.issueCount, 0, "\(store.report.issues)")
        let l10n = store.localizer(for: ["es-CO", "fr"])
        XCTAssertEqual(["a", "b", "c", "d"].map { l10n($0) }, ["es-419", "es", "en", "es"])
        XCTAssertEqual(try open(folder, []).languages, ["en"])
        XCTAssertEqual(
            try open(folder, LanguagePreferences(acceptLanguage: "*, en;q=0")).languages.count,
            5
        )
        XCTAssertEqual(try open(folder, nil).languages.count, 5)
    }

    func testStringsOfOtherLanguagesInCatalogsArePassedOver() throws {
        let folder = try TemporaryFolder(self)
        func write(_ first: String, _ last: String) throws {
            let catalog = """
                {\(first) "strings": {
                    "a": {"localizations": {
                        "de": {"stringUnit": {"state": "translated", "value": "de"}},
                        "es": {"variations": {"plural": {"one": {"}": "\\"{"}}}},
                        "fr": {"stringUnit": {"state": "translated", "value": 1, "½": [}}
                    }},
                    "b": {"shouldTranslate": false, "localizations": {
                        "fr": {}, "en": {"stringUnit": {"state": "translated", "value": "en"}}
                    }},
                    "c": {"localizations": {"no-tag-": {}, "pt": "x", "de": {}}}
                }, "version": "1.0"\(last)}
                """
            try folder.write(catalog, to: "Test.bundle/Localizable.xcstrings")
        }
        try write(#""sourceLanguage": "en","#, "")
        let bundle = try ResourceBundle.locate("Test", in: [folder.url])
        func open() -> LocalizationStore {
            LocalizationStore(bundle, developmentLanguage: "de", for: ["de"])
        }
        let store = open()
        XCTAssertEqual(store.languages, ["de"])
        XCTAssertEqual(store.report.issues.map(\.code), [.unusableLanguage])
        let l10n = store.localizer(for: ["de"])
        XCTAssertEqual(["a", "b", "c"].map { l10n($0) }, ["de", "en", "c"])
        // The whole catalog isn't JSON.
        XCTAssertEqual(LocalizationStore(bundle).report.issues.map(\.code), [.invalidCatalog])
        // The language of the keys is told too late.
        try write("", #", "sourceLanguage": "en""#)
        XCTAssertEqual(open().report.issues.map(\.code), [.invalidCatalog])
    }

    func testReadingAgainReadsTheSameLanguages() throws {
        let folder = try makeFolder()
        let store = try open(folder, ["de"])
        XCTAssertFalse(try store.reloadIfChanged())
        try folder.write("a = new;", to: "Test.bundle/de.lproj/Localizable.strings")
        try folder.write("a = new;", to: "Test.bundle/fr.lproj/Localizable.strings")
        try folder.write("a = new;", to: "Test.bundle/it.lproj/Localizable.strings")
        XCTAssertTrue(try store.reloadIfChanged())
        XCTAssertEqual(store.languages, ["de", "en"])
        XCTAssertEqual(store.localizer(for: ["de"])("a"), "new")
        try store.reload()
        XCTAssertEqual(store.languages, ["de", "en"])
    }

    func testABundleWithoutALanguageForTheReaderIsNoUnreadableOne() throws {
        let folder = try TemporaryFolder(self)
        try folder.write("a = fr;", to: "Test.bundle/fr.lproj/Localizable.strings")
        let store = try open(folder, ["de"])
        XCTAssertEqual(store.languages, [])
        XCTAssertEqual(store.report.issueCount, 0, "\(store.report.issues)")
        try store.reload()
        XCTAssertEqual(store.localizer(for: ["de"])("a"), "a")
    }

    func testATableThatCanNoLongerBeReadStaysAsItWas() throws {
        let folder = try makeFolder()
        let store = try open(folder, ["de"])
        let bundle = folder.url.appending(path: "Test.bundle")
        for name in ["de.lproj", "Base.lproj", "Localizable.xcstrings"] {
            try FileManager.default.removeItem(at: bundle.appending(path: name))
        }
        for reload in [{ _ = try store.reloadIfChanged() }, { try store.reload() }] {
            XCTAssertThrowsError(try reload()) { error in
                XCTAssertEqual((error as? LocalizationError)?.code, .nothingReadable)
            }
            XCTAssertEqual(store.localizer(for: ["de"])("a"), "de")
        }
    }

    func testAChangeInALanguageThatIsNotReadIsNone() throws {
        let folder = try makeFolder()
        let store = try open(folder, ["de"])
        try folder.write("a = new;", to: "Test.bundle/fr.lproj/Localizable.strings")
        XCTAssertFalse(try store.reloadIfChanged())
        try folder.write("a = new;", to: "Test.bundle/de.lproj/Localizable.strings")
        XCTAssertTrue(try store.reloadIfChanged())
    }

    func testLanguagesLeftOutWouldNotHaveAnswered() {
        var generator = SeededRandom(seed: 11)
        let some = [
            "en", "en-GB", "es", "es-419", "pt", "pt-BR", "pt-PT", "nb", "no", "zh-Hant", "yue",
        ]
        for _ in 0..<rounds(200, underStress: 10_000) {
            let texts = (0..<Int.random(in: 0...12, using: &generator)).map { _ in
                Bool.random(using: &generator)
                    ? String.randomTag(using: &generator)
                    : some.randomElement(using: &generator) ?? ""
            }
            let tags = Array(Set(texts.compactMap { LanguageTag($0) }))
            let development = tags.randomElement(using: &generator) ?? "en"
            let available = tags.sorted { $0.description < $1.description }
            let wanted = texts.shuffled(using: &generator).prefix(4).map {
                Bool.random(using: &generator) ? $0 : $0 + ";q=0.\($0.utf8.count % 2)"
            }
            let reader = LanguagePreferences(acceptLanguage: wanted.joined(separator: ","))
            let filter = WantedLanguages(reader, developmentLanguage: development)
            let kept = available.filter(filter.contains)
            for matching in LanguageMatching.all {
                let chains = [available, kept].map { tags in
                    LanguageMatcher(available: tags, developmentLanguage: development)
                        .chain(for: reader, matching).map { tags[$0] }
                }
                XCTAssertEqual(chains[0], chains[1], "\(wanted) among \(available)")
            }
        }
    }
}
