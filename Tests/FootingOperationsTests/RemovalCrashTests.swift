import FootingOperations
import Foundation
import TestSupport
import XCTest

/// Removals of large folders, and of processes that do not live to see their end.
final class RemovalCrashTests: XCTestCase {
    private static let files = rounds(2_000, underStress: 20_000)

    private let folder = FileManager.default.temporaryDirectory
        .appending(path: "footing-\(UUID().uuidString)", directoryHint: .isDirectory)

    override func setUpWithError() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    override func tearDownWithError() throws {
        try FileManager.default.removeItem(at: folder)
    }

    func testALargeTreeLeavesItsPathAndThenTheDisk() throws {
        let tree = try makeTree(rounds(500, underStress: 20_000))
        let remover = BackgroundRemover()
        try remover.remove(tree)
        // The path is free for something new.
        try FileManager.default.createDirectory(at: tree, withIntermediateDirectories: false)
        try remover.drain().wait()
        XCTAssertEqual(names(), ["tree"])
        XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: tree.path), [])
    }

    func testASweepDeletesWhatAProcessLeftThatWasKilledMidway() throws {
        if let path = ProcessInfo.processInfo.environment[Self.variable] {
            // The process that is killed.
            let remover = BackgroundRemover()
            try remover.remove(URL(filePath: path))
            return try remover.drain().wait()
        }
        var isMidway = false
        for _ in 0..<20 where !isMidway {
            let tree = try makeTree(Self.files)
            let process = try remover(of: tree)
            // Until the folder has its hidden name, and loses its files.
            assertComesTrue(leftFiles().map { $0 < Self.files } ?? !process.isRunning)
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            XCTAssertFalse(FileManager.default.fileExists(atPath: tree.path))
            // A slow look may have come too late.
            isMidway = !names().isEmpty && process.terminationReason == .uncaughtSignal
        }
        XCTAssertTrue(isMidway)
        XCTAssertEqual(names().count, 1)

        XCTAssertEqual(try BackgroundRemover().sweep(in: folder).wait(), 1)
        XCTAssertEqual(names(), [])
    }

    // MARK: Help

    private static let variable = "FOOTING_REMOVED_FOLDER"

    /// Starts this program again, to remove a folder and end.
    private func remover(of tree: URL) throws -> Process {
        let process = Process(command, environment: [Self.variable: tree.path])
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        return process
    }

    /// Makes a folder of `files` in folders.
    private func makeTree(_ files: Int) throws -> URL {
        let tree = folder.appending(path: "tree", directoryHint: .isDirectory)
        for number in 0..<files {
            let place = tree.appending(path: "\(number / 100)", directoryHint: .isDirectory)
            if number.isMultiple(of: 100) {
                try FileManager.default.createDirectory(
                    at: place,
                    withIntermediateDirectories: true
                )
            }
            // Names of one file: a disk takes long to make thousands where some were removed.
            let file = place.appending(path: "\(number)")
            if number == 0 {
                try Data().write(to: file)
            } else {
                unsafe XCTAssertEqual(link(tree.path + "/0/0", file.path), 0)
            }
        }
        return tree
    }

    private func names() -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? ["?"]
    }

    /// The number of files left under the hidden name; `nil` if there is none.
    private func leftFiles() -> Int? {
        guard let name = names().first(where: { $0.hasPrefix(".") }) else { return nil }
        let left = FileManager.default.enumerator(atPath: folder.appending(path: name).path)
        // Without the folders.
        return left?.compactMap { ($0 as? String)?.contains("/") }.count { $0 } ?? 0
    }
}
