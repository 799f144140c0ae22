import FootingLocalization
import Foundation
import TestSupport
import XCTest

final class ReloadTests: XCTestCase {
    private func open(_ folder: TemporaryFolder) throws -> LocalizationStore {
        LocalizationStore(try ResourceBundle.locate("Test", in: [folder.url]))
    }

    private let strings = "Test.bundle/en.lproj/Localizable.strings"

    func testALocalizerKeepsItsVersionAndANewOneHasTheNewOne() throws {
        let folder = try TemporaryFolder(self)
        try folder.write("k = old;", to: strings)
        let store = try open(folder)
        let before = store.localizer(for: [])
        for reload in [{ _ = try store.reloadIfChanged() }, { try store.reload() }] {
            let text = before("k") + "\(UUID())".prefix(5)
            try folder.write("k = \"\(text)\";", to: strings)
            XCTAssertNotEqual(store.localizer(for: [])("k"), text)
            try reload()
            XCTAssertEqual(store.localizer(for: [])("k"), text)
        }
        XCTAssertEqual(before("k"), "old")
    }

    func testOnlyAChangeIsAChange() throws {
        let folder = try TemporaryFolder(self)
        let file = try folder.write("k = 1;", to: strings)
        try folder.write("k = 1;", to: "Test.bundle/de.lproj/Localizable.strings")
        let store = try open(folder)
        XCTAssertFalse(try store.reloadIfChanged())
        let changes: [(name: String, change: () throws -> Void)] = [
            ("a write", { try folder.write("k = 2;", to: self.strings) }),
            (
                "a new date of the same text",
                {
                    try FileManager.default.setAttributes(
                        [.modificationDate: Date(timeIntervalSince1970: 500_000_000)],
                        ofItemAtPath: file.path
                    )
                }
            ),
            (
                "a file of the same size and date in its place",
                {
                    let other = try folder.write("k = 3;", to: "other")
                    let date = Date(timeIntervalSince1970: 1_000_000_000)
                    for url in [other, file] {
                        try FileManager.default.setAttributes(
                            [.modificationDate: date],
                            ofItemAtPath: url.path
                        )
                    }
                    _ = try store.reloadIfChanged()
                    XCTAssertEqual(unsafe rename(other.path, file.path), 0)
                }
            ),
            ("a new table", { try folder.write("", to: "Test.bundle/en.lproj/Mail.strings") }),
            (
                "a table less",
                {
                    try FileManager.default.removeItem(
                        at: folder.url.appending(path: "Test.bundle/en.lproj/Mail.strings")
                    )
                }
            ),
            (
                "a new language",
                { try folder.write("k = 1;", to: "Test.bundle/pl.lproj/A.strings") }
            ),
            (
                "a catalog",
                {
                    try folder.write(
                        #"{"sourceLanguage": "en", "strings": {"c": {}}}"#,
                        to: "Test.bundle/Localizable.xcstrings"
                    )
                }
            ),
            ("a folder that is no language", { try folder.makeFolder("Test.bundle/x y.lproj") }),
        ]
        for (name, change) in changes {
            try change()
            XCTAssertTrue(try store.reloadIfChanged(), name)
            XCTAssertFalse(try store.reloadIfChanged(), name)
        }
        XCTAssertEqual(store.languages, ["de", "en", "pl"])
        XCTAssertEqual(store.localizer(for: ["en"])("k"), "3")
    }

