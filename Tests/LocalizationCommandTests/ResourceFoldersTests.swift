import FootingLocalizationTools
@testable import localization
import TestSupport
import XCTest

final class ResourceFoldersTests: XCTestCase {
    private func folders(
        _ files: [String],
        links: [String: String] = [:]
    ) throws -> TemporaryFolder {
        let folder = try TemporaryFolder(self)
        for file in files { try folder.write("", to: file) }
        for (path, target) in links {
            try FileManager.default.createSymbolicLink(
                atPath: folder.url.appending(path: path).path,
                withDestinationPath: target
            )
        }
        return folder
    }

    /// The paths that are found, seen from the folder.
    private func found(_ folder: TemporaryFolder, below roots: [String] = [""]) -> [String] {
        let root = folder.url.path
        let folders = ResourceFolders(below: roots.map { $0.isEmpty ? root : root + "/" + $0 })
        return folders.paths.map { $0 == root ? "." : String($0.dropFirst(root.count + 1)) }
    }

    func testFoldersThatHoldTables() throws {
        let rows: [(name: String, files: [String], folders: [String])] = [
            ("tables", ["en.lproj/A.strings"], ["."]),
            ("forms", ["a/en.lproj/A.stringsdict"], ["a"]),
            ("a catalog", ["a/b/A.xcstrings"], ["a/b"]),
            ("a storyboard's catalog", ["a/mul.lproj/Main.xcstrings"], ["a"]),
            ("names in capitals", ["a/EN.LPROJ/A.STRINGS", "b/A.XCSTRINGS"], ["a", "b"]),
            ("nested", ["A.xcstrings", "a/A.xcstrings", "a/b/A.xcstrings"], [".", "a", "a/b"]),
            ("in order", ["b/A.xcstrings", "a/c/A.xcstrings"], ["a/c", "b"]),
            ("others", ["a/en.lproj/page.html", "a/A.swift", "A.strings"], []),
            ("hidden", [".build/en.lproj/A.strings", "a/.b/A.xcstrings", ".A.xcstrings"], []),
            ("not below a language", ["en.lproj/A.strings", "en.lproj/a/A.xcstrings"], ["."]),
        ]
        for row in rows {
            XCTAssertEqual(found(try folders(row.files)), row.folders, row.name)
        }
    }

    func testAFolderIsVisitedOnceWhateverLeadsToIt() throws {
        let folder = try folders(
            ["a/b/A.xcstrings", "elsewhere/A.xcstrings"],
            links: [
                "a/z": "b", "a/b/up": "..", "a/a": "../elsewhere", "a/all": "/", "a/no": "none",
            ]
        )
        XCTAssertEqual(found(folder, below: ["a"]), ["a/b", "a/a"])
        XCTAssertEqual(found(folder, below: ["a/b", "a", "a"]), ["a/b", "a/a"])
        XCTAssertEqual(found(folder), ["a/b", "elsewhere"])
    }

    func testSlashesAtTheEndAreNotShown() throws {
        let folder = try folders(["a/A.xcstrings"])
        XCTAssertEqual(found(folder, below: ["a//"]), ["a"])
    }

    func testAFolderThatCannotBeSearchedIsAFinding() throws {
        let folder = try folders(["a", "b/A.xcstrings"])
        let root = folder.url.path
        let folders = ResourceFolders(below: [root + "/a", root + "/none", root + "/b"])
        XCTAssertEqual(folders.paths, [root + "/b"])
        XCTAssertEqual(folders.findings.map(\.code), [.unreadable, .unreadable])
        XCTAssertEqual(folders.findings.map(\.severity), [.error, .error])
        XCTAssertEqual(folders.findings.map(\.file), [root + "/a", root + "/none"])
        for finding in folders.findings {
            XCTAssertTrue(finding.message.hasSuffix(": check the path and its permissions."))
        }
    }

    func testAFolderWithoutTheTablesThatAreExpectedIsAnError() throws {
        let folder = try folders(
            ["a/A.swift", "b/c/A.xcstrings"],
            links: ["d": "b/c", "e": "a"]
        )
        let root = folder.url.path
        let rows: [(expected: [String], none: [String])] = [
            ([], []), (["a"], ["a"]), (["b"], []), (["b/c/"], []), (["d"], []),
            (["a", "e", "b"], ["a", "e"]),
        ]
        for row in rows {
            let expected = row.expected.map { root + "/" + $0 }
            let folders = ResourceFolders(
                below: [root + "/a", root + "/b"] + expected,
                expectingTablesIn: expected
            )
            let findings = folders.findings
            XCTAssertEqual(findings.map(\.file), row.none.map { root + "/" + $0 })
            XCTAssertTrue(findings.allSatisfy { $0.code == .noTables && $0.severity == .error })
        }
    }

    func testAPackageWhoseTargetsAllLackTablesIsAnError() throws {
        let folder = try folders(["a/A.swift", "b/A.swift", "c/A.xcstrings"])
        let rows: [(names: [String], hasFinding: Bool)] = [
            (["a"], true), (["a", "b"], true), (["a", "b", "c"], false), (["c"], false),
        ]
        for row in rows {
            let targets = row.names.flatMap {
                ["--package-target", "\($0)=\(folder.url.path)/\($0)"]
            }
            let options = try Options(targets, of: .report)
            let findings = ResourceFolders(options).findings
            XCTAssertEqual(findings.map(\.code), row.hasFinding ? [.noTables] : [], "\(row)")
            XCTAssertEqual(findings.map(\.severity), row.hasFinding ? [.error] : [], "\(row)")
        }
        let target = ["--package-target", "a=\(folder.url.path)/a"]
        let outcome = Command.report.run(target)
        XCTAssertEqual(
            outcome.output,
            """
            Package.swift: error: No target has a string catalog, or an .lproj folder with a table: \
            pass a FOLDER. [noTables]

            """
        )
        XCTAssertEqual(outcome.status, 1)
    }

    func testADeepTreeIsSearched() throws {
        let path = Array(repeating: "d", count: 500).joined(separator: "/")
        let folder = try folders([path + "/A.xcstrings"])
        XCTAssertEqual(found(folder), [path])
    }
}
