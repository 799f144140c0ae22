import FootingLocalization
import Foundation
import TestSupport
import XCTest

final class AcceptLanguageTests: XCTestCase {
    func testAHeaderGivesTheSameLanguagesEachTime() throws {
        let store = try makeStore(languages: ["en", "de", "fr", "pt-BR"])
        let headers =
            ["de", "fr, de", "DE", "de ", "", "*", "pt-PT, fr"] + (0..<600).map { "de;q=0.\($0)" }
        for _ in 0..<2 {
            for header in headers {
                let expected = store.localizer(for: LanguagePreferences(acceptLanguage: header))
                let found = store.localizer(acceptLanguage: header)
                XCTAssertEqual(found.languages, expected.languages, header)
                XCTAssertEqual(found("name"), expected("name"), header)
            }
        }
    }

    func testAHeaderIsMatchedByTheRulesOfTheCall() throws {
        let store = try makeStore(languages: ["de", "fr", "pt-BR"], developmentLanguage: "en")
        for _ in 0..<2 {
            XCTAssertEqual(store.localizer(acceptLanguage: "pt-PT, fr").languages, ["pt-BR", "fr"])
            let related = LanguageMatching(acceptsRelatedLanguages: true)
            XCTAssertEqual(
                store.localizer(acceptLanguage: "gsw", matching: related).languages,
                ["de"]
            )
            XCTAssertEqual(store.localizer(acceptLanguage: "gsw").languages, [])
        }
    }

    func testALongHeaderIsReadAllTheSame() throws {
        let store = try makeStore(languages: ["de", "en"])
        for length in [1022, 1023, 2000] {
            let header = String(repeating: " ", count: length) + "de"
            for _ in 0..<2 {
                XCTAssertEqual(store.localizer(acceptLanguage: header).languages, ["de", "en"])
            }
        }
    }

    func testManyThreadsAskAtOnce() throws {
        let store = try makeStore(languages: ["de", "en", "fr"])
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for round in 0..<rounds(500, underStress: 25_000) {
                let language = ["de", "fr"][(thread + round) % 2]
                let l10n = store.localizer(acceptLanguage: "\(language), it;q=0.\(round % 300)")
                XCTAssertEqual(l10n("name"), language)
            }
        }
    }

    func testTheStoreAndItsLocalizersEnd() throws {
        weak var weakStore: LocalizationStore?
        var l10n: Localizer?
        do {
            let store = try makeStore(languages: ["de"])
            weakStore = store
            l10n = store.localizer(acceptLanguage: "de")
        }
        XCTAssertNil(weakStore)
        XCTAssertEqual(l10n?("name"), "de")
    }
}
