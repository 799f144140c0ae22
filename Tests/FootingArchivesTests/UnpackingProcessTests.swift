import FootingArchives
import Foundation
import TestSupport
import XCTest

/// Unpacking in processes of its own: traced, limited, killed, and two at once.
///
/// Each test runs itself again in those processes, which unpack.
final class UnpackingProcessTests: XCTestCase {
    private static let archiveKey = "FOOTING_UNPACKED_ARCHIVE"
    private static let folderKey = "FOOTING_UNPACKED_INTO"
    private var folder = URL(filePath: "/")

    override func setUpWithError() throws {
        folder = try TemporaryFolder(self).url
    }

    /// Unpacks if this process is one that a test has started, and returns whether it is.
    private func unpackIfChild() throws -> Bool {
        let environment = ProcessInfo.processInfo.environment
        guard let archive = environment[Self.archiveKey], let folder = environment[Self.folderKey]
        else { return false }
        do throws(ArchiveError) {
            let report = try Archives.unpack(URL(filePath: archive), to: URL(filePath: folder))
            print("Report: \(report)")
            print("Issues: \(report.issues.map { "\($0.code) \($0.path ?? "")" })")
        } catch {
            print("Error: \(error.code) of \(error.path ?? "")")
            print("Report: \(error.report.map { "\($0)" } ?? "none")")
        }
        return true
    }

    private func child(_ archive: URL, _ name: String, by program: [String] = []) -> Process {
        Process(
            program + command,
            environment: [
                Self.archiveKey: archive.path, Self.folderKey: folder.appending(path: name).path,
            ]
        )
    }

    private static let fileCount = 300

    /// Writes an archive of files in folders, all with the same contents.
    private func makeArchive(_ name: String, contents: Data = Samples.log(3_000)) throws -> URL {
        let url = folder.appending(path: name)
        let files = (0..<Self.fileCount).map {
            ArchiveEntry(ArchivePath("folder/inner \($0 / 100)/file \($0)"), modificationDate: .now)
        }
        if name.hasSuffix("zip") {
            let writer = try ZipWriter(to: url)
            for file in files { try writer.add(file, contents: contents) }
            try writer.finish()
        } else {
            let writer = try TarWriter(to: url)
            for file in files { try writer.add(file, contents: contents) }
            try writer.finish()
        }
        return url
    }

    /// The contents of the files below a folder, by path.
    private func files(_ name: String) throws -> [String: Data] {
        let root = folder.appending(path: name)
        var files: [String: Data] = [:]
        for path in FileTree.listing(of: root).keys {
            let url = URL(filePath: "\(root.path)/\(path)")
            guard FileTree.status(url).st_mode & S_IFMT == S_IFREG else { continue }
            files[path] = try Data(contentsOf: url)
        }
        return files
    }

    private func assertAllFilesAreWhole(_ name: String, line: UInt = #line) throws {
        let files = try files(name)
        XCTAssertEqual(files.count, Self.fileCount, line: line)
        XCTAssertEqual(Set(files.values), [Samples.log(3_000)], line: line)
    }

