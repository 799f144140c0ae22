import FootingLocalization
import Foundation
import TestSupport
import XCTest

final class LocalizationStoreTests: XCTestCase {
    func testFoldersAreReadWhateverTheWayTheirNamesAreWritten() throws {
        let names = ["pt-br", "zh_Hant", "PL", "de-AT"]
        let store = try makeStore(
            Dictionary(
                uniqueKeysWithValues: names.map { ("\($0).lproj/Localizable.strings", "k=v;") }
            )
        )
        XCTAssertEqual(store.languages.map(\.description), ["de-AT", "pl", "pt-BR", "zh-Hant"])
        XCTAssertEqual(store.report.issueCount, 0, "\(store.report.issues)")
    }

    func testAnUpperCaseSuffixIsASuffixToo() throws {
        let store = try makeStore(["en.LPROJ/Localizable.STRINGS": "k=v;"])
        XCTAssertEqual(store.localizer(for: ["en"])("k"), "v")
    }

    func testBaseIsTheDevelopmentLanguage() throws {
        let files = ["Base.lproj/Localizable.strings": "k = base;"]
        let store = try makeStore(files, developmentLanguage: "de")
        XCTAssertEqual(store.languages, ["de"])
        XCTAssertEqual(store.localizer(for: ["pl"])("k"), "base")
    }

    func testTwoFoldersOfOneLanguageAreOneLanguage() throws {
        let store = try makeStore([
            "Base.lproj/Localizable.strings": "a = base; b = base;",
            "en.lproj/Localizable.strings": "b = en;",
        ])
        let l10n = store.localizer(for: [])
        XCTAssertEqual([l10n("a"), l10n("b")], ["base", "en"])
        XCTAssertEqual(store.report.issueCount, 0)
    }

    func testFoldersThatAreNoLanguageAndStrayFilesDoNoHarm() throws {
        let store = try makeStore([
            "en.lproj/Localizable.strings": "k = v;",
            "en.lproj/Readme.txt": "k = no;",
            "not a language.lproj/Localizable.strings": "k = no;",
            "pl.lproj": "a file",
            "Localizable.strings": "k = no;",
            ".lproj/Localizable.strings": "k = no;",
        ])
        XCTAssertEqual(store.languages, ["en"])
        XCTAssertEqual(store.report.issues.map(\.code), [.unusableLanguage, .unreadable])
        XCTAssertEqual(store.report.issues.map(\.resolution), [.skippedInput, .skippedInput])
        let file = try XCTUnwrap(store.report.issues.first?.file)
        XCTAssertTrue(file.hasSuffix("not a language.lproj"), file)
    }

    func testAPreferenceIsAnsweredByItsTagThenWithoutVariantAndRegionNeverByAnotherScript() throws {
        let rows: [(available: [String], preferences: LanguagePreferences, expected: [String])] = [
            (["de", "pl", "en"], ["pl-PL"], ["pl", "en"]),
            (["de", "de-AT", "en"], ["de-AT"], ["de-AT", "de", "en"]),
            (["de", "de-AT", "en"], ["de"], ["de", "en"]),
            (["de", "de-AT", "en"], ["de-CH"], ["de", "en"]),
            (["de", "de-AT", "en"], ["de-AT-1996"], ["de-AT", "de", "en"]),
            (["de", "pl", "en"], ["fr", "pl", "de"], ["pl", "de", "en"]),
            (["de", "en"], ["fr"], ["en"]),
            (["de", "en"], [], ["en"]),
            (["de"], ["fr"], []),
            (["en", "en-GB"], ["en-GB", "de"], ["en-GB", "en"]),
            // Nothing is asked after the development language, whether it has a table or not.
            (["de", "en"], ["en-US", "de"], ["en"]),
            (["de"], ["en", "de"], []),
            (["de", "en-GB"], ["en-GB", "de"], ["en-GB"]),
            (["de", "pl"], ["pl", "en", "de"], ["pl"]),
            (["de", "en-GB"], ["de", "en-GB"], ["de", "en-GB"]),
            // Scripts, named and implied.
            (["zh", "en"], ["zh-Hant"], ["en"]),
            (["zh", "en"], ["zh-TW"], ["en"]),
            (["zh-Hans", "zh-Hant", "en"], ["zh-TW"], ["zh-Hant", "en"]),
            (["zh-Hans", "zh-Hant", "en"], ["zh-CN"], ["zh-Hans", "en"]),
            (["zh-Hant", "en"], ["zh-Hant-HK"], ["zh-Hant", "en"]),
            (["zh-TW", "en"], ["zh-Hant-TW"], ["zh-TW", "en"]),
            (["sr", "en"], ["sr-Latn"], ["en"]),
            (["sr", "en"], ["sr-Cyrl-RS"], ["sr", "en"]),
            (["en"], ["en-Latn-US"], ["en"]),
            (["ky"], ["ky-Latn"], []),
        ]
        for row in rows {
            let files = row.available.map { ("\($0).lproj/Localizable.strings", "k = v;") }
            let store = try makeStore(Dictionary(uniqueKeysWithValues: files))
            let chain = store.localizer(for: row.preferences).languages.map(\.description)
            XCTAssertEqual(chain, row.expected, "\(row.available) \(row.preferences.languages)")
        }
    }

