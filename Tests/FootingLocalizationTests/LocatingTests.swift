@testable import FootingLocalization
import Foundation
import TestSupport
import XCTest

/// Where a process looks for bundles by itself.
///
/// The process is described, its files are real.
final class LocatingTests: XCTestCase {
    private let layouts = [
        "Shop.resources", "Shop.bundle/Contents/Resources", "Shop.bundle", "Shop",
    ]

    /// A program at `app/bin/shop`, started through the link `links/shop`, with every variable.
    private func makeProcess(in folder: TemporaryFolder) throws -> ProcessFacts {
        try folder.write("", to: "app/bin/shop")
        try folder.makeFolder("links")
        try? FileManager.default.createSymbolicLink(
            at: folder.url.appending(path: "links/shop"),
            withDestinationURL: folder.url.appending(path: "app/bin/shop")
        )
        return ProcessFacts(
            environment: [
                "LOCALIZED_RESOURCES_PATH": folder.path("one") + ":" + folder.path("two"),
                "PACKAGE_RESOURCE_BUNDLE_PATH": folder.path("package"),
                "PACKAGE_RESOURCE_BUNDLE_URL": "file://" + folder.path("url"),
            ],
            argument0: folder.path("links/shop"),
            currentFolder: folder.path("here"),
            executable: folder.path("app/bin/shop"),
            image: folder.path("plugins/shop.so")
        )
    }

    /// The roots of that process, in order, with one of the caller's.
    private let roots = [
        "explicit", "one", "two", "package", "url", "app/bin", "links", "app/Resources",
        "app/share/shop", "app/lib/shop", "plugins",
    ]

    private func locate(
        _ name: String = "Shop",
        in folder: TemporaryFolder,
        _ process: ProcessFacts
    ) throws(LocalizationError) -> ResourceBundle {
        try ResourceBundle.locate(name, in: [folder.url.appending(path: "explicit")]) { process }
    }

    func testEveryRootAndLayoutIsFoundAndEarlierOnesWin() throws {
        let folder = try TemporaryFolder(self)
        let process = try makeProcess(in: folder)
        // From the last place to the first: each new one wins over all that are there.
        for root in roots.reversed() {
            for layout in layouts.reversed() {
                let place = "\(root)/\(layout)"
                try folder.makeFolder(place)
                let bundle = try locate(in: folder, process)
                XCTAssertEqual(bundle.url.path, folder.path(place), place)
                XCTAssertEqual(bundle.name, "Shop", place)
            }
        }
    }

    func testTheErrorListsEveryPlaceInOrder() throws {
        let folder = try TemporaryFolder(self)
        var expected = roots.flatMap { root in layouts.map { folder.path("\(root)/\($0)") } }
        let process = try makeProcess(in: folder)
        XCTAssertEqual(searched(in: folder, process), expected)

        process.isPrivileged = true
        let chosen = ["one/", "two/", "package/", "url/", "links/"].map { folder.path($0) }
        expected.removeAll { place in chosen.contains { place.hasPrefix($0) } }
        XCTAssertEqual(expected.count, 6 * 4)
        XCTAssertEqual(searched(in: folder, process), expected)

        XCTAssertEqual(searched(in: folder, ProcessFacts()), Array(expected.prefix(4)))
    }

    func testTheErrorBeginsWithTheRemedyAndNotWithThePlaces() throws {
        let folder = try TemporaryFolder(self)
        XCTAssertThrowsError(try locate(in: folder, ProcessFacts())) { error in
            let start =
                "Could not locate bundle “Shop”: copy it beside the program, or set "
                + "LOCALIZED_RESOURCES_PATH to its parent folder. Tried: "
            XCTAssertTrue("\(error)".hasPrefix(start), "\(error)")
        }
    }

    private func searched(in folder: TemporaryFolder, _ process: ProcessFacts) -> [String] {
        do {
            let bundle = try locate(in: folder, process)
            XCTFail("found \(bundle)")
            return []
        } catch {
            XCTAssertEqual(error.code, .bundleNotFound)
            for path in error.searchedPaths {
                XCTAssertTrue(error.description.contains(path), path)
            }
            return error.searchedPaths
        }
    }

