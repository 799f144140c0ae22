import FootingLocalization
import Foundation
import TestSupport
import XCTest

final class LanguagePreferencesTests: XCTestCase {
    func testThePOSIXEnvironmentIsReadByItsRules() {
        let rows: [(environment: [String: String], expected: [String])] = [
            // The locale: LC_ALL, LC_MESSAGES, LANG, and empty is unset.
            (["LANG": "pl_PL.UTF-8"], ["pl-PL"]),
            (["LC_MESSAGES": "de_DE", "LANG": "pl_PL"], ["de-DE"]),
            (["LC_ALL": "en_GB", "LC_MESSAGES": "de_DE", "LANG": "pl_PL"], ["en-GB"]),
            (["LC_ALL": "", "LC_MESSAGES": "", "LANG": "pl_PL"], ["pl-PL"]),
            (["LC_CTYPE": "pl_PL"], []),
            ([:], []),
            // The C locale has no language, and LANGUAGE is not looked at.
            (["LANG": "C"], []), (["LANG": "POSIX"], []), (["LANG": "C.UTF-8"], []),
            (["LANG": "C.utf8", "LANGUAGE": "de"], []), (["LANGUAGE": "de:pl"], []),
            (["LC_ALL": "C", "LANG": "pl_PL", "LANGUAGE": "de"], []),
            (["LC_ALL": "POSIX", "LANG": "pl_PL", "LANGUAGE": "de"], []),
            (["LANG": "", "LANGUAGE": "de"], []),
            // LANGUAGE goes first; the locale comes last if it isn't there.
            (["LANG": "en_US.UTF-8", "LANGUAGE": "de:pl"], ["de", "pl", "en-US"]),
            (["LANG": "pl_PL", "LANGUAGE": "de:pl_PL:en"], ["de", "pl-PL", "en"]),
            (["LANG": "pl_PL", "LANGUAGE": "::de::"], ["de", "pl-PL"]),
            (["LANG": "pl_PL", "LANGUAGE": ""], ["pl-PL"]),
            (["LC_ALL": "en_US", "LANGUAGE": "pl"], ["pl", "en-US"]),
            // Texts that are no languages are passed over.
            (["LANG": "pl_PL", "LANGUAGE": "C:///:de"], ["de", "pl-PL"]),
            (["LANG": "//", "LANGUAGE": "de"], ["de"]),
            // Modifiers are scripts or nothing.
            (["LANG": "uz_UZ.UTF-8@cyrillic"], ["uz-Cyrl-UZ"]),
            (["LANG": "sr_RS@latin"], ["sr-Latn-RS"]),
            (["LANG": "de_DE@euro"], ["de-DE"]),
        ]
        for row in rows {
            let preferences = LanguagePreferences(environment: row.environment)
            XCTAssertEqual(
                preferences.languages.map(\.description),
                row.expected,
                "\(row.environment)"
            )
        }
    }

