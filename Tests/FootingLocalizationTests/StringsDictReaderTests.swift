import FootingLocalization
import Foundation
import TestSupport
import XCTest

final class StringsDictReaderTests: XCTestCase {
    private func makeStore(language: String, _ dict: String) throws -> LocalizationStore {
        let files = ["\(language).lproj/Localizable.stringsdict": dict]
        return try makeStore(files, developmentLanguage: LanguageTag(language) ?? "en")
    }

    /// A store of one entry `n` with a variable of that name.
    private func makeStore(
        language: String = "en",
        format: String = "%#@n@",
        type: String = "d",
        forms: [String: String]
    ) throws -> LocalizationStore {
        try makeStore(language: language, stringsDict([("n", format, "n", type, forms)]))
    }

    func testEachLanguageChoosesItsForms() throws {
        let polish = [
            "one": "%d książka", "few": "%d książki", "many": "%d książek", "other": "%d książki",
        ]
        let english = ["one": "%d book", "other": "%d books"]
        let store = try makeStore([
            "pl.lproj/Localizable.stringsdict": stringsDict([("n", "%#@n@.", "n", "d", polish)]),
            "en.lproj/Localizable.stringsdict": stringsDict([("n", "%#@n@.", "n", "d", english)]),
        ])
        let (pl, en) = (store.localizer(for: ["pl-PL"]), store.localizer(for: ["en"]))
        let rows: [(Int, String, String)] = [
            (0, "0 książek.", "0 books."), (1, "1 książka.", "1 book."),
            (2, "2 książki.", "2 books."),
            (5, "5 książek.", "5 books."), (22, "22 książki.", "22 books."),
            (1234, "1234 książki.", "1,234 books."),
            (12345, "12\u{A0}345 książek.", "12,345 books."), (-1, "-1 książka.", "-1 book."),
        ]
        for (number, polish, english) in rows {
            XCTAssertEqual(pl("n", number), polish)
            XCTAssertEqual(en("n", number), english)
        }
        XCTAssertEqual(store.report.issueCount, 0, "\(store.report.issues)")
    }

    func testTheRulesAreThoseOfTheLanguageThatAnswered() throws {
        let store = try makeStore([
            "en.lproj/Localizable.stringsdict":
                stringsDict([
                    (
                        "n", "%#@n@", "n", "d",
                        ["one": "one %d", "few": "few %d", "other": "other %d"]
                    )
                ]),
            "pl.lproj/Localizable.strings": "k = v;",
        ])
        let l10n = store.localizer(for: ["pl"])
        XCTAssertEqual(l10n("n", 2), "other 2")
        XCTAssertEqual(l10n("n", 12345), "other 12,345")
        XCTAssertEqual(l10n("k"), "v")
    }

    func testZeroHasItsFormInEveryLanguage() throws {
        let forms = ["zero": "none", "one": "%d one", "other": "%d other"]
        for language in ["en", "de", "pl", "xx"] {
            let l10n = try makeStore(language: language, forms: forms).localizer(for: [])
            XCTAssertEqual(l10n("n", 0), "none", language)
            XCTAssertEqual(l10n("n", 0.0), "none", language)
            XCTAssertEqual(l10n("n", -0.0), "none", language)
            XCTAssertEqual(l10n("n", .verbatim(0)), "none", language)
            XCTAssertNotEqual(l10n("n", 0.5), "none", language)
            XCTAssertNotEqual(l10n("n", 10), "none", language)
        }
    }

    func testAMissingFormFallsToOtherAndThenToTheFirstThereIs() throws {
        let rows:
            [(
                forms: [String: String], number: Int, expected: String,
                codes: [LocalizationIssue.Code]
            )] = [
                (["one": "1", "other": "o"], 2, "o", []),
                (["one": "1", "few": "f", "other": "o"], 5, "o", []),
                (["one": "1", "few": "f", "many": "m"], 2, "f", [.missingPluralCategory]),
                (["one": "1", "few": "f", "two": "2"], 5, "f", [.missingPluralCategory]),
                (["one": "1", "two": "2"], 5, "2", [.missingPluralCategory]),
                (["one": "1"], 5, "1", [.missingPluralCategory]),
                (["zero": "0"], 5, "0", [.missingPluralCategory]),
                (["one": "1", "zero": "0"], 5, "1", [.missingPluralCategory]),
                (["other": "o"], 0, "o", []),
            ]
        for row in rows {
            let store = try makeStore(language: "pl", forms: row.forms)
            XCTAssertEqual(store.localizer(for: [])("n", row.number), row.expected, "\(row.forms)")
            XCTAssertEqual(store.report.issues.map(\.code), row.codes, "\(row.forms)")
        }
    }

