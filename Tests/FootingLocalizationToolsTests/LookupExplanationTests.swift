import FootingLocalization
import FootingLocalizationTools
import TestSupport
import XCTest

final class LookupExplanationTests: XCTestCase {
    func testTheChainIsTold() throws {
        let store = try makeStore([
            "en.lproj/Localizable.strings": "\n\ngreeting = hello;\nother = x;",
            "de.lproj/Localizable.strings": "other = y;",
            "fr.lproj/Mail.strings": "m = x;",
        ])
        let folder = store.bundles[0].url.path
        let root = folder.hasSuffix("/") ? String(folder.dropLast()) : folder
        let found = store.localizer(for: ["fr", "de"]).explain("greeting")
        XCTAssertEqual(found.steps.map(\.language), ["fr", "de", "en"])
        XCTAssertEqual(found.steps.map(\.hasKey), [false, false, true])
        XCTAssertEqual(found.answer?.language, "en")
        XCTAssertEqual(found.answer?.line, 3)
        XCTAssertEqual(
            found.description,
            """
            “greeting” in the table “Localizable”:
              fr has no such table
              de lacks it: \(root)/de.lproj/Localizable.strings
              en has it: \(root)/en.lproj/Localizable.strings
              found at \(root)/en.lproj/Localizable.strings:3
              string: hello
            """
        )
        let missing = store.localizer(for: ["de"]).explain("nothing", table: "")
        XCTAssertNil(missing.answer)
        XCTAssertEqual(missing.steps.map(\.language), ["de", "en"])
        XCTAssertTrue(missing.description.hasSuffix("\n  shown: the caller's default, or the key"))
        XCTAssertEqual(store.localizer(for: ["de"]).explain("other").steps.count, 1)
    }

    func testTheFormOfANumberIsTold() throws {
        let forms = ["zero": "none", "one": "%d a", "few": "%d b", "other": "%d c"]
        let store = try makeStore([
            "pl.lproj/Localizable.stringsdict": stringsDict([("a", "%#@n@", "n", "d", forms)])
        ])
        let l10n = store.localizer(for: ["pl"])
        for (count, category, used, text) in [
            (0, PluralCategory.many, PluralCategory.zero, "none"), (1, .one, .one, "%d a"),
            (3, .few, .few, "%d b"), (5, .many, .other, "%d c"),
        ] {
            let answer = try XCTUnwrap(l10n.explain("a", count: count).answer)
            XCTAssertEqual(answer.line, 5)
            XCTAssertEqual(answer.forms.map(\.variable), ["n"])
            XCTAssertEqual(answer.forms.map(\.category), [category])
            XCTAssertEqual(answer.forms.map(\.usedCategory), [used])
            XCTAssertEqual(answer.forms.map(\.string), [text])
            let shown = l10n("a", count)
            XCTAssertEqual(shown, text.replacing("%d", with: "\(count)"), "as it is shown")
        }
        XCTAssertTrue(
            l10n.explain("a", count: 5).description.hasSuffix(
                "\n  string: %#@n@\n  5: form “other” for “many” of “n”: %d c"
            )
        )
        XCTAssertEqual(l10n.explain("a").answer?.forms, [])
    }

    func testTheSourcesFormIsToldForANumberWithoutATranslation() throws {
        func variable(_ string: String, _ forms: [(String, String)]) -> String {
            #"{"stringUnit": {"value": "\#(string)"}, "substitutions": {"n": \#(plural(forms))}}"#
        }
        let english = [("one", "%arg file"), ("other", "%arg files")]
        let polish = [("one", "%arg plik"), ("few", "%arg pliki")]
        let own = { (forms: [(String, String)]) in
            plural(forms.map { ($0, $1.replacing("%arg", with: "%d")) })
        }
        let store = try makeStore([
            "Localizable.xcstrings": catalog(
                """
                "own": {"localizations": {"en": \(own(english)), "pl": \(own(polish))}},
                "variable": {"localizations": {"en": \(variable("%#@n@ read", english)),
                    "pl": \(variable("%#@n@ czytany", polish))}},
                "missing": {"localizations": {"en": \(variable("%#@n@", english)),
                    "pl": \(unit("%#@n@"))}}
                """
            )
        ])
        let l10n = store.localizer(for: ["pl"])
        for key in ["own", "variable", "missing"] {
            for count in [0, 1, 2, 5, 22] {
                let answer = try XCTUnwrap(l10n.explain(key, count: count).answer)
                let form = try XCTUnwrap(answer.forms.first)
                XCTAssertEqual(answer.forms.count, 1, key)
                let string = key == "own" ? form.string : answer.string
                let filled = string.replacing("%#@n@", with: form.string)
                    .replacing("%arg", with: "\(count)").replacing("%d", with: "\(count)")
                XCTAssertEqual(filled, l10n(key, count), "\(key) \(count)")
                let isPolish = key != "missing" && [1, 2, 22].contains(count)
                XCTAssertEqual(form.language, isPolish ? "pl" : "en", "\(key) \(count)")
            }
        }
        XCTAssertTrue(
            l10n.explain("variable", count: 5).description.hasSuffix(
                "\n  5: form “other” of “n” in en: %arg files"
            )
        )
        // Without a number, the form `other` is shown, which only the source has.
        XCTAssertEqual(l10n("own"), "%d files")
        XCTAssertEqual(l10n.explain("own").answer?.string, "%d files")
        XCTAssertEqual(JoinedTable(store)["own", "pl"], "%d files")
    }

    func testTheVersionAndTheWidthOfTheLocalizerAreTold() throws {
        let folder = try TemporaryFolder(self)
        let list = { (text: String) in
            """
            <?xml version="1.0"?><plist><dict>
            <key>a</key><dict><key>NSStringVariableWidthRuleType</key><dict>
            <key>10</key><string>\(text)</string><key>30</key><string>\(text), long</string>
            </dict></dict></dict></plist>
            """
        }
        let path = "Test.bundle/en.lproj/Localizable.stringsdict"
        try folder.write(list("old"), to: path)
        let store = LocalizationStore(try ResourceBundle.locate("Test", in: [folder.url]))
        let l10n = store.localizer(for: ["en"])
        try folder.write(list("new"), to: path)
        try store.reload()
        XCTAssertEqual(l10n.explain("a").answer?.string, "old, long")
        XCTAssertEqual(l10n.fitting(width: 12).explain("a").answer?.string, "old")
        XCTAssertEqual(store.localizer(for: ["en"]).explain("a").answer?.string, "new, long")
    }
}
