import FootingLocalization
import Foundation
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
            // What is no language is passed over.
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
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments = [
                CommandLine.arguments[0],
                "FootingLocalizationTests." + name.split(separator: ".").joined(separator: "/"),
            ]
            process.environment =
                environment.merging(variables) { $1 }.merging([
                    "LC_MESSAGES": "", "FOOTING_EXPECTED_LANGUAGES": expected,
                ]) { $1 }
            let pipe = Pipe()
            process.standardOutput = pipe
            process.standardError = pipe
            try process.run()
            let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            let output = String(decoding: data, as: UTF8.self)
            XCTAssertEqual(process.terminationStatus, 0, output)
            XCTAssertTrue(output.contains("Executed 1 test"), output)
        }
        #else
        throw XCTSkip("The user's settings stand in for the environment here.")
        #endif
    }
}