    func testTheOperandsAreThoseOfTheDigitsDisplayed() throws {
        let forms = ["one": "one", "other": "other"]
        let rows: [(type: String, number: any FormatArgument, expected: String)] = [
            ("d", 1, "one"), ("ld", 1, "one"), ("%ld", 1, "one"), ("lu", UInt(1), "one"),
            ("", 1, "one"),
            ("d", 1.0, "one"), ("d", 1.5, "other"), ("f", 1.0, "one"), ("f", 1, "one"),
            (".1f", 1.0, "other"), ("%.1f", 1, "other"), (".0f", 1.0, "one"),
            ("0.2f", 1.2, "other"),
            (".0f", 0.9, "one"), (".0f", 1.4, "one"), (".0f", 1.6, "other"), ("d", -1, "one"),
            ("d", Float(1), "one"), ("d", .verbatim(1), "one"), ("d", UInt64.max, "other"),
        ]
        for row in rows {
            let store = try makeStore(type: row.type, forms: forms)
            let text = store.localizer(for: [])("n", row.number)
            XCTAssertEqual(text, row.expected, "\(row.type) \(row.number)")
            XCTAssertEqual(store.report.issueCount, 0, "\(row.type)\n\(store.report.issues)")
        }
    }

    func testAnUnknownValueTypeIsAnIssueAndAnInteger() throws {
        for type in ["q", "s", "%@", "d d", "%"] {
            let store = try makeStore(type: type, forms: ["one": "1", "other": "o"])
            XCTAssertEqual(store.localizer(for: [])("n", 1), "1", type)
            XCTAssertEqual(store.report.issues.map(\.code), [.unknownValueType], type)
        }
    }

    func testVariablesTakeTheirArguments() throws {
        let rows:
            [(format: String, form: String, arguments: [any FormatArgument], expected: String)] = [
                ("%#@n@ in %@", "%d files", [3, "Docs"], "3 files in Docs"),
                ("%2$#@n@ in %1$@", "%d files", ["Docs", 3], "3 files in Docs"),
                ("%#@n@", "%d of %d files", [3, 7], "3 of 7 files"),
                ("%2$#@n@", "%d of %d files", [9, 3, 7], "3 of 7 files"),
                ("%2$#@n@", "%1$@: %d files", ["Docs", 3], "Docs: 3 files"),
                ("%@: %#@n@", "%d files", ["Docs", 3], "Docs: 3 files"),
                ("%#@n@ and %#@n@", "%d files", [3, 4], "3 files and 4 files"),
                ("%#@n@", "no digits", [3], "no digits"),
            ]
        for row in rows {
            let store = try makeStore(format: row.format, forms: ["other": row.form])
            XCTAssertEqual(
                store.localizer(for: [])("n", arguments: row.arguments),
                row.expected,
                row.format
            )
            XCTAssertEqual(store.report.issueCount, 0, "\(store.report.issues)")
        }
    }

    func testAFormCanNameAnotherVariable() throws {
        let variable = { (name: String, forms: [(String, String)]) in
            "<key>\(name)</key><dict>"
                + "<key>NSStringFormatSpecTypeKey</key><string>NSStringPluralRuleType</string>"
                + forms.map { "<key>\($0.0)</key><string>\($0.1)</string>" }.joined() + "</dict>"
        }
        let files = variable(
            "files",
            [("one", "%d file in %#@folders@"), ("other", "%d files in %#@folders@")]
        )
        let folders = variable("folders", [("one", "%d folder"), ("other", "%d folders")])
        let dict = """
            <plist version="1.0"><dict><key>n</key><dict>
            <key>NSStringLocalizedFormatKey</key><string>%#@files@.</string>\(files)\(folders)
            </dict></dict></plist>
            """
        let store = try makeStore(language: "en", dict)
        let l10n = store.localizer(for: [])
        XCTAssertEqual(l10n("n", 1, 2), "1 file in 2 folders.")
        XCTAssertEqual(l10n("n", 2, 1), "2 files in 1 folder.")
        XCTAssertEqual(store.report.issueCount, 0, "\(store.report.issues)")
    }

    func testAVariableWithoutANumberFallsToOther() throws {
        let forms = ["one": "one", "other": "%d others"]
        for (argument, expected) in [
            ("three" as any FormatArgument, "three others!"), (Double.nan, "NaN others!"),
        ] {
            let store = try makeStore(format: "%#@n@!", forms: forms)
            XCTAssertEqual(store.localizer(for: [])("n", argument), expected)
            XCTAssertTrue(store.report.issues.map(\.code).contains(.mismatchedArgument))
        }
    }