    func testEachKindOfSourceIsReadAgainAndTheOthersKeepTheirTexts() throws {
        let folder = try TemporaryFolder(self)
        func dict(_ text: String) -> String {
            stringsDict([("d", "%#@n@", "n", "d", ["other": text])])
        }
        func catalog(_ text: String) -> String {
            """
            {"sourceLanguage": "en", "strings": {"c": {"localizations": {
            "en": {"stringUnit": {"state": "translated", "value": "\(text)"}},
            "de": {"stringUnit": {"state": "translated", "value": "\(text)"}}}}}}
            """
        }
        func texts(_ store: LocalizationStore, _ language: LanguageTag) -> [String] {
            let l10n = store.localizer(for: LanguagePreferences([language]))
            return [l10n("c"), l10n("s"), l10n("d", 1)]
        }
        let files: [(path: String, content: (String) -> String)] = [
            ("Test.bundle/Localizable.xcstrings", catalog),
            ("Test.bundle/en.lproj/Localizable.strings", { "s = \"\($0)\"; bad = ; c = c;" }),
            ("Test.bundle/de.lproj/Localizable.strings", { "s = \"\($0)\";" }),
            ("Test.bundle/en.lproj/Localizable.stringsdict", dict),
            ("Test.bundle/de.lproj/Localizable.stringsdict", dict),
        ]
        for (path, content) in files { try folder.write(content("0"), to: path) }
        let store = try open(folder)
        for (number, (path, content)) in files.enumerated() {
            try folder.write(content("version \(number)"), to: path)
            XCTAssertTrue(try store.reloadIfChanged())
            // A store that is new reads all files: what was taken over must be the same.
            let fresh = try open(folder)
            for language in ["en", "de"] as [LanguageTag] {
                XCTAssertEqual(texts(store, language), texts(fresh, language), path)
            }
            XCTAssertEqual("\(store.report.issues)", "\(fresh.report.issues)", path)
            XCTAssertEqual(store.languages, fresh.languages)
        }
        for (path, _) in files.reversed().dropLast() {
            try FileManager.default.removeItem(at: folder.url.appending(path: path))
            XCTAssertTrue(try store.reloadIfChanged())
            let fresh = try open(folder)
            XCTAssertEqual(texts(store, "en"), texts(fresh, "en"), path)
            XCTAssertEqual(texts(store, "de"), texts(fresh, "de"), path)
            XCTAssertEqual("\(store.report.issues)", "\(fresh.report.issues)", path)
        }
    }

    func testALanguageThatACatalogLosesIsLost() throws {
        let folder = try TemporaryFolder(self)
        func write(_ language: String) throws {
            let unit = #"{"stringUnit": {"state": "translated", "value": "v"}}"#
            try folder.write(
                #"{"sourceLanguage": "en", "strings": {"k": {"localizations": {"\#(language)": \#(unit)}}}}"#,
                to: "Test.bundle/Localizable.xcstrings"
            )
        }
        try write("de")
        let store = try open(folder)
        XCTAssertEqual(store.languages, ["de", "en"])
        try write("pl-PL")
        try store.reloadIfChanged()
        XCTAssertEqual(store.languages, ["en", "pl-PL"])
    }

    func testATableTakenOverHasItsIssuesOnce() throws {
        let folder = try TemporaryFolder(self)
        try folder.write("bad; = ; k = v;", to: "Test.bundle/en.lproj/A.strings")
        try folder.write("k = v;", to: "Test.bundle/en.lproj/B.strings")
        let store = try open(folder)
        let report = store.report
        XCTAssertEqual(report.issues.map(\.code), [.syntax])
        for number in 0..<3 {
            try folder.write("k = \(number)0;", to: "Test.bundle/en.lproj/B.strings")
            XCTAssertTrue(try store.reloadIfChanged())
            XCTAssertEqual("\(store.report.issues)", "\(report.issues)")
            try store.reload()
            XCTAssertEqual("\(store.report.issues)", "\(report.issues)")
        }
    }

    func testReloadThrowsOnlyWhenNothingCanBeReadAndKeepsTheOldTexts() throws {
        let folder = try TemporaryFolder(self)
        try folder.write("k = v;", to: strings)
        try folder.write("k = v;", to: "Test.bundle/de.lproj/Localizable.strings")
        let store = try open(folder)
        let bundle = folder.url.appending(path: "Test.bundle")

        try FileManager.default.removeItem(at: bundle.appending(path: "de.lproj"))
        XCTAssertTrue(try store.reloadIfChanged())
        XCTAssertEqual(store.languages, ["en"])

        let moved = folder.url.appending(path: "moved")
        try FileManager.default.moveItem(at: bundle, to: moved)
        for reload in [{ _ = try store.reloadIfChanged() }, { try store.reload() }] {
            XCTAssertThrowsError(try reload()) { error in
                let error = error as? LocalizationError
                XCTAssertEqual(error?.code, .nothingReadable)
                XCTAssertEqual(error?.bundleName, "Test")
                XCTAssertTrue("\(error as Any)".contains("Test.bundle"), "\(error as Any)")
            }
            XCTAssertEqual(store.localizer(for: [])("k"), "v")
            XCTAssertEqual(store.report.issueCount, 0)
        }

        try FileManager.default.moveItem(at: moved, to: bundle)
        try folder.write("k = back;", to: strings)
        XCTAssertTrue(try store.reloadIfChanged())
        XCTAssertEqual(store.localizer(for: [])("k"), "back")
    }