    func testAFileCostsFewSystemCallsAndNoLongPath() throws {
        if try unpackIfChild() { return }
        try require(["strace", "-V"])
        for name in ["a.tar", "a.zip"] {
            let archive = try makeArchive(name)
            let log = folder.appending(path: "\(name).log")
            let end = try child(
                archive,
                "out \(name)",
                by: ["strace", "-f", "-qq", "-o", log.path]
            ).runToEnd()
            XCTAssertEqual(end.status, 0, end.output)
            try assertAllFilesAreWhole("out \(name)")

            // From the first file on, without the number of the process.
            let lines = try String(contentsOf: log, encoding: .utf8).split(separator: "\n")
                .map { $0.drop { $0 != " " }.drop { $0 == " " } }
            let first = try XCTUnwrap(lines.firstIndex { $0.contains("\"folder\"") })
            let last = try XCTUnwrap(lines.lastIndex { $0.hasPrefix("utimensat") })
            let calls = lines[first...last]
            XCTAssertFalse(calls.contains { $0.hasPrefix("rename") })
            // Another thread's call in between splits one in two lines.
            let perFile = calls.filter { !$0.hasPrefix("<... ") }.filter { call in
                !["pread64", "write", "mmap", "munmap", "brk", "madvise", "futex", "mremap"]
                    .contains { call.hasPrefix($0 + "(") }
            }
            XCTAssertLessThanOrEqual(
                perFile.count,
                3 * Self.fileCount + 60,
                "\(perFile.prefix(20))"
            )
            for call in perFile {
                XCTAssertFalse(call.hasPrefix("stat") || call.hasPrefix("lstat"), "\(call)")
                let names = call.split(separator: "\"", omittingEmptySubsequences: false)
                for index in stride(from: 1, to: names.count, by: 2) {
                    XCTAssertFalse(names[index].contains("/"), "\(call)")
                }
            }
            let stats = perFile.filter { $0.hasPrefix("newfstatat") || $0.hasPrefix("fstat") }
            XCTAssertLessThan(stats.count, 20, "\(stats)")
        }
    }

    func testFortyDescriptorsAreEnough() throws {
        if try unpackIfChild() { return }
        let archive = try makeArchive("a.tar")
        let program = ["sh", "-c", "ulimit -n 40; exec \"$@\"", "sh"]
        let end = try child(archive, "out", by: program).runToEnd()
        XCTAssertTrue(end.output.contains("Report: 300 files, 4 folders"), end.output)
    }

    func testErrorsOfTheSystemEndTheCall() throws {
        if try unpackIfChild() { return }
        let archive = try makeArchive("a.tar", contents: Samples.log(100_000))
        // The limit is 25,600 bytes.
        let program = ["sh", "-c", "trap '' XFSZ; ulimit -f 50; exec \"$@\"", "sh"]
        let end = try child(archive, "out", by: program).runToEnd()
        let path = "folder/inner 0/file 0"
        XCTAssertTrue(end.output.contains("Error: fileTooLarge of \(path)"), end.output)
        XCTAssertTrue(end.output.contains("Report: 0 files, 2 folders"), end.output)
        XCTAssertEqual(try files("out"), [:])
        let folder = FileTree.mode(folder.appending(path: "out/folder"))
        XCTAssertEqual(folder, 0o755, "folders are finished")
    }

    func testTwoProcessesCreateEachFileOnce() throws {
        if try unpackIfChild() { return }
        for name in ["a.tar", "a.zip"] {
            let archive = try makeArchive(name)
            let processes = [child(archive, "out \(name)"), child(archive, "out \(name)")]
            let outputs = Shared<[String]>([])
            DispatchQueue.concurrentPerform(iterations: 2) { index in
                let output = try? processes[index].runToEnd().output
                outputs.change { $0.append(output ?? "") }
            }
            let created = outputs.value.compactMap { output -> Int? in
                guard let report = output.firstMatch(of: /Report: (.+)/)?.1 else { return nil }
                return report.firstMatch(of: /(\d+) files?/).flatMap { Int($0.1) } ?? 0
            }
            XCTAssertEqual(created.count, 2, "\(outputs.value)")
            XCTAssertEqual(created.reduce(0, +), Self.fileCount)
            try assertAllFilesAreWhole("out \(name)")
        }
    }

    func testAKilledProcessLeavesAtMostOneIncompleteFile() throws {
        if try unpackIfChild() { return }
        for contents in [Samples.log(3_000), Samples.log(100_000)] {
            let archive = try makeArchive("\(contents.count).tar", contents: contents)
            for round in 0..<rounds(5) {
                let name = "out \(contents.count) \(round)"
                let process = child(archive, name)
                process.standardOutput = FileHandle.nullDevice
                try process.run()
                let root = folder.appending(path: "\(name)/folder").path
                assertComesTrue(FileManager.default.fileExists(atPath: root) || !process.isRunning)
                for _ in 0..<(round * 2_000) { sched_yield() }
                kill(process.processIdentifier, SIGKILL)
                process.waitUntilExit()
                let incomplete = try files(name).filter { $0.value != contents }.keys
                XCTAssertLessThanOrEqual(incomplete.count, 1)
                // A large file has a temporary name until it is complete.
                let isLarge = contents.count > 65_536
                XCTAssertTrue(!isLarge || incomplete.allSatisfy { $0.contains(".footing-") })
            }
        }
    }

