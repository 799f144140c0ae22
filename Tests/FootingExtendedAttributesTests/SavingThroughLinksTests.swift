import FootingExtendedAttributes
import Foundation
import TestSupport
import XCTest

/// Saves through symbolic links that others may change at the same time.
final class SavingThroughLinksTests: XCTestCase {
    /// A folder with a link to a file elsewhere, and files that can replace the link.
    private struct Trap {
        let folder: URL
        let victim: URL
        var link: URL { folder.appending(path: "link") }

        init(beside victim: URL, mode: mode_t, number: Int = 0) throws {
            self.victim = victim
            folder = victim.deletingLastPathComponent().appending(path: "trap-\(number)")
            try Data("victim".utf8).write(to: victim)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
            XCTAssertEqual(unsafe chmod(folder.path, mode), 0)
            try Data("stand-in".utf8).write(to: folder.appending(path: "stand-in"))
        }

        /// Restores the link, if it was replaced.
        func set(ownedBy owner: uid_t) {
            unsafe unlink(link.path)
            XCTAssertEqual(unsafe symlink(victim.path, link.path), 0)
            if owner != getuid() { XCTAssertEqual(unsafe lchown(link.path, owner, owner), 0) }
        }

        /// Returns the code of the error that a save throws.
        func save() -> ExtendedAttributeError.Code? {
            do throws(ExtendedAttributeError) {
                try Data("new".utf8).write(to: link, keepingExtendedAttributes: .user)
                return nil
            } catch {
                return error.code
            }
        }

        func assertUntouched(_ round: Int, line: UInt = #line) throws {
            XCTAssertEqual(try Data(contentsOf: victim), Data("victim".utf8), line: line)
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            XCTAssertEqual(names.sorted(), ["link", "stand-in"], "\(round)", line: line)
        }
    }

    func testLinkThatVanishesAndComesBackNeverReplacesItsVictim() throws {
        let rounds = isUnderStress ? 10_000 : 1_000
        try inChild(under: preloading("VanishingLink"), on: makeFile()) { file in
            let play = try VanishingLink()
            let trap = try Trap(beside: file, mode: 0o755)
            trap.set(ownedBy: getuid())
            for round in 1...rounds {
                // The second call asks the system to follow the link.
                play.vanish(during: 2...2, withStandIn: round % 2 == 0)
                XCTAssertEqual(trap.save(), round % 2 == 0 ? .unsupported : .unstable)
                if round % 100 == 0 { try trap.assertUntouched(round) }
            }
            try trap.assertUntouched(rounds)
            try assertNoTemporaryFile(beside: file)
            XCTAssertEqual(play.count, rounds)
        }
    }

    func testVanishingLinkOfAnotherUserInAStickyFolderIsNeverFollowed() throws {
        try XCTSkipUnless(getuid() == 0, "Only root can make a link of another owner.")
        let windows = (1...4 as ClosedRange<Int32>).flatMap { first in
            (first...4).map { first...$0 }
        }
        try inChild(under: preloading("VanishingLink"), on: makeFile()) { file in
            let play = try VanishingLink()
            let trap = try Trap(beside: file, mode: 0o1777)
            for round in 0..<(isUnderStress ? 8_000 : 240) {
                let window = windows[round % windows.count]
                trap.set(ownedBy: 1_234)
                play.vanish(during: window, withStandIn: round % 3 == 0)
                let code = trap.save()
                // A name that is free when it is first seen gets a file of its own.
                if window.lowerBound > 1 { XCTAssertEqual(code, .accessDenied, "\(window)") }
                if round % 10 == 9 { try trap.assertUntouched(round) }
            }
            try assertNoTemporaryFile(beside: file)
            XCTAssertGreaterThan(play.count, 0)
        }
    }

    func testLinkOfAnotherUserInAStickyFolderIsNotFollowed() throws {
        try XCTSkipUnless(getuid() == 0, "Only root can make a link of another owner.")
        let file = try makeFile()
        let rows: [(mode: mode_t, owner: uid_t, code: ExtendedAttributeError.Code?)] = [
            (0o1777, 1_234, .accessDenied), (0o1777, 0, nil), (0o777, 1_234, nil),
            (0o1775, 1_234, nil), (0o3777, 1_234, .accessDenied),
        ]
        for (number, (mode, owner, code)) in rows.enumerated() {
            let trap = try Trap(beside: file, mode: mode, number: number)
            trap.set(ownedBy: owner)
            XCTAssertEqual(trap.save(), code, "\(String(mode, radix: 8)) \(owner)")
            let content = code == nil ? "new" : "victim"
            XCTAssertEqual(try Data(contentsOf: file), Data(content.utf8))
            try FileManager.default.removeItem(at: file)
            // A link that leads nowhere is followed by the same rule.
            XCTAssertEqual(trap.save(), code)
            XCTAssertEqual(FileManager.default.fileExists(atPath: file.path), code == nil)
        }
    }

    func testFailedSaveInAnAppendOnlyFolderNamesTheLeftover() throws {
        let file = try makeFile()
        try Data("old".utf8).write(to: file)
        let folder = file.deletingLastPathComponent()
        try require(["chattr", "+a", folder.path])
        addTeardownBlock { _ = try? runProgram(["chattr", "-a", folder.path]) }

        let error = assertSaveFails(.notPermitted, to: file)

        XCTAssertEqual(try runProgram(["chattr", "-a", folder.path]).status, 0)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        let leftover = try XCTUnwrap(names.first { $0.hasPrefix(".footing-") })
        let path = folder.resolvingSymlinksInPath().appending(path: leftover).path
        XCTAssertEqual(error?.leftoverPath, path)
        XCTAssertEqual(error?.path, file.path)
        let end = "; the temporary file “\(path)” could not be removed."
        XCTAssertEqual(error?.description.hasSuffix(end), true, "\(String(describing: error))")
        XCTAssertEqual(try Data(contentsOf: file), Data("old".utf8))
        XCTAssertNil(assertSaveFails(.noSuchFile, to: file.appending(path: "a"))?.leftoverPath)
    }

    /// Returns a command that runs a program with a helper library, which is compiled first.
    private func preloading(_ helper: String) throws -> [String] {
        // The child is started with the library already.
        guard Self.childFile == nil else { return [] }
        let library = try makeFolder().appending(path: "lib\(helper).so").path
        let source = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Helpers/\(helper)/\(helper).c").path
        try require(["clang", "-shared", "-fPIC", "-Wall", "-o", library, source])
        return ["env", "LD_PRELOAD=\(library)"]
    }
}

/// The functions of the preloaded library.
private struct VanishingLink {
    private let vanishDuring: @convention(c) (Int32, Int32, Bool) -> Void
    private let vanished: @convention(c) () -> Int

    init() throws {
        // The library's own functions, which have these types.
        let vanish = try unsafe XCTUnwrap(unsafe dlsym(nil, "footing_vanish_during"))
        let count = try unsafe XCTUnwrap(unsafe dlsym(nil, "footing_vanished"))
        vanishDuring = unsafe unsafeBitCast(
            vanish,
            to: (@convention(c) (Int32, Int32, Bool) -> Void).self
        )
        vanished = unsafe unsafeBitCast(count, to: (@convention(c) () -> Int).self)
    }

    var count: Int { vanished() }

    func vanish(during calls: ClosedRange<Int32>, withStandIn hasStandIn: Bool) {
        vanishDuring(calls.lowerBound, calls.upperBound, hasStandIn)
    }
}
