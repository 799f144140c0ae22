import FootingLocalization
import TestSupport
import XCTest

final class StackedBundlesTests: XCTestCase {
    func testTheFirstBundleThatHasAKeyAnswersBeforeTheNextLanguageIsAsked() throws {
        let folder = try TemporaryFolder(self)
        try folder.write("a = app; c = app;", to: "App.bundle/en.lproj/Localizable.strings")
        try folder.write("d = \"app, deutsch\";", to: "App.bundle/de.lproj/Localizable.strings")
        try folder.write(
            "a = library; b = library;",
            to: "Library.bundle/en.lproj/Localizable.strings"
        )
        try folder.write(
            "a = \"library, deutsch\"; d = x;",
            to: "Library.bundle/de.lproj/Localizable.strings"
        )
        try folder.write("m = mail;", to: "Library.bundle/en.lproj/Mail.strings")
        try folder.write("", to: "Library.bundle/pl.lproj/Mail.strings")
        let bundles = try ["App", "Library"].map { try ResourceBundle.locate($0, in: [folder.url]) }
        let store = LocalizationStore(bundles)

        XCTAssertEqual(store.bundles, bundles)
        XCTAssertEqual(store.languages, ["de", "en", "pl"])
        let english = store.localizer(for: ["en"])
        XCTAssertEqual(["a", "b", "c"].map { english($0) }, ["app", "library", "app"])
        XCTAssertEqual(english("m", table: "Mail"), "mail")
        let german = store.localizer(for: ["de"])
        XCTAssertEqual(german.languages, ["de", "en"])
        XCTAssertEqual(
            ["a", "b", "d"].map { german($0) },
            ["library, deutsch", "library", "app, deutsch"]
        )
        XCTAssertEqual(german("a", 1), "library, deutsch")
        XCTAssertEqual(store.report.issueCount, 0, "one key in two bundles is no issue")

        try folder.write("a = new;", to: "Library.bundle/de.lproj/Localizable.strings")
        XCTAssertTrue(try store.reloadIfChanged())
        XCTAssertEqual(store.localizer(for: ["de"])("a"), "new")
        XCTAssertEqual(store.localizer(for: ["en"])("a"), "app")
    }

    func testNoBundleAtAllIsAStoreOfKeys() throws {
        let store = LocalizationStore([])
        XCTAssertEqual(store.languages, [])
        XCTAssertEqual(store.localizer(for: ["en"])("k", default: "d"), "d")
        XCTAssertFalse(try store.reloadIfChanged())
        XCTAssertThrowsError(try store.reload())
    }
}