    func testAProcessWithMorePrivilegesIgnoresWhatItsStarterChose() throws {
        for root in ["one", "two", "package", "url", "links"] {
            let folder = try TemporaryFolder(self)
            let process = try makeProcess(in: folder)
            let expected = try folder.makeFolder("\(root)/Shop.bundle")
            XCTAssertEqual(try locate(in: folder, process).url.path, expected.path, root)
            process.isPrivileged = true
            XCTAssertThrowsError(try locate(in: folder, process), root)
        }
    }

    func testNoPlaceIsTriedTwice() throws {
        let folder = try TemporaryFolder(self)
        try folder.write("", to: "bin/shop")
        let bin = folder.path("bin")
        let process = ProcessFacts(
            environment: [
                "LOCALIZED_RESOURCES_PATH": "\(bin):\(bin)/:\(bin)//.:", "PATH": bin,
                "PACKAGE_RESOURCE_BUNDLE_PATH": bin, "PACKAGE_RESOURCE_BUNDLE_URL": bin,
            ],
            argument0: "shop",
            executable: bin + "/shop",
            image: bin + "/shop"
        )
        let expected = ["explicit", "bin", "Resources", "share/shop", "lib/shop"].flatMap { root in
            layouts.map { folder.path("\(root)/\($0)") }
        }
        XCTAssertEqual(searched(in: folder, process), expected)
    }

    func testWithoutAnyRootNoPlaceIsTried() {
        let process = { ProcessFacts() }
        XCTAssertThrowsError(try ResourceBundle.locate("Shop", in: [], process: process)) {
            XCTAssertEqual(($0 as? LocalizationError)?.searchedPaths, [])
            XCTAssertTrue("\($0)".contains("no place at all"), "\($0)")
        }
    }

    func testTheProcessIsNotAskedWhenARootOfTheCallersHasTheBundle() throws {
        let folder = try TemporaryFolder(self)
        try folder.makeFolder("Shop")
        _ = try ResourceBundle.locate("Shop", in: [folder.url]) {
            XCTFail("asked")
            return ProcessFacts()
        }
    }

    // MARK: Variables

    func testVariablesAreReadAsTheySay() throws {
        let list = "LOCALIZED_RESOURCES_PATH"
        let (path, url) = ("PACKAGE_RESOURCE_BUNDLE_PATH", "PACKAGE_RESOURCE_BUNDLE_URL")
        // The value of the variable, where `~` is the folder; the roots, and whether each may be
        // the bundle itself.
        let rows: [(variable: String, value: String, roots: [(String, Bool)])] = [
            (list, "", []), (list, ":::", []), (path, "", []), (url, "", []),
            (list, "~/a", [("~/a", false)]),
            (list, ":~/a::~/b:", [("~/a", false), ("~/b", false)]),
            (list, "a:./b:../c", [("~/w/a", false), ("~/w/b", false), ("~/w/../c", false)]),
            (list, "/", [("/", false)]),
            (list, "~/a:\u{301}b", [("~/a", false), ("~/w/\u{301}b", false)]),
            (list, "~/\u{301}a/:/", [("~/\u{301}a", false), ("/", false)]),
            (list, "~/a b%20ü", [("~/a b%20ü", false)]),
            (path, "~/a", [("~/a", true)]), (path, "~/a:b", [("~/a:b", true)]),
            (path, "a/", [("~/w/a", true)]), (path, "~/a%20b", [("~/a%20b", true)]),
            (url, "file://~/a%20b/", [("~/a b", true)]), (url, "~/a%20b", [("~/a%20b", true)]),
            (url, "file:~/a", [("~/a", true)]), (url, "file:", [("~/w", true)]),
            (url, "https://a/b", [("~/w/https:/a/b", true)]),
        ]
        let folder = "/tmp/footing"
        for row in rows {
            let value = row.value.replacing("~", with: folder)
            let process = ProcessFacts(
                environment: [row.variable: value],
                currentFolder: folder + "/w"
            )
            let expected = row.roots.map { $0.0.replacing("~", with: folder) }
            XCTAssertEqual(process.roots.map(\.path), expected, "\(row)")
            XCTAssertEqual(process.roots.map(\.mayBeBundle), row.roots.map(\.1), "\(row)")
        }
    }