    func testAStringsDictGoesBeforeStringsOfTheSameTable() throws {
        let dict = stringsDict([
            ("both", "%#@n@", "n", "d", ["one": "one", "other": "%d from dict"])
        ])
        let store = try makeStore([
            "en.lproj/Localizable.strings": "both = plain; only = strings;",
            "en.lproj/Localizable.stringsdict": dict,
        ])
        let l10n = store.localizer(for: ["en"])
        XCTAssertEqual(l10n("both", 2), "2 from dict")
        XCTAssertEqual(l10n("only"), "strings")
        XCTAssertEqual(store.report.issueCount, 0)
    }

    func testAStringsDictGoesBeforeStringsOfAnotherFolderOfTheSameLanguage() throws {
        let dict = stringsDict([("k", "%#@n@", "n", "d", ["one": "one", "other": "%d books"])])
        let store = try makeStore([
            "Base.lproj/Localizable.stringsdict": dict,
            "en.lproj/Localizable.strings": "k = \"%d books (plain)\";",
        ])
        XCTAssertEqual(store.localizer(for: ["en"])("k", 1), "one")
        XCTAssertEqual(store.report.issueCount, 0)
    }

    func testOnlyOtherTextsInTwoFilesOfATableAreAnIssueWhichNamesTheFileInItsBundle() throws {
        let catalog = """
            {"sourceLanguage": "en", "strings": {"a": {}, "b": {}, "c": {"localizations": {"en":
            {"variations": {"plural": {"other": {"stringUnit": {"value": "%d c"}}}}}}}}}
            """
        let store = try makeStore([
            "Localizable.xcstrings": catalog,
            "German.lproj/Localizable.strings": "a = a; b = b;",
            "de.lproj/Localizable.strings": "a = a; b = x;",
            "en.lproj/Localizable.strings": "a = a; b = x; c = \"%d c\";",
        ])
        XCTAssertEqual(
            store.report.issues.map(\.message),
            [
                "“b” replaces the entry in German.lproj/Localizable.strings.",
                "“b” replaces the entry in Localizable.xcstrings.",
                "“c” replaces the entry in Localizable.xcstrings.",
            ]
        )
        XCTAssertEqual(
            store.report.issues.map(\.code),
            Array(repeating: .duplicateTableEntry, count: 3)
        )
    }

    func testEachFileThatCanNotBeReadIsAnIssueAndTheOthersAreRead() throws {
        let folder = try TemporaryFolder(self)
        try folder.write("k = v;", to: "Test.bundle/en.lproj/Localizable.strings")
        try folder.makeFolder("Test.bundle/en.lproj/Folder.strings")
        let link = folder.url.appending(path: "Test.bundle/en.lproj/Dangling.strings")
        try FileManager.default.createSymbolicLink(
            at: link,
            withDestinationURL: folder.url.appending(path: "nowhere")
        )

        let store = LocalizationStore(try ResourceBundle.locate("Test", in: [folder.url]))

        XCTAssertEqual(store.localizer(for: ["en"])("k"), "v")
        XCTAssertEqual(store.report.issues.map(\.code), [.unreadable, .unreadable])
    }

