import FootingLocalization
import Foundation
import TestSupport
import XCTest

final class ResourceBundleTests: XCTestCase {
    func testEachLayoutIsFound() throws {
        for layout in ["Shop.resources", "Shop.bundle", "Shop.bundle/Contents/Resources", "Shop"] {
            let folder = try TemporaryFolder(self)
            let expected = try folder.makeFolder(layout)

            let bundle = try ResourceBundle.locate("Shop", in: [folder.url])

            XCTAssertEqual(bundle.url.standardizedFileURL.path, expected.standardizedFileURL.path)
            XCTAssertEqual(bundle.name, "Shop")
        }
    }

    func testTheContentsOfAnAppleBundleWinOverItsShell() throws {
        let folder = try TemporaryFolder(self)
        try folder.write(
            "\"k\" = \"v\";",
            to: "Shop.bundle/Contents/Resources/en.lproj/Localizable.strings"
        )

        let store = LocalizationStore(try ResourceBundle.locate("Shop", in: [folder.url]))

        XCTAssertEqual(store.localizer(for: ["en"])("k"), "v")
    }

    func testTheFirstRootThatHasItWins() throws {
        let (first, second) = (try TemporaryFolder(self), try TemporaryFolder(self))
        try second.makeFolder("Shop.resources")
        let third = try TemporaryFolder(self)
        try third.makeFolder("Shop.resources")

        let bundle = try ResourceBundle.locate("Shop", in: [first.url, second.url, third.url])

        XCTAssertTrue(bundle.url.path.hasPrefix(second.url.path), bundle.url.path)
    }

    func testEarlierLayoutsWinInOneRoot() throws {
        let folder = try TemporaryFolder(self)
        for layout in ["Shop", "Shop.bundle", "Shop.resources"] {
            try folder.makeFolder(layout)
            let bundle = try ResourceBundle.locate("Shop", in: [folder.url])
            XCTAssertEqual(bundle.url.lastPathComponent, layout)
        }
    }

    func testAFileIsNoBundle() throws {
        let folder = try TemporaryFolder(self)
        try folder.write("", to: "Shop")
        XCTAssertNil(ResourceBundle.locateIfPresent("Shop", in: [folder.url]))
    }

    func testALinkToAFolderIsABundleAndADanglingOneIsNot() throws {
        let folder = try TemporaryFolder(self)
        let target = try folder.makeFolder("elsewhere")
        let link = folder.url.appending(path: "Shop.bundle")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: target)
        XCTAssertNotNil(ResourceBundle.locateIfPresent("Shop", in: [folder.url]))

        try FileManager.default.removeItem(at: target)
        XCTAssertNil(ResourceBundle.locateIfPresent("Shop", in: [folder.url]))
    }

    func testAMissingBundleNamesEveryPlaceTried() throws {
        let (first, second) = (try TemporaryFolder(self), try TemporaryFolder(self))

        XCTAssertThrowsError(try ResourceBundle.locate("Shop", in: [first.url, second.url])) {
            error in
            let error = error as? LocalizationError
            XCTAssertEqual(error?.code, .bundleNotFound)
            XCTAssertEqual(error?.bundleName, "Shop")
            let layouts = [
                "Shop.resources", "Shop.bundle/Contents/Resources", "Shop.bundle", "Shop",
            ]
            let expected = [first, second].flatMap { folder in
                layouts.map { folder.url.path + "/" + $0 }
            }
            // The places that the process knows of come after them.
            XCTAssertEqual((error?.searchedPaths.prefix(8)).map(Array.init), expected)
            XCTAssertEqual(error?.localizedDescription, error?.description)
            for path in error?.searchedPaths ?? [] {
                XCTAssertTrue(error?.description.contains(path) == true, path)
            }
        }
    }

    func testARootThatIsNoFileIsTriedAndNotFound() throws {
        let root = try XCTUnwrap(URL(string: "https://example.com/resources"))
        XCTAssertThrowsError(try ResourceBundle.locate("Shop", in: [root])) { error in
            let error = error as? LocalizationError
            let paths = error?.searchedPaths ?? []
            XCTAssertEqual(paths.filter { $0.hasPrefix("https://example.com/resources/") }.count, 4)
            XCTAssertEqual(paths.first, "https://example.com/resources/Shop.resources")
        }
    }

    func testANameThatIsNoSingleComponentIsRefused() throws {
        let folder = try TemporaryFolder(self)
        try folder.makeFolder("a/b")
        for name in ["", ".", "..", "a/b", "../a", "/a", "a/", "a\0b"] {
            XCTAssertThrowsError(try ResourceBundle.locate(name, in: [folder.url]), name) { error in
                XCTAssertEqual((error as? LocalizationError)?.code, .invalidBundleName, name)
                XCTAssertEqual((error as? LocalizationError)?.searchedPaths, [], name)
                XCTAssertFalse("\(error)".contains("\0"))
            }
            XCTAssertNil(ResourceBundle.locateIfPresent(name, in: [folder.url]), name)
        }
    }

    func testDotsInsideOfANameAreFine() throws {
        let folder = try TemporaryFolder(self)
        try folder.makeFolder("a..b.bundle")
        XCTAssertNotNil(ResourceBundle.locateIfPresent("a..b", in: [folder.url]))
    }
}