    func testAcceptLanguageIsReadByItsRules() {
        let rows: [(header: String, expected: [String])] = [
            ("de", ["de"]), ("da, en-gb;q=0.8, en;q=0.7", ["da", "en-GB", "en"]),
            // Weights sort, and the order stays where they are the same.
            ("en;q=0.5, de;q=0.9, fr", ["fr", "de", "en"]),
            ("a1, cs, sk;q=1.0, hu;q=1.000, pl;q=1.", ["cs", "sk", "hu", "pl"]),
            ("fr;q=0.3, de;q=0.3, it;q=0.4, es;q=0.3", ["it", "fr", "de", "es"]),
            ("en;q=0.001, de;q=0.002, fr;q=0.", ["de", "en"]),
            // Blanks, tabs, empty elements and the case of q.
            (" de ,\ten ; q=0.5,, ,fr\t;\tQ=0.7,", ["de", "fr", "en"]),
            // An element that is malformed is passed over, and only that one.
            ("de;q=1.1, fr", ["fr"]), ("de;q=2, fr", ["fr"]), ("de;q=1.001, fr", ["fr"]),
            ("de;q=0.1234, fr", ["fr"]), ("de;q=.5, fr", ["fr"]), ("de;q=-1, fr", ["fr"]),
            ("de;q=, fr", ["fr"]), ("de;q, fr", ["fr"]), ("de;, fr", ["fr"]),
            ("de;level=1, fr", ["fr"]), ("de;q=0.5;level=1, fr", ["fr"]),
            ("de;q=0,5, fr", ["fr"]), ("de;q = 0.5, fr", ["fr"]), ("de;q=1e0, fr", ["fr"]),
            ("de;q=0.5 x, fr", ["fr"]), ("de;q=00, fr", ["fr"]), ("de;q=1.0\u{0}, fr", ["fr"]),
            ("de_, -de, d, de--AT, german, \"de\", de AT, fr", ["fr"]), ("de-*, *-AT, fr", ["fr"]),
            ("de.UTF-8, de@latin, sr_RS, fr", ["sr-RS", "fr"]),
            ("dé, de\u{0}, \u{FEFF}de, ｄｅ, fr", ["fr"]), ("de;q=０.5, fr", ["fr"]),
            ("", []), (",", []), (";q=1", []), ("*", []), ("de;q=0", []), ("\u{0}", []),
            // A language that is named twice has its higher weight; the canonical tag counts.
            ("de;q=0.2, fr;q=0.5, DE;q=0.7", ["de", "fr"]),
            ("iw, he;q=0.5, en-uk", ["he", "en-GB"]),
            // An excluded language is not wanted, nor are its more specific forms.
            ("de;q=0, de, fr", ["fr"]), ("de-AT, de;q=0, fr", ["fr"]),
            ("de-AT;q=0, de, fr", ["de", "fr"]), ("zh-TW, zh-Hant;q=0, zh-CN", ["zh-CN"]),
            ("zh-TW, zh-Hans;q=0.0, zh-CN", ["zh-TW"]), ("*;q=0, de", ["de"]),
            ("de;q=0.000, fr;q=0.001", ["fr"]),
        ]
        for row in rows {
            let preferences = LanguagePreferences(acceptLanguage: row.header)
            XCTAssertEqual(
                preferences.languages.map(\.description),
                row.expected,
                "“\(row.header)”"
            )
        }
    }

    func testAnyLanguageIsTheDevelopmentLanguageOrElseTheFirst() throws {
        let rows: [(header: String, development: LanguageTag, expected: [String])] = [
            // Among de, en, fr and pt-BR.
            ("*", "en", ["en"]), ("it, *", "en", ["en"]), ("fr, *;q=0.5", "en", ["fr", "en"]),
            ("*, fr;q=0.5", "en", ["en"]), ("*, fr;q=0.5", "fr", ["de", "fr"]),
            ("*, en;q=0.1", "en", ["de", "en"]), ("en;q=0.1, *", "en-US", ["de", "en"]),
            ("en-US;q=0.1, *", "en", ["en"]),
            // An excluded language doesn't answer, but for the development language when no other
            // can.
            ("*, en;q=0", "en", ["de", "en"]), ("*, en;q=0, de;q=0", "en", ["fr", "en"]),
            ("*, en;q=0, de;q=0, fr;q=0", "en", ["pt-BR", "en"]),
            ("*, en;q=0, de;q=0, fr;q=0, pt;q=0", "en", ["en"]),
            ("*, en;q=0, de;q=0, fr;q=0, pt-PT;q=0", "en", ["pt-BR", "en"]),
            ("fr, en;q=0", "en", ["fr", "en"]), ("it, en;q=0", "en", ["en"]),
            ("en;q=0", "en", ["en"]), ("en-US;q=0", "en", ["en"]),
            ("de-CH, en;q=0", "en", ["de", "en"]),
            // Without `*`, or with `*;q=0`.
            ("it", "en", ["en"]), ("", "en", ["en"]), ("fr, *;q=0", "en", ["fr", "en"]),
            ("fr-CA, *;q=0", "en", ["fr", "en"]), ("it, *;q=0", "en", ["en"]),
            ("*;q=0", "en", ["en"]), ("*;q=0, *", "en", ["en"]), ("en, *;q=0", "en", ["en"]),
            // A development language without tables is a language all the same.
            ("*, fr;q=0.5", "it", []), ("*, it;q=0.5", "it", ["de"]), ("*, it;q=0", "it", ["de"]),
        ]
        for row in rows {
            let store = try makeStore(
                languages: ["de", "en", "fr", "pt-BR"],
                developmentLanguage: row.development
            )
            for l10n in [
                store.localizer(for: LanguagePreferences(acceptLanguage: row.header)),
                store.localizer(acceptLanguage: row.header),
                store.localizer(acceptLanguage: row.header),
            ] {
                XCTAssertEqual(l10n.languages.map(\.description), row.expected, "\(row)")
            }
        }
    }

