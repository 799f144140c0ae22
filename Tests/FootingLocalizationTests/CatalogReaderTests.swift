import FootingLocalization
import Foundation
import TestSupport
import XCTest

final class CatalogReaderTests: XCTestCase {
    private typealias Code = LocalizationIssue.Code

    private func makeStore(catalog strings: String) throws -> LocalizationStore {
        try makeStore(["Localizable.xcstrings": catalog(strings)])
    }

    func testStatesDecideWhetherATextIsUsed() throws {
        // In the source language, and in another.
        let rows: [(localization: String, source: String, other: String)] = [
            (unit("text"), "text", "text"),
            (unit("text", "needs_review"), "text", "text"),
            (unit("text", "stale"), "text", "text"),
            (unit("text", "something else"), "text", "text"),
            (unit("text", "new"), "text", "fallback"),
            (unit("", "new"), "k", "fallback"),
            (unit("", "needs_review"), "k", "fallback"),
            (unit(""), "k", "k"),
            (#"{"stringUnit": {"value": "text"}}"#, "text", "text"),
            (#"{"stringUnit": {"value": "text", "state": "new"}}"#, "text", "fallback"),
            (#"{"stringUnit": {"state": "translated"}}"#, "k", "fallback"),
            (#"{"stringUnit": {"state": "translated", "value": 1}}"#, "k", "fallback"),
            (#"{"stringUnit": "text"}"#, "k", "fallback"),
            ("{}", "k", "fallback"),
            ("[]", "k", "fallback"),
            ("null", "k", "fallback"),
        ]
        for row in rows {
            for state in ["", #""extractionState": "stale", "#] {
                let english = try makeStore(
                    catalog: #""k": {\#(state)"localizations": {"en": \#(row.localization)}}"#
                )
                XCTAssertEqual(
                    english.localizer(for: ["en"])("k", default: "fallback"),
                    row.source,
                    row.localization
                )
                XCTAssertEqual(
                    english.report.issueCount,
                    0,
                    "\(row.localization) \(english.report.issues)"
                )
                let german = try makeStore(
                    catalog: #""k": {\#(state)"localizations": {"de": \#(row.localization)}}"#
                )
                let text = german.localizer(for: ["de"])("k")
                XCTAssertEqual(text, row.other == "fallback" ? "k" : row.other, row.localization)
                XCTAssertEqual(german.languages, ["de", "en"])
            }
        }
    }

    func testASourceEntryWithoutALocalizationIsTheKeyItself() throws {
        let store = try makeStore(
            catalog: """
                "Hello, %@!": {}, "%lld files": {"localizations": {"de": \(unit("%lld Dateien"))}},
                "50 \\u0025": {"comment": "escaped"}
                """
        )
        let l10n = store.localizer(for: ["en"])
        XCTAssertEqual(l10n("Hello, %@!", "Anna", default: "no"), "Hello, Anna!")
        XCTAssertEqual(l10n("%lld files", 12345, default: "no"), "12,345 files")
        XCTAssertEqual(l10n("50 %", default: "no"), "50 %")
        XCTAssertEqual(store.localizer(for: ["de"])("%lld files", 7), "7 Dateien")
        XCTAssertEqual(store.report.issueCount, 0, "\(store.report.issues)")
    }

    func testATextThatIsNotTranslatedIsTheSourceTextInEveryLanguage() throws {
        let store = try makeStore(
            [
                "Localizable.xcstrings": catalog(
                    """
                    "brand": {"shouldTranslate": false, "localizations":
                        {"en": \(unit("Footing")), "de": \(unit("Grundlage"))}},
                    "name": {"shouldTranslate": false},
                    "other": {"shouldTranslate": true, "localizations": {"pl": \(unit("inny"))}}
                    """
                )
            ],
            developmentLanguage: "fr"
        )
        for language in ["de", "pl", "en"] as [LanguageTag] {
            let l10n = store.localizer(for: LanguagePreferences([language]))
            XCTAssertEqual(l10n("brand"), "Footing", "\(language)")
            XCTAssertEqual(l10n("name", default: "no"), "name", "\(language)")
        }
        XCTAssertEqual(store.localizer(for: ["pl"])("other"), "inny")
        XCTAssertEqual(store.report.issueCount, 0, "\(store.report.issues)")
    }

    func testPluralFormsAreChosenByTheNumberThatIsShown() throws {
        let rows:
            [(
                key: String, forms: [String: String], arguments: [any FormatArgument],
                expected: String
            )] = [
                ("%lld files", ["one": "%lld file", "other": "%lld files"], [1], "1 file"),
                ("%lld files", ["one": "%lld file", "other": "%lld files"], [2], "2 files"),
                ("%lld files", ["zero": "none", "other": "%lld files"], [0], "none"),
                (
                    "%@ has %lld files", ["one": "%@ has one file", "other": "%@ has %lld files"],
                    ["Anna", 1], "Anna has one file"
                ),
                (
                    "%@ has %lld files", ["one": "%@ has one file", "other": "%@ has %lld files"],
                    ["Anna", 7], "Anna has 7 files"
                ),
                (
                    "%@ has %lld", ["one": "one of %1$@", "other": "%2$lld of %1$@"],
                    ["Anna", 7], "7 of Anna"
                ),
                (
                    "%@ has %lld", ["one": "one of %1$@", "other": "%2$lld of %1$@"],
                    ["Anna", 1], "one of Anna"
                ),
                ("%@: %lld", ["one": "one", "other": "many"], ["Anna", 1], "one"),
                ("files", ["one": "one", "other": "many"], [1], "one"),
                ("%.1f km", ["one": "%.1f mile", "other": "%.1f miles"], [1.0], "1.0 miles"),
                ("%f km", ["one": "%.0f mile", "other": "%.0f miles"], [1.0], "1 mile"),
                ("%lld files", ["one": "%lld file"], [7], "7 file"),
            ]
        for row in rows {
            let forms = row.forms.map { #""\#($0.key)": \#(unit($0.value))"# }
            let plural = forms.joined(separator: ", ")
            let store = try makeStore(
                catalog: """
                    "\(row.key)": {"localizations": {"en": {"variations": {"plural": {\(plural)}}}}}
                    """
            )
            let text = store.localizer(for: ["en"])(row.key, arguments: row.arguments)
            XCTAssertEqual(text, row.expected, row.key)
            let codes: [Code] = row.forms["other"] == nil ? [.missingPluralCategory] : []
            XCTAssertEqual(store.report.issues.map(\.code), codes, "\(row)")
        }
    }

    func testWithoutAnArgumentAPluralShowsItsFormOther() throws {
        let store = try makeStore(
            catalog: """
                "k": {"localizations": {"en": {"variations": {"plural":
                {"one": \(unit("%lld file")), "other": \(unit("%lld files"))}}}}}
                """
        )
        let l10n = store.localizer(for: [])
        XCTAssertEqual(l10n("k"), "%lld files")
        XCTAssertEqual(l10n("k", arguments: []), "%lld files")
        XCTAssertEqual(store.report.issues.map(\.code), [.missingArgument])
    }

    func testDevicesAndPluralsStandInEitherOrder() throws {
        let one = unit("%lld file"), other = unit("%lld files")
        let plural = #"{"variations": {"plural": {"one": \#(one), "other": \#(other)}}}"#
        let wrong = unit("wrong")
        let rows = [
            #"{"variations": {"device": {"other": \#(plural), "appletv": \#(wrong)}}}"#,
            """
            {"variations": {"plural": {
                "one": {"variations": {"device": {"other": \(one), "appletv": \(wrong)}}},
                "other": {"variations": {"device": {"appletv": \(wrong), "other": \(other)}}}}}}
            """,
        ]
        for row in rows {
            let store = try makeStore(catalog: #""k": {"localizations": {"en": \#(row)}}"#)
            let l10n = store.localizer(for: [])
            XCTAssertEqual(l10n("k", 1), "1 file", row)
            XCTAssertEqual(l10n("k", 2), "2 files", row)
            XCTAssertEqual(store.report.issueCount, 0, "\(store.report.issues)")
        }
    }

    func testADeviceWithoutATextGivesWayToTheNext() throws {
        let rows: [([(String, String)], String)] = [
            ([("other", unit("a")), ("mac", unit("b")), ("iphone", unit("c"))], "a"),
            ([("ipad", unit("d")), ("mac", unit("b")), ("iphone", unit("c"))], "b"),
            ([("ipad", unit("d")), ("iphone", unit("c"))], "c"),
            ([("ipod", unit("e")), ("ipad", unit("d"))], "d"),
            ([("other", unit("a", "new")), ("mac", unit("b"))], "b"),
            ([("other", unit("", "new"))], "k"),
        ]
        for (devices, expected) in rows {
            let device = devices.map { #""\#($0.0)": \#($0.1)"# }.joined(separator: ", ")
            let store = try makeStore(
                catalog:
                    #""k": {"localizations": {"de": {"variations": {"device": {\#(device)}}}}}"#
            )
            #if os(Linux)
            XCTAssertEqual(store.localizer(for: ["de"])("k"), expected, device)
            #endif
        }
    }

    func testSubstitutionsTakeTheirArguments() throws {
        func substitution(_ name: String, _ argument: Int?, _ one: String, _ other: String)
            -> String
        {
            let number = argument.map { #""argNum": \#($0), "# } ?? ""
            return """
                "\(name)": {\(number)"formatSpecifier": "lld", "variations": {"plural":
                {"one": \(unit(one)), "other": \(unit(other))}}}
                """
        }
        let rows:
            [(
                text: String, substitutions: [String], arguments: [any FormatArgument],
                expected: String
            )] = [
                (
                    "%#@files@ in %#@boxes@",
                    [
                        substitution("files", 1, "%arg file", "%arg files"),
                        substitution("boxes", 2, "%arg box", "%arg boxes"),
                    ], [1, 12345], "1 file in 12,345 boxes"
                ),
                // In order of appearance where there are no numbers.
                (
                    "%#@files@ in %#@boxes@",
                    [
                        substitution("boxes", nil, "%arg box", "%arg boxes"),
                        substitution("files", nil, "%arg file", "%arg files"),
                    ], [1, 2], "1 file in 2 boxes"
                ),
                (
                    "%@: %#@files@", [substitution("files", nil, "%arg file", "%arg files")],
                    ["Anna", 1], "Anna: 1 file"
                ),
                (
                    "%@: %#@files@", [substitution("files", 2, "%arg file", "%arg files")],
                    ["Anna", 1], "Anna: 1 file"
                ),
                (
                    "%#@files@ of %@", [substitution("files", 1, "%arg file", "%arg files")],
                    [2, "Anna"], "2 files of Anna"
                ),
                (
                    "%2$#@files@", [substitution("files", nil, "%arg file", "%arg files")],
                    [1, 2], "2 files"
                ),
                (
                    "%#@boxes@ with %#@files@",
                    [
                        substitution("files", 1, "one", "%arg files"),
                        substitution("boxes", 2, "a box", "%arg boxes"),
                    ], [7, 1], "a box with 7 files"
                ),
                (
                    "%#@files@", [substitution("files", 1, "one", "%arg of %lld (%arg)")],
                    [2, 9], "2 of 9 (2)"
                ),
                (
                    "%#@files@", [substitution("files", 1, "one", "%lld of %lld")], [2, 9], "2 of 9"
                ),
            ]
        for row in rows {
            let substitutions = row.substitutions.joined(separator: ", ")
            let store = try makeStore(
                catalog: """
                    "k": {"localizations": {"en": {
                    "substitutions": {\(substitutions)},
                    "stringUnit": {"state": "translated", "value": "\(row.text)"}}}}
                    """
            )
            let text = store.localizer(for: [])("k", arguments: row.arguments)
            XCTAssertEqual(text, row.expected, "\(row)")
            XCTAssertEqual(store.report.issueCount, 0, "\(store.report.issues)")
        }
    }

    func testMistakesInASubstitutionAreIssues() throws {
        let form = #""variations": {"plural": {"other": \#(unit("%arg files"))}}"#
        let rows: [(substitution: String, expected: String, codes: [Code])] = [
            (#""formatSpecifier": "lld", \#(form)"#, "7 files", []),
            (form, "7 files", []),
            (#""argNum": 0, \#(form)"#, "7 files", []),
            (#""argNum": 99999999999999999999, \#(form)"#, "7 files", []),
            (#""argNum": "1", \#(form)"#, "7 files", []),
            (#""formatSpecifier": "q", \#(form)"#, "7 files", [.unknownValueType]),
            (#""formatSpecifier": "lld""#, "k", [.invalidVariable, .undefinedVariable]),
            (
                #""variations": {"plural": {"one": \#(unit("%arg file"))}}"#, "7 file",
                [.missingPluralCategory]
            ),
        ]
        for row in rows {
            let store = try makeStore(
                catalog: """
                    "k": {"localizations": {"en": {
                    "substitutions": {"v": {\(row.substitution)}},
                    "stringUnit": {"state": "translated", "value": "%#@v@"}}}}
                    """
            )
            XCTAssertEqual(store.localizer(for: [])("k", 7), row.expected, row.substitution)
            XCTAssertEqual(store.report.issues.map(\.code), row.codes, row.substitution)
        }
    }

    func testNumbersAndFormsAreThoseOfTheLanguageThatAnswered() throws {
        let forms = ["one": "%lld książka", "few": "%lld książki", "many": "%lld książek"]
        let plural = forms.map { #""\#($0.key)": \#(unit($0.value))"# }.joined(separator: ", ")
        let store = try makeStore(
            catalog: """
                "k": {"localizations": {"pl": {"variations": {"plural": {\(plural),
                "other": \(unit("%lld"))}}}}}
                """
        )
        let l10n = store.localizer(for: ["pl"])
        XCTAssertEqual(l10n("k", 22), "22 książki")
        XCTAssertEqual(l10n("k", 12345), "12\u{A0}345 książek")
    }

    func testAFileThatIsNoCatalogIsAnIssueAndOtherTablesAreRead() throws {
        let deep =
            #"{"sourceLanguage":"en","strings":{"k":"# + String(repeating: "[", count: 200_000)
        let rows: [(catalog: String, code: Code)] = [
            ("", .invalidCatalog), ("{", .invalidCatalog), ("[]", .invalidCatalog),
            ("{}", .invalidCatalog), (#"{"strings": {}}"#, .invalidCatalog),
            (#"{"sourceLanguage": "en"}"#, .invalidCatalog),
            (#"{"sourceLanguage": "en", "strings": []}"#, .invalidCatalog),
            (#"{"sourceLanguage": "en", "strings": {}, "version": "2.0"}"#, .invalidCatalog),
            (#"{"sourceLanguage": "en", "strings": {}, "version": "10"}"#, .invalidCatalog),
            (#"{"sourceLanguage": "en", "strings": {}, "version": 1}"#, .invalidCatalog),
            (#"{"sourceLanguage": "en", "strings": {"k": {}}, "version": {}}"#, .invalidCatalog),
            (deep, .limitExceeded),
        ]
        for row in rows {
            let store = try makeStore([
                "Localizable.xcstrings": row.catalog, "en.lproj/Localizable.strings": "k = v;",
            ])
            XCTAssertEqual(store.localizer(for: [])("k"), "v", "\(row.catalog.prefix(60))")
            let codes = store.report.issues.map(\.code)
            XCTAssertEqual(codes, [row.code], "\(row.catalog.prefix(60))")
        }
        let fault = try makeStore(["Localizable.xcstrings": "{\n\"a\": 1,\n}"])
        XCTAssertEqual(fault.report.issues.first?.line, 3)
        XCTAssertEqual(
            fault.report.issues.first?.message,
            "The catalog is not valid JSON in UTF-8: correct it, or convert it."
        )
        let limit = try makeStore(["Localizable.xcstrings": deep]).report.issues.first
        XCTAssertEqual(limit?.message, "The catalog is too large, or nested too deep.")
    }

    func testVersionsThatBeginWithOneAndUnknownKeysAreRead() throws {
        for version in ["1", "1.0", "1.17"] {
            let store = try makeStore([
                "Localizable.xcstrings": """
                {"future": [1, {"strings": 2}], "version": "\(version)", "sourceLanguage": "en",
                 "strings": {"k": {"future": {}, "localizations": {"en": {"future": null,
                 "stringUnit": {"future": [], "value": "v", "state": "translated"}}}}}}
                """
            ])
            XCTAssertEqual(store.localizer(for: [])("k"), "v", version)
            XCTAssertEqual(store.report.issueCount, 0, "\(store.report.issues)")
        }
    }

    func testIssuesNameTheLineOfTheKey() throws {
        let store = try makeStore(
            catalog: """
                "a": {},
                "k": {"localizations": {"en": \(unit("one")), "de": \(unit("%#@v@"))}},
                "k": {"localizations": {"en": \(unit("two"))}}
                """
        )
        XCTAssertEqual(store.localizer(for: [])("k"), "two")
        let found = store.report.issues.map { ($0.code, $0.line ?? 0) }
        XCTAssertEqual(found.map(\.0), [.undefinedVariable, .duplicateKey])
        XCTAssertEqual(found.map(\.1), [5, 6])
    }

    func testANameThatIsNoLanguageIsAnIssueOnce() throws {
        let texts = #"{"localizations": {"no language": \#(unit("x")), "de": \#(unit("d"))}}"#
        let store = try makeStore(catalog: #""a": \#(texts), "b": \#(texts)"#)
        XCTAssertEqual(store.languages, ["de", "en"])
        XCTAssertEqual(store.localizer(for: ["de"])("b"), "d")
        XCTAssertEqual(store.report.issues.map(\.code), [.unusableLanguage])
    }

    func testTooManyLanguagesAreOneIssue() throws {
        let names = (0..<65_536).map { number in
            #""en-\#(1000 + number % 9000)\#(number / 9000)xx": \#(unit("x"))"#
        }
        let strings = #""k": {"localizations": {\#(names.joined(separator: ","))}}"#
        let codes = try makeStore(catalog: strings).report.issues.map(\.code)
        XCTAssertEqual(codes, [.limitExceeded])
    }

    func testHalfOfASurrogatePairLosesOnlyItsText() throws {
        let bad = unit("\\ud83d")
        let store = try makeStore(
            catalog: #"""
                "a": {"localizations": {"en": \#(bad)}}, "\ud83d": {},
                "b": {"localizations": {"en": \#(unit("\\ud83d\\ude00"))}}
                """#
        )
        let l10n = store.localizer(for: [])
        XCTAssertEqual([l10n("a"), l10n("b")], ["a", "😀"])
        XCTAssertEqual(store.report.issues.map(\.code), [.undecodableText, .undecodableText])
    }

    func testEveryPrefixOfACatalogIsReadWithoutATrap() throws {
        let count = isUnderStress ? 4 : 1
        let entries = (0..<count).map { number in
            """
            "k\(number) %lld": {"localizations": {"de": {"variations": {"plural": {"one":
            \(unit("%lld ü")), "other": {"variations": {"device": {"mac": \(unit("\\u00e4"))}}}}}},
            "pl": {"substitutions": {"v": {"argNum": 1, "formatSpecifier": "lld", "variations":
            {"plural": {"other": \(unit("%arg"))}}}}, "stringUnit": {"value": "%#@v@"}}}}
            """
        }
        let bytes = Array(catalog(entries.joined(separator: ",\n")).utf8)
        let folder = try TemporaryFolder(self)
        func read(_ bytes: [UInt8]) throws -> LocalizationStore {
            try folder.write(Data(bytes), to: "Test.bundle/Localizable.xcstrings")
            let store = LocalizationStore(try ResourceBundle.locate("Test", in: [folder.url]))
            for language in ["de", "pl", "en"] as [LanguageTag] {
                _ = store.localizer(for: LanguagePreferences([language]))("k0 %lld", 2)
            }
            return store
        }
        for length in 0..<bytes.count {
            let codes = try read(Array(bytes[..<length])).report.issues.map(\.code)
            XCTAssertEqual(codes, [.invalidCatalog], "\(length)")
        }
        XCTAssertEqual(try read(bytes).report.issueCount, 0)
    }

    func testTheSourcesOfATableGoBeforeEachOtherKeyByKey() throws {
        let dict = stringsDict([("a", "%#@n@", "n", "d", ["other": "dict"])])
        let names = ["a", "b", "c"].map { name in
            #""\#(name)": {"localizations": {"en": \#(unit("catalog"))}}"#
        }
        let store = try makeStore([
            "Localizable.xcstrings": catalog(names.joined(separator: ",")),
            "en.lproj/Localizable.strings": "a = strings; b = strings;",
            "en.lproj/Localizable.stringsdict": dict,
        ])
        let l10n = store.localizer(for: [])
        XCTAssertEqual([l10n("a", 1), l10n("b"), l10n("c")], ["dict", "strings", "catalog"])
        let issues = store.report.issues
        XCTAssertEqual(issues.map(\.code), [.duplicateTableEntry, .duplicateTableEntry])
        XCTAssertEqual(issues.map(\.key), ["a", "b"])
        XCTAssertTrue(issues[0].message.contains("Localizable.xcstrings"), issues[0].message)
    }

    func testASetOfStringsIsAnIssue() throws {
        let set = #"{"stringSet": {"state": "translated", "values": ["Start", "Begin"]}}"#
        let store = try makeStore(
            catalog: #""${applicationName}": {"localizations": {"en": \#(set), "de": \#(set)}}"#
        )
        let issues = store.report.issues
        XCTAssertEqual(issues.map(\.code), [.stringSet, .stringSet])
        XCTAssertEqual(issues.map(\.resolution), [.skippedInput, .skippedInput])
        XCTAssertEqual(issues.map(\.key), ["${applicationName}", "${applicationName}"])
        XCTAssertEqual(store.localizer(for: ["de"])("${applicationName}"), "${applicationName}")
    }

    func testATextThatIsNotTranslatedIsThePluralOfTheSourceInEveryLanguage() throws {
        let forms = #"{"one": \#(unit("%arg px")), "other": \#(unit("%arg pxs"))}"#
        let substitution = #"{"formatSpecifier": "lld", "variations": {"plural": \#(forms)}}"#
        let plural = forms.replacing("%arg", with: "%lld")
        let store = try makeStore(
            catalog: """
                "a": {"shouldTranslate": false, "localizations": {"en": {
                    "stringUnit": {"state": "translated", "value": "%#@n@ wide"},
                    "substitutions": {"n": \(substitution)}}}},
                "b": {"shouldTranslate": false, "localizations": {"en": {"variations": {"plural":
                    \(plural)}}}},
                "c": {"localizations": {"pl": \(unit("inny"))}}
                """
        )
        // In Polish, 21 is not `one`, but `many`; in Lithuanian it would be `one`.
        let polish = store.localizer(for: ["pl"])
        XCTAssertEqual([polish("a", 1), polish("a", 21)], ["1 px wide", "21 pxs wide"])
        XCTAssertEqual([polish("b", 1), polish("b", 22)], ["1 px", "22 pxs"])
        XCTAssertEqual(store.localizer(for: ["en"])("a", 1), "1 px wide")
        XCTAssertEqual(store.report.issueCount, 0, "\(store.report.issues)")
    }

    func testATranslatedFormIsUsedForNumbersOfItsCategoryAndElseTheSourcesPlural() throws {
        // In English `one` is 1, in Lithuanian also 21.
        let rows: [(forms: String, number: Int, expected: String)] = [
            (#""one": \#(unit("%lld failas"))"#, 21, "21 failas"),
            (#""one": \#(unit("%lld failas"))"#, 5, "5 files"),
            (#""few": \#(unit("%lld failai"))"#, 1, "1 file"),
            (#""few": \#(unit("%lld failai"))"#, 21, "21 files"),
            (#""few": \#(unit("%lld failai"))"#, 12345, "12\u{A0}345 failai"),
            (#""one": \#(unit("%lld failas"))"#, 12345, "12,345 files"),
            (#""other": \#(unit("%lld failų"))"#, 1, "1 file"),
            (#""other": \#(unit("%lld failų"))"#, 10, "10 failų"),
            (#""zero": \#(unit("nė vieno"))"#, 0, "nė vieno"),
            (#""one": \#(unit(""))"#, 5, "5 files"),
            (#""one": \#(unit("", "needs_review"))"#, 1, "1 file"),
        ]
        for row in rows {
            let store = try makeStore(
                catalog: """
                    "k": {"localizations": {
                    "en": {"variations": {"plural": {"one": \(unit("%lld file")), "other":
                        \(unit("%lld files"))}}},
                    "lt": {"variations": {"plural": {\(row.forms)}}}}}
                    """
            )
            let l10n = store.localizer(for: ["lt"])
            XCTAssertEqual(l10n("k", row.number), row.expected, "\(row)")
            XCTAssertEqual(store.report.issueCount, 0, "\(store.report.issues)")
        }
    }

    func testVariablesOfTheSourceThatNameEachOtherEnd() throws {
        let count = 2000
        let variables = (0..<count).map { number in
            #""v\#(number)": {"variations": {"plural": {"other": \#(unit("%#@v\(number + 1)@"))}}}"#
        }
        let store = try makeStore(
            catalog: """
                "k": {"localizations": {"en": {"stringUnit": {"state": "new", "value": "x"},
                "substitutions": {\(variables.joined(separator: ","))}}, "de": \(unit("%#@v0@"))}}
                """
        )
        XCTAssertEqual(store.localizer(for: ["de"])("k", 1), "k")
        XCTAssertEqual(store.report.issues.last?.code, .undefinedVariable)
    }
}