    private static func catalog(_ text: String, version: String = "1.0") -> String {
        let units = ["en", "de"].map {
            #""\#($0)": {"stringUnit": {"state": "translated", "value": "\#(text)"}}"#
        }
        return #"{"sourceLanguage": "en", "version": "\#(version)", "strings": {"c": "#
            + #"{"localizations": {\#(units.joined(separator: ", "))}}}}"#
    }

    func testAFileThatCanNotBeParsedAnyMoreLeavesItsTextsUntilItIsMended() throws {
        func dict(_ text: String) -> String {
            stringsDict([("d", "%#@n@", "n", "d", ["other": text])])
        }
        func list(_ text: String) -> String {
            "<?xml version=\"1.0\"?><plist><dict><key>s</key><string>\(text)</string></dict></plist>"
        }
        let rows: [(path: String, content: (String) -> String, faults: [String])] = [
            (
                "Localizable.xcstrings", { Self.catalog($0) },
                [
                    "", "{", "garbage", "[]", #"{"strings": {}}"#, Self.catalog("x", version: "9"),
                    String(Self.catalog("x").dropLast()),
                ]
            ),
            (
                "de.lproj/Localizable.stringsdict", dict,
                ["", "no list", String(dict("x").dropLast(9))]
            ),
            ("de.lproj/Localizable.strings", list, ["", "<?xml", String(list("x").dropLast(9))]),
            ("de.lproj/Localizable.strings", { "s = \"\($0)\";" }, ["", "= = =", "\"s\" = \"cut"]),
        ]
        for row in rows {
            let folder = try TemporaryFolder(self)
            let path = "Test.bundle/" + row.path
            try folder.write("o = o;", to: "Test.bundle/en.lproj/Other.strings")
            try folder.write(Self.catalog("0"), to: "Test.bundle/Localizable.xcstrings")
            try folder.write("s = 0;", to: "Test.bundle/de.lproj/Localizable.strings")
            try folder.write(dict("0"), to: "Test.bundle/de.lproj/Localizable.stringsdict")
            try folder.write(row.content("old"), to: path)
            let store = try open(folder)
            func texts() -> [String] {
                let l10n = store.localizer(for: ["de"])
                return [l10n("c"), l10n("s"), l10n("d", 1)]
            }
            let old = texts()
            XCTAssertTrue(old.contains("old"), "\(old)")
            for fault in row.faults {
                try folder.write(fault, to: path)
                for isWhole in [false, true] {
                    if isWhole { try store.reload() } else { try store.reloadIfChanged() }
                    XCTAssertEqual(texts(), old, "\(row.path): \(fault)")
                    let kept = store.report.issues.filter { $0.resolution == .keptOldStrings }
                    XCTAssertEqual(kept.count, 1, "\(row.path): \(fault): \(store.report.issues)")
                    XCTAssertEqual(kept.first?.file?.hasSuffix(row.path), true, fault)
                    XCTAssertEqual(kept.first?.message.hasSuffix("stay in use."), true, fault)
                }
                XCTAssertFalse(try store.reloadIfChanged(), fault)
                // Another file that changes is read, and this is kept nonetheless.
                try folder.write("o = \(fault.count)x;", to: "Test.bundle/en.lproj/Other.strings")
                XCTAssertTrue(try store.reloadIfChanged(), fault)
                XCTAssertEqual(texts(), old, "\(row.path): \(fault)")
                XCTAssertEqual(
                    store.report.issues.filter { $0.resolution == .keptOldStrings }.count,
                    1,
                    fault
                )
            }
            try folder.write(row.content("mended"), to: path)
            XCTAssertTrue(try store.reloadIfChanged())
            XCTAssertEqual(texts(), old.map { $0 == "old" ? "mended" : $0 }, row.path)
            XCTAssertEqual(store.report.issueCount, 0, "\(store.report.issues)")
            try FileManager.default.removeItem(at: folder.url.appending(path: path))
            XCTAssertTrue(try store.reloadIfChanged())
            XCTAssertFalse(texts().contains("mended"), row.path)
        }
    }