    func testAFullVolumeIsAnErrorAndNothingIncompleteRemains() throws {
        if try unpackIfChild() { return }
        let archive = try makeArchive("a.tar", contents: Samples.log(10_000))
        let volume = folder.appending(path: "volume")
        try FileManager.default.createDirectory(at: volume, withIntermediateDirectories: true)
        // In a mount namespace of its own, which vanishes with the process.
        let script = """
            mount -t tmpfs -o size=1m none "$1" || exit 77
            shift
            "$@"
            find "$FOOTING_UNPACKED_INTO" -type f -printf '%s %f\\n'
            """
        let program = ["unshare", "-rm", "sh", "-c", script, "sh", volume.path]
        let end = try child(archive, "volume/out", by: program).runToEnd()
        guard end.status != 77, !end.output.contains("unshare") else {
            throw XCTSkip("no volume can be mounted here: \(end.output)")
        }
        XCTAssertTrue(end.output.contains("Error: noSpace"), end.output)
        let files = end.output.split(separator: "\n").filter { $0.contains(" file ") }
        XCTAssertGreaterThan(files.count, 10)
        XCTAssertTrue(files.allSatisfy { $0.hasPrefix("10000 ") }, end.output)
        XCTAssertFalse(end.output.contains(".footing-"), end.output)
    }

    /// Volumes that ignore case can't be mounted everywhere, but one folder can have two names.
    func testPathsThatTheVolumeTakesForOneCollide() throws {
        if try unpackIfChild() { return }
        let url = folder.appending(path: "a.tar")
        let writer = try TarWriter(to: url)
        for path: ArchivePath in ["x/a", "y/a", "x/b", "y/c", "x/c"] {
            try writer.add(ArchiveEntry(path), contents: path.bytes)
        }
        try writer.finish()
        let script = """
            mkdir -p "$1/x" "$1/y" && mount --bind "$1/x" "$1/y" || exit 77
            shift
            "$@"
            grep -r . "$FOOTING_UNPACKED_INTO"
            """
        let root = folder.appending(path: "out").path
        let program = ["unshare", "-rm", "sh", "-c", script, "sh", root]
        let end = try child(url, "out", by: program).runToEnd()
        guard end.status != 77, !end.output.contains("unshare") else {
            throw XCTSkip("no folder can be mounted here: \(end.output)")
        }
        XCTAssertTrue(end.output.contains("Report: 3 files, 0 folders"), end.output)
        let issues = #"Issues: ["collidingPaths y/a", "collidingPaths x/c"]"#
        XCTAssertTrue(end.output.contains(issues), end.output)
        XCTAssertTrue(end.output.contains("/x/a:x/a\n"), end.output)
        XCTAssertTrue(end.output.contains("/x/c:y/c\n"), end.output)
    }

    func testAnOrdinaryUserUnpacksAndMeetsItsLimits() throws {
        if try unpackIfChild() { return }
        try require(["setpriv", "--reuid", "65534", "true"])
        let archive = try makeArchive("a.tar")
        for (name, mode, expected) in [
            ("open", 0o777, "Report: 300 files"), ("closed", 0o755, "Error: accessDenied"),
        ] {
            let parent = folder.appending(path: name)
            try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
            XCTAssertEqual(unsafe chmod(parent.path, mode_t(mode)), 0)
            let program = ["setpriv", "--reuid", "65534", "--clear-groups"]
            let end = try child(archive, "\(name)/out", by: program).runToEnd()
            guard end.output.contains("Report") || end.output.contains("Error") else {
                throw XCTSkip("another user can't run this test: \(end.output)")
            }
            XCTAssertTrue(end.output.contains(expected), end.output)
        }
    }
}
