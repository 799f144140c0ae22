import FootingLocalization
import Foundation
import TestSupport
import XCTest

final class BundlesInMemoryTests: XCTestCase {
    private let catalog = """
        {"sourceLanguage": "en", "version": "1.0", "strings": {"bye": {"localizations": {
            "en": {"stringUnit": {"state": "translated", "value": "Goodbye"}},
            "pl": {"stringUnit": {"state": "translated", "value": "Do widzenia"}}
        }}}}
        """

    private func bundle(_ files: [String: String], name: String = "Memory") -> ResourceBundle {
        ResourceBundle(name: name, files: files.mapValues { Array($0.utf8) })
    }

    func testEveryKindOfTableIsReadFromMemory() throws {
        let forms = stringsDict([
            (
                key: "n", format: "%#@n@", variable: "n", type: "d",
                forms: ["one": "%d", "other": "%d!"]
            )
        ])
        let binary = try binaryPropertyList(Data(forms.utf8))
        let wide = try XCTUnwrap("hello = \"Cześć, %@!\";".data(using: .utf16))
        let memory = ResourceBundle(
            name: "Memory",
            files: [
                "Localizable.xcstrings": Array(catalog.utf8),
                "en.lproj/Localizable.strings": Array("hello = \"Hello, %@!\";".utf8),
                "pl.lproj/Localizable.strings": Array(wide),
                "Base.lproj/Localizable.stringsdict": Array(binary),
            ]
        )
        let store = LocalizationStore(memory)
        XCTAssertEqual(store.languages, ["en", "pl"])
        XCTAssertEqual(store.report.issueCount, 0, "\(store.report.issues)")
        let polish = store.localizer(for: ["pl"])
        XCTAssertEqual(polish("hello", "Anna"), "Cześć, Anna!")
        XCTAssertEqual(polish("bye"), "Do widzenia")
        XCTAssertEqual(polish("n", 2), "2!")
        XCTAssertEqual(store.localizer(for: ["en"])("hello", "Anna"), "Hello, Anna!")
    }

    func testIssuesNameTheFileAndWhatIsNoTableIsIgnored() throws {
        let store = LocalizationStore(
            bundle([
                "en.lproj/Localizable.strings": "a = b",
                "en.lproj/Readme.txt": "", "Localizable.strings": "", "en.lproj/A.xcstring": "",
                "x/en.lproj/A.strings": "", "no language.lproj/A.strings": "", "": "",
                "de/A.strings": "", "en.lproj/x/A.strings": "",
            ])
        )
        XCTAssertEqual(
            store.report.issues.map { "\($0.file ?? ""): \($0.code)" },
            [
                "Memory/no language.lproj: unusableLanguage",
                "Memory/en.lproj/Localizable.strings: missingSemicolon",
            ]
        )
        XCTAssertEqual(store.localizer(for: ["en"])("a"), "b")
        XCTAssertEqual(LocalizationStore(bundle([:])).report.issues.map(\.code), [.noTables])
    }

    func testABundleInMemoryStacksWithOthersAndIsReadForOneReader() throws {
        let folder = try TemporaryFolder(self)
        try folder.write("a = disk; b = disk;", to: "App/de.lproj/Localizable.strings")
        let disk = try ResourceBundle.locate("App", in: [folder.url])
        let memory = bundle([
            "de.lproj/Localizable.strings": "a = memory;",
            "pl.lproj/Localizable.strings": "a = pamięć;",
        ])
        let l10n = LocalizationStore([memory, disk]).localizer(for: ["de"])
        XCTAssertEqual([l10n("a"), l10n("b")], ["memory", "disk"])
        let own = LocalizationStore([disk, memory], for: ["de"])
        XCTAssertEqual(own.languages, ["de"])
        XCTAssertEqual(own.localizer(for: ["de"])("a"), "disk")
    }

    func testAReloadKeepsTheTablesInMemory() throws {
        let store = LocalizationStore(bundle(["Localizable.xcstrings": catalog]))
        XCTAssertFalse(try store.reloadIfChanged())
        try store.reload()
        XCTAssertEqual(store.localizer(for: ["pl"])("bye"), "Do widzenia")
    }

    func testABundleInMemoryIsEqualToItsCopies() {
        let bundle = bundle(["a": "b"])
        let copy = bundle
        XCTAssertEqual(bundle, copy)
        XCTAssertNotEqual(bundle, self.bundle(["a": "c"]))
        XCTAssertNotEqual(bundle, self.bundle(["a": "b"], name: "Other"))
        XCTAssertEqual(Set([bundle, copy]).count, 1)
        XCTAssertFalse(FileManager.default.fileExists(atPath: bundle.url.path))
    }
}
