import FootingLocalization
import FootingLocalizationTools
import XCTest

final class CatalogLintTests: XCTestCase {
    private func files(_ entries: String) -> [String: String] {
        ["Localizable.xcstrings": catalog(entries)]
    }

    func testStates() throws {
        let file = "Localizable.xcstrings"
        try checkLint([
            LintCase(
                "each state",
                files(
                    """
                    "Fine": {"localizations": {"de": \(unit("Gut"))}},
                    "New": {"localizations": {
                      "en": \(unit("New", "new")),
                      "de": \(unit("Neu", "new"))}},
                    "Review": {"localizations": {"de": \(unit("Prüfen", "needs_review"))}},
                    "Stale": {"extractionState": "stale", "localizations": {"de": \(unit("Alt"))}},
                    "Machine": {"localizations": {"de": \(unit("M", "machine_translated"))}},
                    "Other": {"localizations": {"de": \(unit("Anders", "reviewed"))}}
                    """
                ),
                "warning newState \(file):5 New (de)",
                "warning needsReview \(file):8 Review (de)",
                "info stale \(file):9 Stale",
                "warning unknownName \(file):11 Other (de)"
            ),
            LintCase(
                "a state in a form",
                files(
                    """
                    "%lld files": {"localizations": {
                      "de": {"variations": {"plural": {
                        "one": \(unit("%lld Datei", "needs_review")),
                        "other": \(unit("%lld Dateien"))}}},
                      "en": {"variations": {"plural": {
                        "one": \(unit("%lld file")),
                        "other": \(unit("%lld files"))}}}}}
                    """
                ),
                "warning needsReview \(file):4 %lld files (de)"
            ),
        ])
    }

    func testNamedSpecifiers() throws {
        let file = "Localizable.xcstrings"
        func entry(_ key: String, _ source: String, _ translation: String) -> String {
            """
            "\(key)": {"localizations": {"de": \(unit(translation)), "en": \(unit(source))}}
            """
        }
        try checkLint([
            LintCase(
                "names",
                files(
                    [
                        entry("fits", "%(count)lld of %(title)@", "%(title)@: %(count)lld"),
                        entry("key %(count)lld", "%(count)lld a", "%(count)lld b"),
                        entry("unknown", "%(count)lld a", "%(count)lld %(title)@"),
                        entry("missing", "%(count)lld of %(title)@", "%(title)@"),
                        entry("kind", "%(count)lld a", "%(count)@ b"),
                        entry("literal", "(a) %lld b", "(c) %lld d"),
                        entry("%(count)lld in key", "one", "%(count)lld a"),
                    ].joined(separator: ",\n")
                ),
                "error unknownArgument \(file):6 unknown (de)",
                "warning argumentMissingInTranslation \(file):7 missing (de)",
                "error argumentTypeConflict \(file):8 kind (de)"
            )
        ])
    }

    func testTheRemedyForAMisspeltNameIsTheNameOfTheSource() throws {
        let forms = plural([("one", "%(count)lld book"), ("other", "%(count)lld books")])
        let rows: [(source: String, translation: String, fault: String)] = [
            (unit("%(name)@: %(count)lld"), unit("%(name)@: %(cuont)lld"), "write “%(count)lld”."),
            (unit("%(name)@: %(count)lld"), unit("%(cuont)lld: %(name)@"), "write “%(count)lld”."),
            (unit("%lld books"), unit("%(cuont)lld Bücher"), "write “%lld”."),
            (unit("%(a)@ %(count)lld"), unit("%(a)@ %(count)lld %(cuont)lld"), "remove it."),
            (
                forms, plural([("one", "%(cuont)lld Buch"), ("other", "%(cuont)lld Bücher")]),
                "write “%(count)lld”."
            ),
        ]
        for row in rows {
            let texts = #"{"en": \#(row.source), "de": \#(row.translation)}"#
            let entry = #""k": {"localizations": \#(texts)}"#
            let lint = LocalizationLint(try makeStore(["L.xcstrings": catalog(entry)]))
            let message = "“%(cuont)lld” of “k” in de has a name that no argument in en has: "
            XCTAssertEqual(lint.findings.map(\.message), [message + row.fault])
            XCTAssertEqual(lint.findings.map(\.code), [.unknownArgument])
        }
    }