    func testABundleThatIsGoneIsAnIssue() throws {
        let folder = try TemporaryFolder(self)
        let url = try folder.makeFolder("Test.bundle")
        let bundle = try ResourceBundle.locate("Test", in: [folder.url])
        try FileManager.default.removeItem(at: url)

        let store = LocalizationStore(bundle)

        XCTAssertEqual(store.languages, [])
        XCTAssertEqual(store.report.issues.map(\.code), [.unreadable])
        XCTAssertEqual(store.localizer(for: ["en"])("k"), "k")
    }

    func testABundleWithoutAnyTableIsAnIssue() throws {
        for files in [[:], ["Localizable.strings": "k = v;"], ["en.lproj/Readme.txt": ""]] {
            let store = try makeStore(files)
            XCTAssertEqual(store.languages, [])
            XCTAssertEqual(store.report.issues.map(\.code), [.noTables], "\(files)")
            XCTAssertTrue(store.report.issues.first?.file?.hasSuffix("Test.bundle") == true)
        }
    }

    func testAnIssueOfFormattingKeepsOnlyTheHeadOfALongKey() throws {
        let store = try makeStore(["en.lproj/Localizable.strings": "k = v;"])
        let key =
            "%@ %\(String(repeating: "0", count: 1000))d " + String(repeating: "ü", count: 9999)
        XCTAssertEqual(store.localizer(for: [])(key, arguments: []), key)
        XCTAssertEqual(store.report.issueCount, 2)
        for issue in store.report.issues {
            XCTAssertLessThan(issue.key?.utf8.count ?? .max, 300)
            XCTAssertLessThan(issue.message.utf8.count, 700)
        }
    }

    func testCodesHaveNames() {
        XCTAssertEqual("\(LocalizationIssue.Code.missingSemicolon)", "missingSemicolon")
        XCTAssertEqual("\(LocalizationError.Code.bundleNotFound)", "bundleNotFound")
    }

    func testAFileBeyondItsLimitIsLeftOut() throws {
        let folder = try TemporaryFolder(self)
        let file = try folder.write("k = v;", to: "Test.bundle/en.lproj/Localizable.strings")
        let handle = try FileHandle(forWritingTo: file)
        try handle.truncate(atOffset: 64 << 20 + 1)
        try handle.close()

        let store = LocalizationStore(try ResourceBundle.locate("Test", in: [folder.url]))

        XCTAssertEqual(store.report.issues.map(\.code), [.limitExceeded])
        XCTAssertEqual(store.languages, ["en"])
    }

    func testTheReportCountsAllAndListsAThousand() throws {
        let count = isUnderStress ? 100_000 : 10_000
        let strings = (0..<count).map { "k = \($0);\n" }.joined()
        let store = try makeStore(["en.lproj/Localizable.strings": strings])

        XCTAssertEqual(store.localizer(for: ["en"])("k"), "\(count - 1)")
        XCTAssertEqual(store.report.issueCount, count - 1)
        XCTAssertEqual(store.report.issues.count, 1000)
        XCTAssertEqual(store.report.description, "\(count - 1) issues")
    }

    func testAReportCanBeRequiredToBeClean() throws {
        let store = try makeStore(["en.lproj/Localizable.strings": "a = 1; b"])
        XCTAssertEqual("\(store.report)", "1 issue")
        XCTAssertThrowsError(try store.report.requireClean()) { error in
            let error = error as? LocalizationError
            XCTAssertEqual(error?.code, .notClean)
            XCTAssertEqual(error?.report, store.report)
            let issues = store.report.issues.map(\.description)
            XCTAssertEqual(error?.localizedDescription, "1 issue; \(issues[0])")
        }
        let clean = try makeStore(["en.lproj/Localizable.strings": "a = 1;"])
        XCTAssertNoThrow(try clean.report.requireClean())
        XCTAssertEqual("\(clean.report)", "0 issues")
    }