    func testAVariableWithoutAnArgumentShowsItsOwnText() throws {
        let store = try makeStore(format: "%#@n@ of %@", forms: ["other": "%d"])
        let l10n = store.localizer(for: [])
        XCTAssertEqual(l10n("n", arguments: []), "%#@n@ of %@")
        XCTAssertEqual(l10n("n"), "%#@n@ of %@")
        XCTAssertEqual(l10n("n", 1), "1 of %@")
        XCTAssertEqual(store.report.issues.map(\.code), [.missingArgument, .missingArgument])
    }

    func testAnUndefinedVariableIsShownAsItIs() throws {
        let store = try makeStore(format: "%#@m@ %#@n@", forms: ["other": "%d %#@x@"])
        XCTAssertEqual(store.localizer(for: [])("n", 1, 2), "%#@m@ 2 %#@x@")
        XCTAssertEqual(store.report.issues.map(\.code), [.undefinedVariable, .undefinedVariable])
    }

    func testAVariableInsideOfItselfEnds() throws {
        let forms = ["other": String(repeating: "%1$#@n@", count: 8)]
        let store = try makeStore(format: "(%#@n@)", forms: forms)
        XCTAssertEqual(store.localizer(for: [])("n", 1), "()")
        XCTAssertEqual(store.report.issues.map(\.code), [.limitExceeded])
    }

    func testATextEndsAtAMebibyte() throws {
        let form = String(repeating: "ü", count: 5000) + String(repeating: "%1$#@n@", count: 4)
        let store = try makeStore(forms: ["other": form])
        let text = store.localizer(for: [])("n", 1)
        XCTAssertLessThanOrEqual(text.utf8.count, 1 << 20)
        XCTAssertGreaterThan(text.utf8.count, (1 << 20) - 8)
        XCTAssertFalse(text.contains("\u{FFFD}"))
        XCTAssertEqual(store.report.issues.map(\.code), [.limitExceeded])
    }

    func testABadEntryLosesOnlyItself() throws {
        let head = "<plist version=\"1.0\"><dict>"
        let good = """
            <key>good</key><dict><key>NSStringLocalizedFormatKey</key><string>%#@n@</string>
            <key>n</key><dict>
            <key>NSStringFormatSpecTypeKey</key><string>NSStringPluralRuleType</string>
            <key>NSStringFormatValueTypeKey</key><string>d</string>
            <key>other</key><string>%d</string></dict></dict>
            """
        let format = "<key>NSStringLocalizedFormatKey</key><string>a %#@v@</string>"
        let spec = "<key>NSStringFormatSpecTypeKey</key><string>NSStringPluralRuleType</string>"
        let rows: [(entry: String, text: String, codes: [LocalizationIssue.Code])] = [
            ("<string>text</string>", "bad", [.nonStringValue]),
            ("<array/>", "bad", [.nonStringValue]),
            ("<dict/>", "bad", [.missingFormat]),
            (
                "<dict><key>NSStringLocalizedFormatKey</key><integer>1</integer></dict>", "bad",
                [.missingFormat]
            ),
            (
                "<dict>\(format)<key>v</key><string/></dict>", "a %#@v@",
                [.invalidVariable, .undefinedVariable]
            ),
            (
                "<dict>\(format)<key>v</key><dict/></dict>", "a %#@v@",
                [.invalidVariable, .undefinedVariable]
            ),
            (
                "<dict>\(format)<key>v</key><dict>\(spec)</dict></dict>", "a %#@v@",
                [.invalidVariable, .undefinedVariable]
            ),
            ("<dict>\(format)</dict>", "a %#@v@", [.undefinedVariable]),
        ]
        for row in rows {
            let dict = head + "<key>bad</key>" + row.entry + good + "</dict></plist>"
            let store = try makeStore(language: "en", dict)
            XCTAssertEqual(store.localizer(for: [])("good", 7), "7", row.entry)
            XCTAssertEqual(store.localizer(for: [])("bad", 7), row.text, row.entry)
            XCTAssertEqual(
                store.report.issues.map(\.code),
                row.codes,
                "\(row.entry)\n\(store.report.issues)"
            )
            XCTAssertEqual(store.report.issues.first?.key, "bad")
            XCTAssertNotNil(store.report.issues.first?.file)
        }
    }

    func testABinaryListIsReadLikeAnXMLOne() throws {
        let dict = stringsDict([("n", "%#@n@", "n", "d", ["one": "%d ü", "other": "%d ä"])])
        let data = try binaryPropertyList(Data(dict.utf8))
        let store = try makeStore(data: ["en.lproj/Localizable.stringsdict": data])
        XCTAssertEqual(store.localizer(for: [])("n", 1), "1 ü")
        XCTAssertEqual(store.report.issueCount, 0)
    }