    func testOnlyAVariableOfSwiftPMNamesTheBundleItself() throws {
        let list = "LOCALIZED_RESOURCES_PATH"
        let (path, url) = ("PACKAGE_RESOURCE_BUNDLE_PATH", "PACKAGE_RESOURCE_BUNDLE_URL")
        // Folders that exist, the variable and its value, the bundle that is found.
        let rows: [(folders: [String], variable: String, value: String, found: String?)] = [
            (["Shop.resources"], path, "Shop.resources", "Shop.resources"),
            (["Shop.resources"], path, "Shop.resources/", "Shop.resources"),
            (["Shop.resources"], url, "Shop.resources", "Shop.resources"),
            (["Shop.bundle"], path, "Shop.bundle", "Shop.bundle"),
            (
                ["Shop.bundle/Contents/Resources"], path, "Shop.bundle",
                "Shop.bundle/Contents/Resources"
            ),
            (["Shop"], path, "Shop", "Shop"),
            (["Shop/Contents/Resources"], path, "Shop", "Shop"),
            (["Shop.resources/Contents/Resources"], path, "Shop.resources", "Shop.resources"),
            (["Shop/Shop.resources"], path, "Shop", "Shop/Shop.resources"),
            (["Other.bundle"], path, "Other.bundle", nil),
            (["Other.bundle/Shop"], path, "Other.bundle", "Other.bundle/Shop"),
            (["MyShop.bundle"], path, "MyShop.bundle", nil),
            (["Shop.resources"], list, "Shop.resources", nil),
            ([], path, "Shop.resources", nil),
        ]
        for row in rows {
            let folder = try TemporaryFolder(self)
            for path in row.folders { try folder.makeFolder(path) }
            let process = ProcessFacts(environment: [row.variable: folder.path(row.value)])
            let bundle = try? locate(in: folder, process)
            XCTAssertEqual(bundle?.url.path, row.found.map { folder.path($0) }, "\(row)")
        }
    }

    // MARK: The link that a program was started by

    func testTheLinkCountsWhenItLeadsToTheProgram() throws {
        let folder = try TemporaryFolder(self)
        for path in ["app/shop", "app/other", "fake/shop", "here/x"] {
            try folder.write("", to: path)
        }
        for (link, target) in [("links", "shop"), ("more", "shop"), ("wrong", "other")] {
            try folder.makeFolder(link)
            try FileManager.default.createSymbolicLink(
                at: folder.url.appending(path: "\(link)/shop"),
                withDestinationURL: folder.url.appending(path: "app/\(target)")
            )
        }
        // `argv[0]` and PATH, where `~` is the folder; the current one is `~/here`.
        let rows: [(argument0: String?, searchPath: String?, folder: String?)] = [
            ("~/links/shop", nil, "~/links"),
            ("../links/shop", nil, "~/here/../links"),
            ("./../links/./shop", nil, "~/here/../links"),
            ("shop", "~/nowhere:~/fake:~/wrong:~/links:~/more", "~/links"),
            ("shop", "~/more", "~/more"),
            ("shop", "../links", "~/here/../links"),
            ("~/app/shop", nil, "~/app"),
            // Paths that lead elsewhere, or nowhere.
            ("~/wrong/shop", "~/links", nil), ("~/fake/shop", nil, nil),
            ("~/none/shop", nil, nil), ("shop", "~/fake:~/wrong:", nil), ("shop", "", nil),
            ("shop", nil, nil), ("-shop", "~/links", nil), ("", "~/links", nil),
            (nil, "~/links", nil), ("shop", ":::", nil), ("/", "~/links", nil),
            ("~/links", nil, nil), (String(repeating: "a", count: 100_000), "~/links", nil),
        ]
        for row in rows {
            let process = ProcessFacts(
                currentFolder: folder.path("here"),
                executable: folder.path("app/shop")
            )
            process.argument0 = row.argument0?.replacing("~", with: folder.path)
            process.environment["PATH"] = row.searchPath?.replacing("~", with: folder.path)
            var expected = ["~/app", "~/Resources", "~/share/shop", "~/lib/shop"]
            if let link = row.folder { expected.insert(link, at: 1) }
            XCTAssertEqual(
                process.roots.map(\.path),
                expected.map { $0.replacing("~", with: folder.path) },
                "\(row)".prefix(200).description
            )
        }
    }