    func testABrokenEntryAndAFileThatNeverWasReadKeepNothing() throws {
        let folder = try TemporaryFolder(self)
        try folder.write("a = 1; b = 1;", to: strings)
        try folder.write("no list", to: "Test.bundle/en.lproj/Localizable.stringsdict")
        let store = try open(folder)
        try folder.write("a = 22; b = ;", to: strings)
        XCTAssertTrue(try store.reloadIfChanged())
        XCTAssertEqual(["a", "b"].map { store.localizer(for: [])($0) }, ["22", "b"])
        XCTAssertEqual(store.report.issues.map(\.code), [.syntax, .invalidPropertyList])
        XCTAssertEqual(store.report.issues.map(\.resolution), [.skippedInput, .skippedInput])
        try folder.write("/* a comment */", to: strings)
        XCTAssertTrue(try store.reloadIfChanged())
        XCTAssertEqual(store.localizer(for: [])("a"), "a")
    }

    func testReadersMissNoTextWhileACatalogIsCutOffEmptiedGarbageAndMended() throws {
        let folder = try TemporaryFolder(self)
        try folder.write("o = o;", to: "Test.bundle/en.lproj/Other.strings")
        let path = "Test.bundle/Localizable.xcstrings"
        try folder.write(Self.catalog("1000"), to: path)
        let store = try open(folder)
        let rounds = isUnderStress ? 1000 : 50
        DispatchQueue.concurrentPerform(iterations: 2) { role in
            guard role > 0 else {
                for round in 1...rounds {
                    let whole = Self.catalog("\(1000 + round)")
                    for text in [String(whole.prefix(round % whole.count)), "", "\0garbage", whole]
                    {
                        attempt { try folder.write(text, to: path) }
                        attempt { try store.reloadIfChanged() }
                    }
                }
                return
            }
            var seen = 1000
            while seen < 1000 + rounds {
                let l10n = store.localizer(for: ["de"])
                XCTAssertEqual(l10n.languages.first, "de")
                guard let number = Int(l10n("c")), number >= seen else {
                    return XCTFail("“\(l10n("c"))” after \(seen)")
                }
                seen = number
            }
        }
        XCTAssertEqual(store.report.issueCount, 0, "\(store.report.issues)")
    }

    func testAFileOutOfReachIsAnIssueAndIsReadOnceInReach() throws {
        let folder = try TemporaryFolder(self)
        try folder.write("k = v;", to: strings)
        try folder.write("a file", to: "Test.bundle/pl.lproj")
        let link = folder.url.appending(path: "Test.bundle/en.lproj/Mail.strings")
        let target = folder.url.appending(path: "Mail.strings")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: target)
        try FileManager.default.createSymbolicLink(
            at: folder.url.appending(path: "Test.bundle/fr.lproj"),
            withDestinationURL: folder.url.appending(path: "nowhere")
        )
        XCTAssertEqual(
            unsafe mkfifo(folder.url.appending(path: "Test.bundle/en.lproj/P.strings").path, 0o600),
            0
        )
        let store = try open(folder)
        XCTAssertEqual(
            store.report.issues.map(\.code),
            Array(repeating: .unreadable, count: 4),
            "\(store.report.issues)"
        )
        XCTAssertEqual(store.localizer(for: [])("k"), "v")

