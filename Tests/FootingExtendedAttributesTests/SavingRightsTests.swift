import FootingExtendedAttributes
import Foundation
import XCTest

/// Saving by an ordinary user, without some permissions.
///
/// Run by root, each test runs itself again without privileges.
final class SavingRightsTests: XCTestCase {
    func testOrdinaryUserSavesAFileWithItsAttributes() throws {
        try asOrdinaryUser { file in
            XCTAssertEqual(unsafe chmod(file.path, 0o640), 0)
            try file.extendedAttributes.setContents(Specimen.contents)
            for selection in [ExtendedAttributeSelection.user, .all] {
                let report = try Data("new".utf8)
                    .write(to: file, keepingExtendedAttributes: selection)
                let kept = report.stored.filter { $0.namespace == .user }
                XCTAssertEqual(kept, Specimen.contents.keys.sorted())
                XCTAssertEqual(try file.extendedAttributes.contents(in: .user), Specimen.contents)
                XCTAssertEqual(try Self.mode(of: file), 0o640)
            }
        }
    }

    func testFileThatMayNotBeWrittenToIsReplacedAllTheSame() throws {
        try asOrdinaryUser { file in
            try file.extendedAttributes.set([1], for: "user.a")
            XCTAssertEqual(unsafe chmod(file.path, 0o444), 0)

            try Data("new".utf8).write(to: file, keepingExtendedAttributes: .user)

            XCTAssertEqual(try Data(contentsOf: file), Data("new".utf8))
            XCTAssertEqual(try Self.mode(of: file), 0o444)
            XCTAssertEqual(try file.extendedAttributes.names(in: .user), ["user.a"])
        }
    }

    func testFolderThatTakesNoFilesKeepsTheOldOne() throws {
        try asOrdinaryUser { file in
            try Data("old".utf8).write(to: file)
            let folder = file.deletingLastPathComponent()
            XCTAssertEqual(unsafe chmod(folder.path, 0o555), 0)
            defer { unsafe chmod(folder.path, 0o700) }

            XCTAssertEqual(assertSaveFails(.accessDenied, to: file)?.errno, EACCES)
            XCTAssertEqual(try Data(contentsOf: file), Data("old".utf8))
            try assertNoTemporaryFile(beside: file)
        }
    }

    func testFolderThatMayNotBeReadIsEnoughUnlessItIsToBeFlushed() throws {
        try asOrdinaryUser { file in
            let folder = file.deletingLastPathComponent()
            XCTAssertEqual(unsafe chmod(folder.path, 0o300), 0)
            defer { unsafe chmod(folder.path, 0o700) }

            try Data("new".utf8).write(to: file, keepingExtendedAttributes: .user)
            XCTAssertEqual(try Data(contentsOf: file), Data("new".utf8))
            try Data("old".utf8).write(to: file)
            assertSaveFails(.accessDenied, to: file, synchronizing: true)
            XCTAssertEqual(try Data(contentsOf: file), Data("old".utf8))
        }
    }

    func testAttributesThatMayNotBeReadStopTheSavingAndNoneDoNot() throws {
        try asOrdinaryUser { file in
            try Data("old".utf8).write(to: file)
            try file.extendedAttributes.set([1], for: "user.a")
            XCTAssertEqual(unsafe chmod(file.path, 0o200), 0)

            XCTAssertEqual(assertSaveFails(.accessDenied, to: file)?.name, "user.a")
            XCTAssertEqual(try file.extendedAttributes.names(in: .user), ["user.a"])
            try assertNoTemporaryFile(beside: file)

            try file.extendedAttributes.remove("user.a")
            try Data("new".utf8).write(to: file, keepingExtendedAttributes: .user)
            XCTAssertEqual(try Self.mode(of: file), 0o200)
            XCTAssertEqual(unsafe chmod(file.path, 0o600), 0)
            XCTAssertEqual(try Data(contentsOf: file), Data("new".utf8))
        }
    }

    func testRightsDoNotGrowWhereOwnerAndGroupCanNotBeKept() throws {
        let modes: [(old: mode_t, new: mode_t)] = [
            (0o644, 0o644), (0o664, 0o644), (0o666, 0o666), (0o4755, 0o755), (0o2755, 0o755),
            (0o6775, 0o755), (0o674, 0o644), (0o604, 0o604), (0o1644, 0o1644),
        ]
        func makeFiles() throws -> URL {
            let first = try makeFile()
            let folder = first.deletingLastPathComponent()
            XCTAssertEqual(unsafe chmod(folder.path, 0o777), 0)
            for (old, _) in modes {
                let file = folder.appending(path: String(old, radix: 8))
                try Data().write(to: file)
                try file.extendedAttributes.set([1], for: "user.a")
                XCTAssertEqual(unsafe chmod(file.path, old), 0)
            }
            return first
        }
        try inChild(under: Self.asStranger, on: makeFiles()) { first in
            for (old, new) in modes {
                let name = String(old, radix: 8)
                let file = first.deletingLastPathComponent().appending(path: name)
                try Data("new".utf8).write(to: file, keepingExtendedAttributes: .user)
                XCTAssertEqual(try Self.facts(of: file).st_uid, getuid(), name)
                XCTAssertEqual(try Self.mode(of: file), new, name)
                XCTAssertEqual(try file.extendedAttributes.names(in: .user), ["user.a"], name)
            }
        }
    }

    func testGroupThatTheProcessIsInIsKept() throws {
        let program = ["setpriv", "--reuid", "65534", "--regid", "65534", "--groups", "5678"]
        func makeGroupsFile() throws -> URL {
            let file = try makeFile()
            XCTAssertEqual(unsafe chmod(file.deletingLastPathComponent().path, 0o777), 0)
            XCTAssertEqual(unsafe chown(file.path, 1_234, 5_678), 0)
            XCTAssertEqual(unsafe chmod(file.path, 0o6664), 0)
            return file
        }
        try inChild(under: program, on: makeGroupsFile()) { file in
            try Data("new".utf8).write(to: file, keepingExtendedAttributes: .user)
            let facts = try Self.facts(of: file)
            XCTAssertEqual(facts.st_uid, 65_534)
            XCTAssertEqual(facts.st_gid, 5_678)
            XCTAssertEqual(facts.st_mode & 0o7777, 0o2664)
        }
    }

    func testFileOfAnotherOwnerInAStickyFolderStays() throws {
        func makeStickyFile() throws -> URL {
            let file = try makeFile()
            try Data("old".utf8).write(to: file)
            XCTAssertEqual(unsafe chmod(file.deletingLastPathComponent().path, 0o1777), 0)
            return file
        }
        try inChild(under: Self.asStranger, on: makeStickyFile()) { file in
            let error = assertSaveFails(.notPermitted, to: file)
            XCTAssertEqual(error?.errno, EPERM)
            XCTAssertEqual(error?.description.contains("sticky bit"), true)
            XCTAssertEqual(try Data(contentsOf: file), Data("old".utf8))
            try assertNoTemporaryFile(beside: file)
        }
    }
}
