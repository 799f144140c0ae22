import FootingLocalization
import Foundation
import TestSupport
import XCTest

final class ResourceFilesTests: XCTestCase {
    /// The path of a file in its bundle, without the bundle's folder.
    private func place(_ url: URL?, in bundle: String = "Test.bundle") -> String? {
        url.map { url in
            let parts = url.path.split(separator: "/")
            return parts.drop { $0 != bundle[...] }.dropFirst().joined(separator: "/")
        }
    }

    private func makeFiles(_ paths: [String], development: LanguageTag = "en") throws
        -> LocalizationStore
    {
        let files = Dictionary(uniqueKeysWithValues: paths.map { ($0, "") })
        return try makeStore(files, developmentLanguage: development)
    }

    func testAFileIsFoundInTheReadersLanguageAndInThoseItInheritsFrom() throws {
        let store = try makeFiles([
            "es-419.lproj/Help.html", "es.lproj/Help.html", "en.lproj/Help.html",
            "es.lproj/Terms.html", "en.lproj/Terms.html", "en.lproj/About.html", "Logo.svg",
            "es-419.lproj/Localizable.strings", "pt.lproj/Localizable.strings",
        ])
        let rows: [(reader: LanguagePreferences, name: String, expected: String?)] = [
            (["es-CO"], "Help", "es-419.lproj/Help.html"),
            (["es-CO"], "Terms", "es.lproj/Terms.html"),
            (["es-CO"], "About", "en.lproj/About.html"),
            (["es"], "Help", "es.lproj/Help.html"),
            (["pt", "es"], "Terms", "es.lproj/Terms.html"),
            (["fr"], "Help", "en.lproj/Help.html"),
            (["en", "es"], "Help", "en.lproj/Help.html"),
            (["en-XA"], "Help", "en.lproj/Help.html"),
            (["es"], "Missing", nil),
        ]
        for (reader, name, expected) in rows {
            let l10n = store.localizer(for: reader)
            for suffix in ["html", ".html"] {
                let url = l10n.url(forResource: name, withExtension: suffix)
                XCTAssertEqual(place(url), expected, "\(reader) \(name)")
            }
            let narrow = l10n.fitting(width: 9).url(forResource: name, withExtension: "html")
            XCTAssertEqual(place(narrow), expected)
            XCTAssertEqual(
                place(l10n.url(forResource: name + ".html", withExtension: nil)),
                expected
            )
            XCTAssertEqual(place(l10n.url(forResource: "Logo", withExtension: "svg")), "Logo.svg")
        }
    }

    func testAPathLeadsIntoTheFolderOfALanguageOrTheBundle() throws {
        let store = try makeFiles(["de.lproj/Mail/Welcome.txt", "Mail/Footer.txt", "Mail/x.y.txt"])
        let l10n = store.localizer(for: ["de"])
        let url = l10n.url(forResource: "Welcome", withExtension: "txt", subdirectory: "Mail")
        XCTAssertEqual(place(url), "de.lproj/Mail/Welcome.txt")
        XCTAssertEqual(
            place(l10n.url(forResource: "/Mail//Welcome", withExtension: "txt")),
            "de.lproj/Mail/Welcome.txt"
        )
        let footer = l10n.url(forResource: "Footer", withExtension: "txt", subdirectory: "Mail/")
        XCTAssertEqual(place(footer), "Mail/Footer.txt")
        XCTAssertEqual(
            place(l10n.url(forResource: "Mail/x.y", withExtension: "txt")),
            "Mail/x.y.txt"
        )
        let folder = try XCTUnwrap(l10n.url(forResource: "Mail", withExtension: ""))
        XCTAssertEqual(place(folder), "de.lproj/Mail")
        XCTAssertTrue(folder.hasDirectoryPath)
        XCTAssertFalse(try XCTUnwrap(url).hasDirectoryPath)
    }

    func testNoPathLeadsOutOfTheBundle() throws {
        let store = try makeFiles(["de.lproj/Help.html", "Help.html"])
        let l10n = store.localizer(for: ["de"])
        let rows: [(name: String, suffix: String?, folder: String?)] = [
            ("../../Help", "html", nil), ("Help", "html", ".."), ("..", nil, nil),
            ("", "html", nil),
            ("Help\0", "html", nil), ("Help", "html/../../Help.html", nil), ("", nil, nil),
            ("Help.html", nil, "a/../"), ("/etc/passwd", nil, nil), ("Help", "html", "/etc"),
        ]
        for (name, suffix, folder) in rows {
            let url = l10n.url(forResource: name, withExtension: suffix, subdirectory: folder)
            XCTAssertNil(url, "\(name) \(suffix ?? "") \(folder ?? "")")
        }
    }

    func testTheFolderOfALanguagePrecedesBase() throws {
        let store = try makeFiles(
            ["Base.lproj/A.txt", "de.lproj/A.txt", "Base.lproj/B.txt", "B.txt", "DE.lproj/B.pdf"],
            development: "de"
        )
        let l10n = store.localizer(for: ["fr"])
        XCTAssertEqual(place(l10n.url(forResource: "A", withExtension: "txt")), "de.lproj/A.txt")
        XCTAssertEqual(place(l10n.url(forResource: "B", withExtension: "txt")), "Base.lproj/B.txt")
        XCTAssertEqual(place(l10n.url(forResource: "B", withExtension: "pdf")), "DE.lproj/B.pdf")
    }

    func testALanguageIsAskedInAllBundlesBeforeTheNextOne() throws {
        let folder = try TemporaryFolder(self)
        for path in [
            "App/en.lproj/A.txt", "Library/de.lproj/A.txt", "Library/de.lproj/B.txt",
            "App/de.lproj/B.txt", "Library/C.txt",
        ] { try folder.write("", to: path) }
        let store = LocalizationStore(
            ["App", "Library"].compactMap {
                ResourceBundle.locateIfPresent($0, in: [folder.url])
            } + [ResourceBundle(name: "Memory", files: ["de.lproj/C.txt": []])]
        )
        let l10n = store.localizer(for: ["de"])
        let found = ["A", "B", "C"].map { l10n.url(forResource: $0, withExtension: "txt")?.path }
        let expected = ["Library/de.lproj/A.txt", "App/de.lproj/B.txt", "Library/C.txt"]
        XCTAssertEqual(found, expected.map { folder.url.appending(path: $0).path })
    }

    func testFilesThatAreAddedLaterAreFoundAndFoldersAfterAReload() throws {
        let folder = try TemporaryFolder(self)
        try folder.makeFolder("App/en.lproj")
        let store = LocalizationStore(try ResourceBundle.locate("App", in: [folder.url]))
        let l10n = store.localizer(for: ["pl"])
        XCTAssertNil(l10n.url(forResource: "A", withExtension: "txt"))
        try folder.write("", to: "App/en.lproj/A.txt")
        let english = l10n.url(forResource: "A", withExtension: "txt")
        XCTAssertEqual(place(english, in: "App"), "en.lproj/A.txt")
        try folder.write("", to: "App/pl.lproj/A.txt")
        try folder.write("k = v;", to: "App/pl.lproj/B.strings")
        XCTAssertTrue(try store.reloadIfChanged())
        let polish = store.localizer(for: ["pl"]).url(forResource: "A", withExtension: "txt")
        XCTAssertEqual(place(polish, in: "App"), "pl.lproj/A.txt")
        try FileManager.default.removeItem(at: folder.url.appending(path: "App"))
        XCTAssertNil(l10n.url(forResource: "A", withExtension: "txt"))
    }
}