        try folder.write("m = mail;", to: "Mail.strings")
        XCTAssertTrue(try store.reloadIfChanged())
        XCTAssertEqual(store.localizer(for: [])("m", table: "Mail"), "mail")
        XCTAssertEqual(store.report.issueCount, 3)
        // Through the link, the file is what is compared.
        try folder.write("m = \"more mail\";", to: "Mail.strings")
        XCTAssertTrue(try store.reloadIfChanged())
        XCTAssertEqual(store.localizer(for: [])("m", table: "Mail"), "more mail")
    }

    func testAFileWithoutPermissionIsAnIssueUntilItHasIt() throws {
        guard geteuid() != 0 else { throw XCTSkip("root may read everything") }
        let folder = try TemporaryFolder(self)
        try folder.write("k = v;", to: strings)
        let file = try folder.write("m = v;", to: "Test.bundle/en.lproj/Mail.strings")
        XCTAssertEqual(unsafe chmod(file.path, 0), 0)
        let store = try open(folder)
        XCTAssertEqual(store.report.issues.map(\.code), [.unreadable])
        XCTAssertEqual(unsafe chmod(file.path, 0o600), 0)
        XCTAssertTrue(try store.reloadIfChanged())
        XCTAssertEqual(store.localizer(for: [])("m", table: "Mail"), "v")
    }

    func testAFolderThatVanishesAndComesBackDuringReloadsIsAnIssueOrIsThere() throws {
        let folder = try TemporaryFolder(self)
        try folder.write("k = v;", to: strings)
        for number in 0..<20 {
            try folder.write("k = v;", to: "Test.bundle/de.lproj/T\(number).strings")
        }
        let store = try open(folder)
        let german = folder.url.appending(path: "Test.bundle/de.lproj")
        let away = folder.url.appending(path: "away")
        let rounds = isUnderStress ? 500 : 20
        DispatchQueue.concurrentPerform(iterations: 2) { role in
            for _ in 0..<rounds {
                if role == 0 {
                    _ = unsafe rename(german.path, away.path)
                    _ = unsafe rename(away.path, german.path)
                } else {
                    attempt { try store.reload() }
                    XCTAssertEqual(store.localizer(for: [])("k"), "v")
                }
            }
        }
        try store.reload()
        XCTAssertEqual(store.localizer(for: ["de"])("k", table: "T7"), "v")
        XCTAssertEqual(store.report.issueCount, 0, "\(store.report.issues)")
    }

    func testEveryTextBelongsToExactlyOneVersion() throws {
        let folder = try TemporaryFolder(self)
        @Sendable func write(_ version: Int) throws {
            // Replaced by renaming, as those do who want readers to see whole files.
            for (path, text) in [
                ("en.lproj/Localizable.strings", "a = \"\(version)\"; b = \"\(version)\";"),
                (
                    "Localizable.xcstrings",
                    #"{"sourceLanguage": "en", "strings": {"c": {"localizations": {"en":"#
                        + #"{"stringUnit": {"state": "translated", "value": "\#(version)"}}}}}}"#
                ),
            ] {
                let new = try folder.write(text, to: "new")
                try folder.makeFolder("Test.bundle/en.lproj")
                let file = folder.url.appending(path: "Test.bundle/" + path)
                XCTAssertEqual(unsafe rename(new.path, file.path), 0)
            }
        }
        try write(0)
        let store = try open(folder)
        let versions = rounds(60, underStress: 600)
        DispatchQueue.concurrentPerform(iterations: 3) { role in
            guard role > 0 else {
                for version in 1...versions {
                    attempt { try write(version) }
                    attempt { try store.reloadIfChanged() }
                }
                return
            }
            var last = 0
            while last < versions {
                let l10n = store.localizer(for: [])
                let texts = [
                    l10n("a"), l10n("b"), l10n("c"), l10n("a", 1), l10n("c", 1), l10n("b"),
                ]
                let version = Int(texts[0]) ?? -1
                XCTAssertEqual(texts, Array(repeating: "\(version)", count: 6))
                XCTAssertGreaterThanOrEqual(version, last)
                last = version
            }
        }
        XCTAssertEqual(store.report.issueCount, 0, "\(store.report.issues)")
    }

    func testTextsFilledInWithAnOldVersionAreNoIssuesOfTheNewOne() throws {
        let folder = try TemporaryFolder(self)
        try folder.write("k = \"%@\";", to: strings)
        let store = try open(folder)
        let old = store.localizer(for: [])
        _ = old("k", arguments: [])
        XCTAssertEqual(store.report.issueCount, 1)
        try store.reload()
        XCTAssertEqual(store.report.issueCount, 0)
        _ = store.localizer(for: [])("k", arguments: [])
        XCTAssertEqual(store.report.issueCount, 1)
    }
}

private func attempt(_ body: () throws -> Void) {
    do { try body() } catch { XCTFail("\(error)") }
}
