import FootingLocalization
import Foundation
import TestSupport
import XCTest

@testable import FootingLocalizationTools

/// Whatever is in the files, a lint ends, and says nothing of lines that there are not.
final class LintLimitsTests: XCTestCase {
    private static let strings = """
        /* c */ "a" = "one %d";
        b = "\\U00e9 %1$@ %2$@";
        "c" = "100 % off"
        "d" = "";
        """

    private static let dict = stringsDict([
        ("a", "%#@n@ %@", "n", "d", ["one": "%d x", "other": "%d y"]),
        ("e", "%#@m@", "m", "lu", ["few": "%d x %#@m@", "other": ""]),
    ])

    private static let catalog = """
        {"sourceLanguage": "en", "version": "1.0", "strings": {
          "a": {"extractionState": "stale", "localizations": {
            "en": {"stringUnit": {"state": "new", "value": "%lld a"}},
            "de": {"variations": {"plural": {
              "one": {"stringUnit": {"state": "needs_review", "value": "%lld b"}},
              "other": {"stringUnit": {"state": "translated", "value": "%arg %#@v@"}}}},
              "substitutions": {"v": {"argNum": 2, "formatSpecifier": "lld", "variations": {
                "plural": {"other": {"stringUnit": {"state": "new", "value": "x"}}}}}}}}},
          "b": {"shouldTranslate": false}
        }}
        """

    func testAnyBytesCanBeChecked() throws {
        var generator = SeededRandom(seed: 5)
        for round in 0..<(isUnderStress ? 800 : 12) {
            var files = [
                "en.lproj/Localizable.strings": Data(Self.strings.utf8),
                "de.lproj/Localizable.strings": Data(Self.strings.utf8),
                "en.lproj/Localizable.stringsdict": Data(Self.dict.utf8),
                "Localizable.xcstrings": Data(Self.catalog.utf8),
            ]
            let name = files.keys.sorted()[round % files.count]
            var bytes = files[name] ?? Data()
            for _ in 0..<Int.random(in: 1...4, using: &generator) where !bytes.isEmpty {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
                case 1: bytes.removeSubrange(place..<min(bytes.count, place + 9))
                default: bytes = bytes.prefix(place) + bytes.suffix(bytes.count / 2)
                }
            }
            files[name] = bytes
            let store = try makeStore(data: files)
            let lint = LocalizationLint(store)
            XCTAssertEqual(LocalizationLint(store).findings, lint.findings)
            for finding in lint.findings {
                let file = files.first { finding.file?.hasSuffix("/" + $0.key) == true }
                let lines = file?.value.reduce(1) { $0 + ($1 == 0x0A || $1 == 0x0D ? 1 : 0) }
                if let line = finding.line { XCTAssertTrue(1...(lines ?? 0) ~= line, "\(finding)") }
            }
        }
    }

    func testVariablesThatNameEachOtherEnd() throws {
        var forms: [String: String] = [:]
        for category in ["zero", "one", "two", "few", "many", "other"] {
            forms[category] = String(
                repeating: "%#@v@ %2$#@v@ %d ",
                count: rounds(60, underStress: 200)
            )
        }
        let entry = (key: "a", format: "%#@v@", variable: "v", type: "d", forms: forms)
        let files = ["en.lproj/Localizable.stringsdict": stringsDict([entry])]
        XCTAssertEqual(
            LocalizationLint(try makeStore(files)).findings.map(\.code),
            [.unusedPluralCategory]
        )
    }

    func testManyLanguagesThatInheritAreCheckedOnce() throws {
        var source = ""
        for index in 0..<300 { source += "k\(index) = x;\n" }
        var files = [
            "en.lproj/Localizable.strings": source,
            "de.lproj/Localizable.strings": source.replacing("k7 = x;\n", with: ""),
        ]
        for region in LanguageTagSamples.regions {
            files["de-\(region).lproj/Localizable.strings"] = "k1 = y;"
        }
        let lint = LocalizationLint(
            try makeStore(files),
            ignoring: [.sameAsSource]
        )
        XCTAssertEqual(lint.count(of: .warning), 1 + LanguageTagSamples.regions.count)
        XCTAssertEqual(Set(lint.findings.map(\.key)), ["k7"])
    }

    private enum LanguageTagSamples {
        static let regions = ["AT", "CH", "LI", "LU", "BE", "IT", "US", "BR"]
    }
}
