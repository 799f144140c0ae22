import FootingExtendedAttributes
import Foundation
import XCTest

/// Restoring the dump of a folder, without changes outside the folder.
final class RestoringFoldersTests: XCTestCase {
    func testDumpsOfSeveralFilesAreRestoredTogether() throws {
        let folder = try makeFile().deletingLastPathComponent()
        let names = ["#a", " b", "c\\d", "e\nf", "g/h", "\"i\"", "é", "e\u{301}", "j="]
        var text = ""
        for name in names {
            let file = folder.appending(path: name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data().write(to: file)
            try file.extendedAttributes.set(name.utf8, for: "user.name")
            text += try file.extendedAttributes.dump()
            try file.extendedAttributes.remove("user.name")
        }
        try folder.extendedAttributes.set([1], for: "user.folder")
        text += try folder.extendedAttributes.dump()
        try folder.extendedAttributes.remove("user.folder")

        let report = try ExtendedAttributes.restore(from: text.utf8, below: folder)

        XCTAssertEqual(report.issues, [])
        XCTAssertEqual(report.stored.count, names.count + 1)
        XCTAssertEqual(try folder.extendedAttributes.data(for: "user.folder"), Data([1]))
        for name in names {
            let attributes = folder.appending(path: name).extendedAttributes
            XCTAssertEqual(try attributes.data(for: "user.name"), Data(name.utf8), name)
        }
    }

    func testPathsOutsideTheFolderAreRefused() throws {
        let top = try makeFile(named: "outside").deletingLastPathComponent()
        let folder = top.appending(path: "folder")
        let sibling = top.appending(path: "folder-2")
        let manager = FileManager.default
        for new in [folder.appending(path: "sub"), sibling] {
            try manager.createDirectory(at: new, withIntermediateDirectories: true)
        }
        for new in ["folder/inside", "folder/sub/deep", "folder-2/near"] {
            try Data().write(to: top.appending(path: new))
        }
        for (link, target) in [
            "out": "../outside", "up": "..", "in": "sub/deep", "around": "../folder/inside",
            "lost": "nowhere", "loop": "loop", "absolute": top.path + "/outside",
        ] {
            let path = folder.appending(path: link).path
            try manager.createSymbolicLink(atPath: path, withDestinationPath: target)
        }
        let rows: [(path: String, code: ExtendedAttributeError.Code?)] = [
            ("inside", nil), ("./inside", nil), ("sub/deep", nil), ("sub/../inside", nil),
            (".", nil),
            ("inside/", nil), ("in", nil), ("around", nil), ("../folder/inside", nil),
            ("sub//deep", nil),
            (folder.path, nil), (folder.path + "/inside", nil),
            (sibling.path + "/../folder/sub", nil),
            ("..", .outsideFolder), ("../outside", .outsideFolder),
            ("../folder-2/near", .outsideFolder),
            ("out", .outsideFolder), ("absolute", .outsideFolder), ("up/outside", .outsideFolder),
            ("up/folder-2/near", .outsideFolder), ("sub/../../outside", .outsideFolder),
            (top.path + "/outside", .outsideFolder), ("/", .outsideFolder), ("//", .outsideFolder),
            (sibling.path + "/near", .outsideFolder), (top.path, .outsideFolder),
            ("", .invalidPath), ("a\\000b", .invalidPath), ("nowhere", .noSuchFile),
            ("lost", .noSuchFile), ("loop", .system), ("inside/x", .noSuchFile),
            ("../nowhere", .noSuchFile), (String(repeating: "x", count: 300), .invalidPath),
            (String(repeating: "x/", count: 3_000), .noSuchFile),
        ]
        for (path, code) in rows {
            let text = "\n# file: \(path)\nuser.\(code == nil ? "good" : "bad")=1\nuser.bad=0x1\n"
            let report = try ExtendedAttributes.restore(from: text.utf8, below: folder)
            if let code {
                XCTAssertEqual(report.issues.first?.code, code, path)
                XCTAssertEqual(report.issues.map(\.line), [2, 4], path)
                XCTAssertEqual(report.stored, [], path)
            } else {
                XCTAssertEqual(report.issues.map(\.line), [4], path)
                XCTAssertEqual(report.stored, ["user.good"], path)
            }
        }
        for path in [
            "", "outside", "folder-2", "folder-2/near", "folder/inside", "folder/sub/deep",
        ] {
            let names = try top.appending(path: path).extendedAttributes.names(in: .user)
            let isInside = path.hasPrefix("folder/")
            XCTAssertEqual(names, isInside ? ["user.good"] : [], path)
        }
    }

    func testOneBadFileDoesNotStopTheNext() throws {
        let folder = try makeFile().deletingLastPathComponent()
        let text = """
            user.orphan=1
            # file: absent
            user.a=1
            user.b=1

            # file:file
            user.c=1
            # file: file
            user.d=1
            """
        let report = try ExtendedAttributes.restore(from: text.utf8, below: folder)
        XCTAssertEqual(report.stored, ["user.d"])
        XCTAssertEqual(report.issues.map(\.line), [1, 2, 6, 7], "\(report.issues)")
        XCTAssertEqual(
            report.issues.map(\.code),
            [.malformedDump, .noSuchFile, .malformedDump, .malformedDump]
        )
    }

    func testThePathsOfADumpFromTheRootAreFoundThere() throws {
        let file = try makeFile()
        let root = URL(filePath: "/")
        for path in [file.path, String(file.path.dropFirst())] {
            let text = "# file: \(path)\nuser.a=1\n"
            XCTAssertEqual(try ExtendedAttributes.restore(from: text.utf8, below: root).issues, [])
            XCTAssertTrue(try file.extendedAttributes.remove("user.a"), path)
        }
    }

    func testTheFolderItselfMayBeALink() throws {
        let file = try makeFile()
        let link = try makeLink(to: file.deletingLastPathComponent())
        defer { try? FileManager.default.removeItem(at: link) }
        let text = "# file: file\nuser.a=1\n"
        XCTAssertEqual(try ExtendedAttributes.restore(from: text.utf8, below: link).issues, [])
        XCTAssertTrue(try file.extendedAttributes.remove("user.a"))
    }

    func testAFolderThatCanNotBeFoundIsThrown() throws {
        let folder = try makeFolder()
        let rows: [(URL?, ExtendedAttributeError.Code)] = [
            (folder.appending(path: "absent"), .noSuchFile),
            (URL(string: "https://example.com/"), .invalidPath),
        ]
        for (url, code) in rows {
            let url = try XCTUnwrap(url)
            let error = assertFailure(
                code,
                try ExtendedAttributes.restore(from: "".utf8, below: url)
            )
            XCTAssertEqual(error?.operation, .restore)
        }
    }
}