    func testTextsThatAreMissing() throws {
        let file = "Localizable.xcstrings"
        try checkLint([
            LintCase(
                "missing, and not to be translated",
                files(
                    """
                    "One": {"localizations": {"de": \(unit("Eins"))}},
                    "Brand": {"shouldTranslate": false},
                    "Two": {"localizations": {"de": \(unit("", "new"))}},
                    "Three": {}
                    """
                ).merging(["fr.lproj/Localizable.strings": "One = Un;\nTwo = Deux;"]) { $1 },
                "warning newState \(file):6 Two (de)",
                "warning missingKey \(file):7 Three (de)",
                "warning missingKey \(file):7 Three (fr)"
            ),
            LintCase(
                "what isn't translated is the same",
                files("\"Brand\": {\"shouldTranslate\": false}, \"A\": {\"localizations\": {}}")
            ),
        ])
    }

    func testAKeyThatReadsLikeAMessageHidesNoIssue() throws {
        let file = "Localizable.xcstrings"
        let key = "a names “n”, %ld"
        let forms = plural([("one", "%arg a"), ("other", "%arg b")])
        let variable = { (state: String) in
            #""substitutions": {"n": {"argNum": 1, "formatSpecifier": "ld", "#
                + forms.replacing("translated", with: state).dropFirst() + "}"
        }
        try checkLint([
            LintCase(
                "a new variable, and one that is not defined",
                files(
                    """
                    "\(key)": {"localizations": {
                      "en": {"stringUnit": {"state": "translated", "value": "%#@n@"},
                        \(variable("translated"))},
                      "de": {"stringUnit": {"state": "translated", "value": "%#@n@ %#@lost@"},
                        \(variable("new"))}}}
                    """
                ),
                "warning newState \(file):4 \(key) (de)",
                "error undefinedVariable \(file):4 \(key) (de)"
            )
        ])
    }

    func testKeysThatAreTextsTellTheArguments() throws {
        let file = "Localizable.xcstrings"
        try checkLint([
            LintCase(
                "an argument that the source doesn't show",
                files(
                    """
                    "": {},
                    "liked %lld": {"localizations": {
                      "en": \(unit("Some liked")),
                      "de": \(unit("%lld mögen")),
                      "fr": \(unit("%2$lld aiment")),
                      "pl": \(unit("%@ lubi"))}}
                    """
                ),
                "error argumentTypeConflict \(file):5 liked %lld (pl)",
                "error unknownArgument \(file):5 liked %lld (fr)"
            )
        ])
    }

    func testPluralsAndArguments() throws {
        let file = "Localizable.xcstrings"
        let forms = { (language: String, forms: [String]) in
            "\"\(language)\": " + plural(forms.map { ($0, "%lld \($0)") })
        }
        try checkLint([
            LintCase(
                "a form and an argument",
                files(
                    """
                    "%lld files": {"localizations": {
                      \(forms("en", ["one", "other"])),
                      \(forms("pl", ["one", "few", "other"]))}},
                    "%@ of %@": {"localizations": {"pl": \(unit("%2$@"))}}
                    """
                ),
                "error missingPluralCategory \(file):4 %lld files (pl)",
                "warning argumentMissingInTranslation \(file):7 %@ of %@ (pl)"
            ),
            LintCase(
                "substitutions",
                files(
                    """
                    "files %lld": {"localizations": {"en": {
                      "stringUnit": {"state": "translated", "value": "%#@files@ in %@"},
                      "substitutions": {
                        "files": {"argNum": 1, "formatSpecifier": "lld", "variations": {"plural": {
                          "one": \(unit("%arg file")), "other": \(unit("%arg files"))}}},
                        "lost": {"argNum": 2, "formatSpecifier": "lld", "variations": {"plural": {
                          "one": \(unit("%arg a")), "other": \(unit("%arg b"))}}}}}}}
                    """
                ),
                "warning unusedVariable \(file):4 files %lld (en)"
            ),
        ])
    }
}