    func testAHeaderIsReadUpToItsLimits() {
        let letters = Array("abcdefghijklmnopqrstuvwxyz")
        let codes = (0..<70).map { "\(letters[$0 / 26])\(letters[$0 % 26])-US" }
        func languages(_ header: String) -> [LanguageTag] {
            LanguagePreferences(acceptLanguage: header).languages
        }
        XCTAssertEqual(languages(codes.joined(separator: ",")).count, 64)
        // Elements that say nothing count as well, those that are empty don't.
        let malformed = Array(repeating: "?", count: 64).joined(separator: ",")
        XCTAssertEqual(languages(malformed + ",de"), [])
        XCTAssertEqual(languages(malformed.dropFirst(2) + ",,,,de,fr"), ["de"])
        // The element that the limit cuts is not read, or `de-AT` would be `de`.
        for (length, expected) in [(4091, ["de-AT"]), (4092, []), (4094, []), (4096, [])] {
            let header = String(repeating: " ", count: length) + "de-AT"
            XCTAssertEqual(languages(header).map(\.description), expected, "\(length)")
            XCTAssertEqual(languages(header + ",fr").map(\.description), expected, "\(length)")
        }
        XCTAssertEqual(languages("de," + String(repeating: "x", count: 5000) + ",fr"), ["de"])
    }

    func testHostileHeadersNameFewLanguagesAndNeverTrap() {
        let long = [
            String(repeating: "a", count: 1 << 20), String(repeating: ",", count: 1 << 20),
            String(repeating: "de;q=0.1,", count: 1 << 17), String(repeating: "é", count: 1 << 20),
            (0..<65_536).map { "a\($0)-x" }.joined(separator: ","),
            String(repeating: "-", count: 1 << 20), String(repeating: " ;", count: 1 << 19),
        ]
        for header in long {
            let languages = LanguagePreferences(acceptLanguage: header).languages
            XCTAssertLessThanOrEqual(languages.count, 64)
        }
        var generator = SeededRandom(seed: 3)
        let alphabet = Array(",;q=01.*-_ aDé\u{0}\t")
        for _ in 0..<rounds(2000, underStress: 100_000) {
            let length = Int.random(in: 0...40, using: &generator)
            let text = String(
                (0..<length).map { _ in alphabet.randomElement(using: &generator) ?? "a" }
            )
            let languages = LanguagePreferences(acceptLanguage: text).languages
            XCTAssertEqual(Set(languages).count, languages.count, "“\(text)”")
        }
    }

    func testALanguageNamedTwiceCountsWhereItStandsFirst() {
        let preferences: LanguagePreferences = ["pl", "de", "PL", "de_AT"]
        XCTAssertEqual(preferences.languages, ["pl", "de", "de-AT"])
    }

    func testNamesThatAreNoLanguageArePassedOver() {
        let names = ["pl", "", "not a language", "de_AT.UTF-8", "C", "PL"]
        XCTAssertEqual(LanguagePreferences(names: names).languages, ["pl", "de-AT"])
        XCTAssertEqual(LanguagePreferences(names: []).languages, [])
    }

    func testAHugeVariableIsReadInPart() {
        let list = (0..<65_536).map {
            "a\(Character(Unicode.Scalar(97 + UInt8($0 % 26))))_\($0 % 900 + 100)"
        }
        let preferences = LanguagePreferences(environment: [
            "LANG": "pl", "LANGUAGE": list.joined(separator: ":"),
        ])
        XCTAssertEqual(preferences.languages.count, 65)
        XCTAssertEqual(preferences.languages.last, "pl")
    }

    func testTheSystemsPreferencesAreThoseOfTheProcessEnvironment() throws {
        #if os(Linux)
        // This test again, in a process with an environment of its own.
        let environment = ProcessInfo.processInfo.environment
        if let expected = environment["FOOTING_EXPECTED_LANGUAGES"] {
            let languages = LanguagePreferences.system.languages.map(\.description)
            XCTAssertEqual(languages.joined(separator: " "), expected)
            return
        }
        for (expected, variables) in [
            ("de pl-PL", ["LANG": "pl_PL.UTF-8", "LANGUAGE": "de", "LC_ALL": ""]),
            ("", ["LANG": "pl_PL.UTF-8", "LANGUAGE": "de", "LC_ALL": "C"]),
        ] {
            let expectation = ["LC_MESSAGES": "", "FOOTING_EXPECTED_LANGUAGES": expected]
            let environment = variables.merging(expectation) { $1 }
            let (status, output) = try runProgram(command, environment: environment)
            XCTAssertEqual(status, 0, output)
            XCTAssertTrue(output.contains("Executed 1 test"), output)
        }
        #else
        throw XCTSkip("The user's settings stand in for the environment here.")
        #endif
    }
}