    func testAProgramInTheRootFolderHasNoPlacesAboveIt() {
        let process = ProcessFacts(executable: "/shop")
        XCTAssertEqual(
            process.roots.map(\.path),
            ["/", "/Resources", "/share/shop", "/lib/shop"]
        )
        XCTAssertThrowsError(try ResourceBundle.locate("a", in: [], process: { process })) {
            XCTAssertEqual(
                (($0 as? LocalizationError)?.searchedPaths.prefix(4)).map(Array.init),
                ["/a.resources", "/a.bundle/Contents/Resources", "/a.bundle", "/a"]
            )
        }
    }

    // MARK: Files in the way

    func testFilesAndDanglingAndCircularLinksArePassedOver() throws {
        let folder = try TemporaryFolder(self)
        let process = ProcessFacts(executable: folder.path("bin/shop"))
        try folder.write("", to: "bin/Shop.resources")
        try folder.write("", to: "bin/Shop.bundle/Contents/Resources/file")
        try FileManager.default.removeItem(at: folder.url.appending(path: "bin/Shop.bundle"))
        let manager = FileManager.default
        try manager.createSymbolicLink(
            atPath: folder.path("bin/Shop.bundle"),
            withDestinationPath: "nowhere"
        )
        try manager.createSymbolicLink(
            atPath: folder.path("bin/Shop"),
            withDestinationPath: "Shop"
        )
        // A file where a root's folder should be.
        try folder.write("", to: "Resources")
        let target = try folder.makeFolder("target/of/the/link")
        try folder.makeFolder("share/shop")
        try manager.createSymbolicLink(
            atPath: folder.path("share/shop/Shop.bundle"),
            withDestinationPath: target.path
        )

        let bundle = try locate(in: folder, process)

        XCTAssertEqual(bundle.url.path, folder.path("share/shop/Shop.bundle"))
    }

    func testAFolderThatMayNotBeReadIsTheBundleAndOneThatMayNotBeEnteredHasNone() throws {
        let manager = FileManager.default
        try XCTSkipIf(getuid() == 0, "root may read every folder")
        let folder = try TemporaryFolder(self)
        let process = ProcessFacts(
            environment: ["LOCALIZED_RESOURCES_PATH": folder.path("shut") + ":" + folder.path],
            executable: nil
        )
        try folder.makeFolder("shut/Shop")
        try folder.makeFolder("Shop")
        for path in ["shut", "Shop"] {
            try manager.setAttributes([.posixPermissions: 0], ofItemAtPath: folder.path(path))
        }
        addTeardownBlock { [paths = [folder.path("shut"), folder.path("Shop")]] in
            for path in paths {
                try manager.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
            }
        }

        let bundle = try locate(in: folder, process)

        XCTAssertEqual(bundle.url.path, folder.path("Shop"))
        XCTAssertEqual(LocalizationStore(bundle).report.issues.map(\.code), [.unreadable])
    }

    func testNamesOfOneComponentAreTakenAsTheyAreAndOthersRefused() throws {
        let folder = try TemporaryFolder(self)
        let process = ProcessFacts(executable: folder.path("bin/shop"))
        let odd = [
            "a b", "100%", "%2F", "a%00b", "a?b", "a#b", "a:b", "a;b", "a\\b", "…", "...", "~", "é",
            "e\u{301}", "-", "a\nb", "\u{301}", String(repeating: "a", count: 246),
        ]
        for name in odd {
            let expected = "bin/\(name).bundle"
            // By the path: a URL would be one more reader of the name.
            try FileManager.default.createDirectory(
                atPath: folder.path(expected),
                withIntermediateDirectories: true
            )
            let bundle = try locate(name, in: folder, process)
            XCTAssertEqual(bundle.url.path, folder.path(expected), name)
            XCTAssertEqual(bundle.name, name)
        }
        for name in ["", ".", "..", "/", "a/b", "../a", "a/..", "/etc", "a/", "a\0", "\0"] {
            XCTAssertThrowsError(try locate(name, in: folder, process), name) {
                XCTAssertEqual(($0 as? LocalizationError)?.code, .invalidBundleName, name)
            }
        }
        for count in [247, 256, 5000, 1_000_000] {
            let name = String(repeating: "a", count: count)
            XCTAssertThrowsError(try locate(name, in: folder, process), "\(count)") {
                XCTAssertEqual(($0 as? LocalizationError)?.code, .bundleNotFound, "\(count)")
            }
        }
    }
}

extension TemporaryFolder {
    fileprivate var path: String { url.resolvingSymlinksInPath().path }

    fileprivate func path(_ path: String) -> String { self.path + "/" + path }
}