    func testBytesThatAreNoPropertyListAreAnIssueOfTheFile() throws {
        let head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>"
        let depth = rounds(20_000, underStress: 200_000)
        let deep = String(repeating: "<dict><key>a</key>", count: depth)
        let rows: [(name: String, data: Data, code: LocalizationIssue.Code)] = [
            ("text", Data("a = b;".utf8), .invalidPropertyList),
            ("unclosed", Data("<plist><dict>".utf8), .invalidPropertyList),
            ("array", Data("<plist><array/></plist>".utf8), .invalidPropertyList),
            ("binary", Data("bplist00".utf8), .invalidPropertyList),
            ("deep", Data((head + "<plist>" + deep).utf8), .limitExceeded),
            (
                "deep arrays",
                Data((head + "<plist>" + String(repeating: "<array>", count: depth)).utf8),
                .limitExceeded
            ),
            (
                "deep after a comment", Data(("<plist><!-->" + deep + "-->" + deep).utf8),
                .limitExceeded
            ),
            (
                "deep after an instruction", Data(("<?xml?><plist><?a <!-- ?>" + deep).utf8),
                .limitExceeded
            ),
            (
                "deep after an empty instruction",
                Data(("<plist><?>" + deep.prefix(2 * depth) + "?>").utf8), .invalidPropertyList
            ),
            (
                "deep lists", Data(String(repeating: "<plist>", count: 20_000).utf8),
                .invalidPropertyList
            ),
            (
                "deep unknown", Data(("<plist>" + String(repeating: "<a >", count: 20_000)).utf8),
                .invalidPropertyList
            ),
            (
                "deep after a type", Data(("<!DOCTYPE \"<!--\"><plist>" + deep).utf8),
                .invalidPropertyList
            ),
            ("UTF-16", Data([0xFF, 0xFE, 0x3C, 0]), .invalidPropertyList),
            ("Latin 1", Data("<plist><string>".utf8) + [0xE4], .unsupportedEncoding),
            (
                "said UTF-7", Data("<?xml version=\"1.0\" encoding='UTF-7'?><plist/>".utf8),
                .unsupportedEncoding
            ),
        ]
        for row in rows {
            let store = try makeStore(data: [
                "en.lproj/Localizable.stringsdict": row.data,
                "en.lproj/Localizable.strings": Data("k = v;".utf8),
            ])
            XCTAssertEqual(store.report.issues.map(\.code), [row.code], row.name)
            XCTAssertEqual(store.localizer(for: [])("k"), "v", row.name)
        }
    }

    func testAListInACommentIsNotCounted() throws {
        let dict = stringsDict([("n", "%#@n@", "n", "d", ["other": "%d"])])
        let comment = "<!-- " + String(repeating: "<dict>", count: 500) + " -->"
        let store = try makeStore(
            language: "en",
            dict.replacing("<plist", with: comment + "<plist")
        )
        XCTAssertEqual(store.localizer(for: [])("n", 1), "1", "\(store.report.issues)")
    }

    func testADictionaryThatContainsItselfEnds() throws {
        // Two keys of one dictionary name the dictionary itself: endless, and ever wider.
        let narrow = binaryList([[0xD2, 1, 2, 0, 0], [0x51, 0x61], [0x51, 0x62]])
        // 200 keys: to go eight levels deep would be 2,560,000,000,000,000,000 dictionaries.
        let keys = [UInt8](1...200)
        let root = [0xDF, 0x10, 200] + keys + [UInt8](repeating: 0, count: 200)
        let wide = binaryList([root] + keys.map(name), offsetSize: 2)
        for data in [narrow, wide] {
            let store = try makeStore(data: ["en.lproj/Localizable.stringsdict": data])
            XCTAssertEqual(
                store.report.issues.map(\.code),
                [.limitExceeded],
                "\(store.report.issues)"
            )
        }
    }

    func testATextThatManyKeysShareIsLimitedInAll() throws {
        // 200 keys of one text of 512 KiB would be 100 MiB.
        let keys = [UInt8](1...200)
        let root = [0xDF, 0x10, 200] + keys + [UInt8](repeating: 201, count: 200)
        let text = [0x5F, 0x12, 0, 8, 0, 0] + [UInt8](repeating: 0x78, count: 1 << 19)
        let data = binaryList([root] + keys.map(name) + [text], offsetSize: 4)
        let store = try makeStore(data: ["en.lproj/Localizable.strings": data])
        XCTAssertEqual(store.report.issues.map(\.code), [.limitExceeded], "\(store.report.issues)")
    }

    /// A string of two letters for a number.
    private func name(_ number: UInt8) -> [UInt8] {
        [0x52, 0x61 + number / 16, 0x61 + number % 16]
    }
}
