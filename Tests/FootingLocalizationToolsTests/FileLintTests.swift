import FootingLocalization
import FootingLocalizationMembers
import FootingLocalizationTools
import XCTest

/// The issues of a store that reads files are found here too, with language, table and advice.
final class FileLintTests: XCTestCase {
    func testIssuesOfTheReaderAreFindings() throws {
        let file = "en.lproj/Localizable.strings"
        let dict = "en.lproj/Localizable.stringsdict"
        func list(_ members: String) -> String {
            "<?xml version=\"1.0\"?>\n<plist><dict>\n<key>b</key><string/>\n\(members)\n</dict></plist>"
        }
        try checkLint([
            LintCase(
                "duplicateKey",
                [file: "a = one;\na = two;"],
                "warning duplicateKey \(file):2 a (en)"
            ),
            LintCase(
                "duplicateTableEntry",
                [
                    file: "a = one;\nb = two;",
                    "Localizable.xcstrings": """
                    {"sourceLanguage": "en", "strings": {"two": {}, "a": {}, "b": {"localizations": {
                    "en": {"stringUnit": {"state": "translated", "value": "two"}}}}}}
                    """,
                ],
                "warning duplicateTableEntry \(file):1 a (en)"
            ),
            LintCase(
                "lowercaseUnicodeEscape",
                [file: "\na = \"\\u00f1\";"],
                "warning lowercaseUnicodeEscape \(file):2 a (en)"
            ),
            LintCase(
                "unknownEscape",
                [file: #"a = "\(sum)";"# + "\n" + #"b = "C:\Users";"#],
                "warning unknownEscape \(file):1 a (en)",
                "warning unknownEscape \(file):2 b (en)"
            ),
            LintCase("syntax", [file: "a = one;\n= two;"], "error syntax \(file):2 (en)"),
            LintCase(
                "missingSemicolon",
                [file: "a = one\nb = two;"],
                "warning missingSemicolon \(file):1 a (en)"
            ),
            LintCase(
                "nonStringValue",
                [file: "a = (one);"],
                "error nonStringValue \(file):1 a (en)"
            ),
            LintCase(
                "unusableLanguage",
                [file: "a = one;", "x y.lproj/Localizable.strings": ""],
                "error unusableLanguage x y.lproj"
            ),
            LintCase("noTables", ["readme.txt": ""], "error noTables "),
            LintCase(
                "invalidPropertyList",
                [dict: "hello"],
                "error invalidPropertyList \(dict) (en)"
            ),
            LintCase(
                "invalidCatalog",
                ["Localizable.xcstrings": "{\n,"],
                "error invalidCatalog Localizable.xcstrings:2"
            ),
            LintCase(
                "unsupportedEncoding",
                [dict: "<?xml version=\"1.0\" encoding=\"latin1\"?><plist><dict/></plist>"],
                "error unsupportedEncoding \(dict) (en)"
            ),
            LintCase(
                "missingFormat and nonStringValue",
                [dict: list("<key>a</key><dict/>")],
                "error nonStringValue \(dict):3 b (en)",
                "error missingFormat \(dict):4 a (en)"
            ),
            LintCase(
                "duplicateKey in a property list",
                [file: list("<key>b</key><string>c</string>")],
                "warning duplicateKey \(file):4 b (en)"
            ),
        ])
    }

    func testEveryCodeOfAReportIsOneOfAFinding() {
        let names = Set(LocalizationFinding.Code.allCases.map(\.rawValue))
        let codes: [LocalizationIssue.Code] = [
            .noTables, .unreadable, .limitExceeded, .unsupportedEncoding, .invalidPropertyList,
            .invalidCatalog, .unusableLanguage, .syntax, .missingSemicolon, .duplicateKey,
            .duplicateTableEntry, .nonStringValue, .lowercaseUnicodeEscape, .unknownEscape,
            .undecodableText, .missingFormat, .invalidVariable, .invalidRule, .undefinedVariable,
            .unknownValueType,
        ]
        for code in codes { XCTAssertTrue(names.contains("\(code)"), "\(code)") }
        XCTAssertEqual(names.count, LocalizationFinding.Code.allCases.count, "a name stands twice")
    }

    func testFaultsOfFillingInAreNotOnesOfFiles() throws {
        let store = try makeStore(["en.lproj/Localizable.strings": "a = \"%@ %@\";"])
        _ = store.localizer(for: ["en"])("a", 1)
        XCTAssertEqual(store.report.issueCount, 1)
        XCTAssertEqual(LocalizationLint(store).findings, [])
    }

    func testFindingsAreSummedUpAndCanBeIgnored() throws {
        let files = [
            "en.lproj/Localizable.strings": "a = \"%@\";\nb = \"b %@\";\nc = c;\nd = \"%d\";",
            "de.lproj/Localizable.strings": "a = \"%d\";\nc = \"\";",
        ]
        let store = try makeStore(files)
        let lint = LocalizationLint(store)
        XCTAssertFalse(lint.isClean)
        XCTAssertThrowsError(try lint.requireClean(from: .error)) { error in
            let error = error as? LocalizationToolsError
            XCTAssertEqual(error?.code, .notClean)
            XCTAssertEqual(error?.lint, lint)
            let start = "error: The tables have 1 error, 2 warnings, 1 info; "
            XCTAssertEqual(error?.description.hasPrefix(start), true, "\(error as Any)")
            XCTAssertEqual(error?.description.contains("[argumentTypeConflict]"), true)
        }
        XCTAssertEqual(lint.count(of: .error), 1)
        XCTAssertEqual(lint.count(of: .warning), 2)
        XCTAssertEqual(lint.count(of: .info), 1)
        let lines = "\(lint)".split(separator: "\n")
        XCTAssertEqual(lines.count, 5)
        XCTAssertEqual(lines.last, "1 error, 2 warnings, 1 info")
        let path = store.bundles[0].url.appending(path: "de.lproj/Localizable.strings").path
        XCTAssertEqual(
            lines.first.map(String.init),
            "\(path):1: error: “%d” of “a” in de takes an integer, but “%@” in en takes a string: "
                + "write “%@”. [argumentTypeConflict]"
        )
        let ignoring: Set<LocalizationFinding.Code> = [.missingKey, .argumentTypeConflict]
        let rest = LocalizationLint(store, ignoring: ignoring)
        XCTAssertEqual(rest.findings.map(\.code), [.emptyValue])
        XCTAssertNoThrow(try rest.requireClean(from: .error))
        XCTAssertThrowsError(try rest.requireClean())
        let none = LocalizationLint(store, ignoring: ignoring.union([.emptyValue]))
        XCTAssertTrue(none.isClean)
        XCTAssertNoThrow(try none.requireClean(from: .info))
    }

    func testManyFindingsAreCountedAndNotListed() throws {
        var source = ""
        for index in 0..<12_000 { source += "k\(index) = x;\n" }
        let store = try makeStore([
            "en.lproj/Localizable.strings": source, "de.lproj/Localizable.strings": "k0 = y;",
            "fr.lproj/Localizable.strings": "k0 = y;\nk1 = z;",
        ])
        let lint = LocalizationLint(store)
        XCTAssertEqual(lint.findings.count, 10_000)
        XCTAssertEqual(lint.count(of: .warning), 11_999 + 11_998)
        XCTAssertTrue("\(lint)".contains("… and 13997 more\n"))
    }

    func testManyWarningsLeaveRoomForErrors() throws {
        var source = ""
        for index in 0..<10_005 { source += "k\(index) = x;\n" }
        let store = try makeStore([
            "en.lproj/Localizable.strings": source, "de.lproj/Localizable.strings": "",
            "en.lproj/Other.strings": "a = \"%@\";", "de.lproj/Other.strings": "a = \"%d\";",
        ])
        let lint = LocalizationLint(store)
        XCTAssertEqual(lint.findings.filter { $0.severity == .warning }.count, 10_000)
        XCTAssertEqual(
            lint.findings.filter { $0.severity == .error }.map(\.code),
            [.argumentTypeConflict]
        )
        XCTAssertTrue("\(lint)".contains("… and 5 more\n"))
    }

    func testAStoreOfOneReaderIsCheckedInAllLanguages() throws {
        let store = try makeStore([
            "en.lproj/Localizable.strings": "a = x;", "de.lproj/Localizable.strings": "",
        ])
        let own = LocalizationStore(store.bundles, for: ["en"])
        XCTAssertEqual(LocalizationLint(own).findings.map(\.code), [.missingKey])
        XCTAssertEqual(LocalizationLint(store.bundles[0]).findings, LocalizationLint(own).findings)
    }
}
