@testable import FootingLocalization
import Foundation
import TestSupport
import XCTest

/// The facts that a process knows of itself, and the files in which Linux has them.
final class ProcessFactsTests: XCTestCase {
    func testThisProcessKnowsItselfAsFoundationKnowsIt() {
        let process = ProcessFacts.current()

        let executable = Bundle.main.executableURL?.resolvingSymlinksInPath().path
        XCTAssertEqual(process.executable, executable)
        XCTAssertEqual(process.environment, ProcessInfo.processInfo.environment)
        XCTAssertEqual(process.argument0, CommandLine.arguments.first)
        XCTAssertEqual(process.currentFolder, FileManager.default.currentDirectoryPath)
        XCTAssertFalse(process.isPrivileged, "tests are run with the rights of who runs them")
        #if os(Linux)
        // SwiftPM links the tests into the program; the program of Swift Build loads them as a
        // library that is beside it.
        let folder = { (path: String?) in path.map { URL(filePath: $0).deletingLastPathComponent() }
        }
        XCTAssertEqual(folder(process.image), folder(executable))
        #endif
    }

    func testABundleBesideTheTestsProgramIsFoundWithoutRoots() throws {
        #if os(Linux)
        let program = try XCTUnwrap(Bundle.main.executableURL?.resolvingSymlinksInPath())
        let name = "Footing-\(UUID().uuidString)"
        let expected = program.deletingLastPathComponent().appending(path: "\(name).resources")
        let folder = program.deletingLastPathComponent().path
        try XCTSkipUnless(FileManager.default.isWritableFile(atPath: folder), "\(folder) is shut")
        XCTAssertNil(ResourceBundle.locateIfPresent(name))
        try FileManager.default.createDirectory(at: expected, withIntermediateDirectories: false)
        addTeardownBlock { try FileManager.default.removeItem(at: expected) }

        XCTAssertEqual(try ResourceBundle.locate(name).url.path, expected.path)
        #else
        throw XCTSkip("the tests' program is Xcode's here")
        #endif
    }

    func testTheMarkOfADeletedFileIsTakenOff() throws {
        let folder = try TemporaryFolder(self)
        let marked = try folder.write("", to: "shop (deleted)").path
        let rows = [
            ("/bin/shop", "/bin/shop"), ("/none/shop (deleted)", "/none/shop"),
            ("/none/shop (deleted) (deleted)", "/none/shop (deleted)"),
            ("/none/shop(deleted)", "/none/shop(deleted)"), (" (deleted)", ""), ("", ""),
            (marked, marked), (marked + " (deleted)", marked),
        ]
        for (path, expected) in rows {
            XCTAssertEqual(ProcessFiles.path(marked: path), expected, path)
        }
    }

    func testTheVectorTellsWhetherPrivilegesWereGained() {
        func bytes(_ words: [UInt]) -> [UInt8] {
            // The bytes are copied.
            words.flatMap { word in unsafe withUnsafeBytes(of: word) { unsafe Array($0) } }
        }
        let rows: [(words: [UInt], isSecure: Bool)] = [
            ([], false), ([0, 0], false), ([6, 4096, 23, 0, 0, 0], false),
            ([6, 4096, 23, 1, 0, 0], true), ([23, 1], true), ([23, .max], true),
            // A value that looks like the key.
            ([6, 23, 7, 1, 0, 0], false), ([6, 23, 23, 1], true),
        ]
        for row in rows {
            let vector = bytes(row.words)
            XCTAssertEqual(
                ProcessFiles.isSecure(auxiliaryVector: vector),
                row.isSecure,
                "\(row)"
            )
            for count in 0..<vector.count where count < 16 {
                XCTAssertFalse(ProcessFiles.isSecure(auxiliaryVector: Array(vector.prefix(count))))
            }
        }
    }

    func testTheImageOfAnAddressIsTheLastFileBeforeIt() {
        let maps = """
            00001000-00002000 r--p 00000000 08:01 11                         /bin/shop
            00002000-00003000 rw-p 00001000 08:01 11                         /bin/shop
            00003000-00004000 rw-p 00000000 00:00 0\u{20}
            00004000-00005000 rw-p 00000000 00:00 0                          [heap]
            7f0000001000-7f0000002000 r-xp 00000000 08:01 12                 /lib/a plug in.so
            7f0000002000-7f0000003000 rw-p 00000000 00:00 0
            7f0000004000-7f0000005000 rw-p 00000000 08:01 13                 /gone.so (deleted)
            ffffffffff600000-ffffffffff601000 --xp 00000000 00:00 0          [vsyscall]

            """
        let rows: [(address: UInt, image: String?)] = [
            (0, nil), (0xfff, nil), (0x1000, "/bin/shop"), (0x2fff, "/bin/shop"),
            (0x3008, "/bin/shop"), (0x7f00_0000_1fff, "/lib/a plug in.so"),
            (0x7f00_0000_2010, "/lib/a plug in.so"), (0x7f00_0000_4000, "/gone.so (deleted)"),
            (.max, "/gone.so (deleted)"),
        ]
        for row in rows {
            let image = ProcessFiles.image(at: row.address, maps: Array(maps.utf8))
            XCTAssertEqual(image, row.image, "\(row)")
        }
        let broken = [
            "", "\n", "-", "x-y r--p", "1000-2000", "1000-2000 r--p 0 0 0 ", "fff0 /a", "0-1 /a",
            "1000-2000 [/a]\n", "g-1 /a\n", "-\n", "/\n", "0 /\n", "ffff1000-ffff2000 /a\n",
        ]
        for text in broken {
            XCTAssertNil(ProcessFiles.image(at: 0x1800, maps: Array(text.utf8)), text)
        }
    }
}