    func testReportsAreEqualIfTheSameIsWrong() throws {
        let store = try makeStore(["en.lproj/Localizable.strings": "a = 1; b; c"])
        let report = store.report
        try store.reload()
        XCTAssertEqual(store.report, report)
        XCTAssertEqual(Set(report.issues + store.report.issues).count, report.issues.count)
        let other = try makeStore(["en.lproj/Localizable.strings": "a = 1; b"])
        XCTAssertNotEqual(other.report, report)
    }

    func testAnIssueReadsLikeACompilersMessage() throws {
        let store = try makeStore(["en.lproj/Localizable.strings": "a = b;\n\nc = 1 2;\n"])
        let issue = try XCTUnwrap(store.report.issues.first)
        let file = try XCTUnwrap(issue.file)
        XCTAssertTrue(file.hasSuffix("Test.bundle/en.lproj/Localizable.strings"), file)
        XCTAssertEqual("\(issue)", "\(file):3: \(issue.message)")
    }

    func testLocalizersOfOneStoreServeManyThreads() throws {
        let dict = stringsDict([("n", "%#@n@", "n", "d", ["one": "%d Buch", "other": "%d Bücher"])])
        let store = try makeStore([
            "en.lproj/Localizable.strings": "hello = \"Hello, %@!\";",
            "de.lproj/Localizable.strings": "hello = \"Hallo, %@!\";",
            "de.lproj/Localizable.stringsdict": dict,
        ])
        let shared = store.localizer(for: ["de"])
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for round in 0..<200 {
                let english = store.localizer(for: ["en"])("hello", thread)
                XCTAssertEqual(english, "Hello, \(thread)!")
                XCTAssertEqual(shared("hello", thread), "Hallo, \(thread)!")
                XCTAssertEqual(shared("n", round), round == 1 ? "1 Buch" : "\(round) Bücher")
                XCTAssertEqual(shared("hello"), "Hallo, %@!")
                XCTAssertEqual(shared("hello", arguments: []), "Hallo, %@!")
            }
        }
        XCTAssertEqual(store.report.issues.map(\.code), [.missingArgument])
    }

    func testFoldersHaveTheNamesOfOldAndAreReadWhereTheyAre() throws {
        let rows: [(folder: String, expected: String)] = [
            ("English", "en"), ("german", "de"), ("FRENCH", "fr"), ("Spanish", "es"),
            ("Italian", "it"), ("Dutch", "nl"), ("Japanese", "ja"), ("Norwegian", "nb"),
            ("Portuguese", "pt"), ("Simplified Chinese", "zh-Hans"),
            ("Traditional Chinese", "zh-Hant"), ("zh_CN", "zh-CN"), ("zh_TW", "zh-TW"),
            ("zh-hant", "zh-Hant"), ("pt-br", "pt-BR"), ("pt_PT", "pt-PT"), ("iw", "he"),
            ("sh", "sr-Latn"), ("fr-ca", "fr-CA"),
        ]
        for row in rows {
            let store = try makeStore(languages: [row.folder], developmentLanguage: "vo")
            XCTAssertEqual(store.languages.map(\.description), [row.expected], row.folder)
            let l10n = store.localizer(for: LanguagePreferences(store.languages))
            XCTAssertEqual(l10n("name"), row.folder)
        }
        for folder in ["Klingon", "Deutsch", "English.old", "Base2"] {
            let store = try makeStore(languages: [folder])
            XCTAssertEqual(store.languages, [], folder)
            XCTAssertEqual(store.report.issues.map(\.code), [.unusableLanguage], folder)
        }
    }

    func testAStoreListsItsTables() throws {
        let store = try makeStore([
            "en.lproj/Mail.strings": "a = b;", "de.lproj/Mail.strings": "a = c;",
            "mul.lproj/Main.xcstrings": #"{"sourceLanguage": "en", "strings": {}}"#,
            "de.lproj/Broken.stringsdict": "no list", "Bad.xcstrings": "no catalog",
        ])
        XCTAssertEqual(store.tableNames, ["Broken", "Mail", "Main"])
        XCTAssertEqual(LocalizationStore([]).tableNames, [])
        let stacked = LocalizationStore(store.bundles + store.bundles)
        XCTAssertEqual(stacked.tableNames, store.tableNames)
    }
}
