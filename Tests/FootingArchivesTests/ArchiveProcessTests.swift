import FootingArchives
import Foundation
import TestSupport
import XCTest

/// Reading and writing in processes of their own: traced, of another user, and misused.
///
/// Each test runs itself again in those processes.
final class ArchiveProcessTests: XCTestCase {
    private static let key = "FOOTING_ARCHIVE_TEST"
    private var folder = URL(filePath: "/")

    /// The folder of the test that has started this process; `nil` in the test itself.
    private var given: URL? {
        ProcessInfo.processInfo.environment[Self.key].map { URL(filePath: $0) }
    }

    override func setUpWithError() throws {
        guard given == nil else { return }
        folder = try TemporaryFolder(self).url
    }

    private func child(_ program: [String] = [], _ environment: [String: String] = [:]) -> Process {
        Process(
            program + command,
            environment: environment.merging([Self.key: folder.path]) { $1 }
        )
    }

    /// Runs a program as an ordinary user, and returns its output.
    private func outputOfOtherUser() throws -> String {
        try require(["setpriv", "--reuid", "65534", "true"])
        XCTAssertEqual(unsafe chmod(folder.path, 0o777), 0)
        let end = try child(["setpriv", "--reuid", "65534", "--clear-groups"]).runToEnd()
        guard end.output.contains("Result: ") else {
            throw XCTSkip("another user can't run this test: \(end.output)")
        }
        return end.output
    }

    private func report(_ body: () throws -> ArchiveReport) {
        do {
            let report = try body()
            print("Result: \(report) \(report.issues.map(\.code))")
        } catch {
            let error = error as? ArchiveError
            print("Result: \(error.map { "\($0.code) of \($0.path ?? "")" } ?? "another error")")
        }
    }

    /// A list of entries costs the end of the file and the directory, and no memory for the rest.
    func testOpeningAZipArchiveReadsItsEndAndItsDirectory() throws {
        if let given {
            let archive = try ZipArchive(contentsOf: given.appending(path: "a.zip"))
            return print("Result: \(archive.entries.count) \(archive.report.isClean)")
        }
        try require(["strace", "-V"])
        let noise = Samples.noise(300_000)
        let entries = (0..<20).map { index in
            ZipSample.Entry("\(index)").with(\.contents, noise)
        }
        let data = ZipSample(entries).data
        try data.write(to: folder.appending(path: "a.zip"))
        let logs = folder.appending(path: "logs")
        try FileManager.default.createDirectory(at: logs, withIntermediateDirectories: true)
        // A log for each thread, since the lines of two threads can interrupt each other.
        let log = logs.appending(path: "log").path
        let end = try child(["strace", "-ff", "-qq", "-y", "-e", "trace=pread64,read", "-o", log])
            .runToEnd()
        XCTAssertTrue(end.output.contains("Result: 20 true"), end.output)
        let calls = try FileManager.default.contentsOfDirectory(atPath: logs.path)
            .flatMap { name in
                try String(contentsOf: logs.appending(path: name), encoding: .utf8)
                    .split(separator: "\n")
            }
            .filter { $0.contains("/a.zip>") }
        let counts = calls.compactMap { $0.split(separator: "= ").last.flatMap { Int($0) } }
        XCTAssertEqual(counts.count, calls.count, "\(calls)")
        XCTAssertLessThanOrEqual(counts.reduce(0, +), 65_557 + 76 + 20 * 50, "\(calls)")
        XCTAssertLessThanOrEqual(counts.count, 6, "\(calls)")
        // All are in the last bytes of the file.
        for call in calls {
            let offset = call.split(separator: ", ").last?.prefix { $0 != ")" } ?? ""
            XCTAssertGreaterThan(Int(offset) ?? 0, data.count - 66_000, "\(call)")
        }
    }

    /// A folder that may be searched and written, but not read, is no obstacle.
    func testFoldersNeedNoPermissionToBeRead() throws {
        if let given {
            return report {
                try Archives.unpack(
                    given.appending(path: "a.tar"),
                    to: given.appending(path: "out")
                )
            }
        }
        try (Tar.file("closed/inner/a", "a") + Tar.end).write(to: folder.appending(path: "a.tar"))
        let closed = folder.appending(path: "out/closed")
        try FileManager.default.createDirectory(at: closed, withIntermediateDirectories: true)
        for url in [closed.deletingLastPathComponent(), closed] {
            XCTAssertEqual(unsafe chown(url.path, 65_534, 65_534), 0, "this needs root")
            XCTAssertEqual(unsafe chmod(url.path, 0o311), 0)
        }
        let output = try outputOfOtherUser()
        XCTAssertTrue(output.contains("Result: 1 file, 1 folder"), output)
        XCTAssertEqual(
            FileTree.listing(of: folder.appending(path: "out")),
            ["closed": "folder 311", "closed/inner": "folder 755", "closed/inner/a": "file 644 a"]
        )
    }

    func testAFileThatMayNotBeReadIsNotLeftOut() throws {
        if let given {
            return report {
                try Archives.pack(
                    given.appending(path: "source"),
                    to: given.appending(path: "a.zip"),
                    as: .zip
                )
            }
        }
        let source = folder.appending(path: "source")
        try FileManager.default.createDirectory(at: source, withIntermediateDirectories: true)
        for name in ["a", "b"] { try Data(name.utf8).write(to: source.appending(path: name)) }
        XCTAssertEqual(unsafe chmod(source.appending(path: "b").path, 0o600), 0)
        let output = try outputOfOtherUser()
        XCTAssertTrue(output.contains("Result: accessDenied of b"), output)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        XCTAssertEqual(names, ["source"])
    }

    func testAVolumeThatIsReadOnlyIsAnError() throws {
        if let given {
            return report {
                try Archives.unpack(
                    given.appending(path: "a.tar"),
                    to: given.appending(path: "volume")
                )
            }
        }
        try (Tar.file("a", "a") + Tar.end).write(to: folder.appending(path: "a.tar"))
        let volume = folder.appending(path: "volume")
        try FileManager.default.createDirectory(at: volume, withIntermediateDirectories: true)
        let script = "mount -t tmpfs -o ro none \"$0\" || exit 77; exec \"$@\""
        let end = try child(["unshare", "-rm", "sh", "-c", script, volume.path]).runToEnd()
        guard end.status != 77, !end.output.contains("unshare") else {
            throw XCTSkip("no volume can be mounted here: \(end.output)")
        }
        XCTAssertTrue(end.output.contains("Result: readOnlyFileSystem"), end.output)
    }

    /// Calls that only a mistake in a program makes end it.
    func testMisuseEndsTheProgram() throws {
        let misuses: [(name: String, body: () throws -> Void)] = [
            (
                "Compressor",
                {
                    let compressor = Compressor(.gzip)
                    compressor.finish()
                    compressor.append(Data([1]))
                }
            ),
            (
                "Decompressor",
                {
                    let decompressor = Decompressor(.gzip)
                    try decompressor.append(Data("a".utf8).compressed(as: .gzip))
                    _ = try decompressor.drain()
                    try decompressor.finish()
                    try decompressor.append(Data([1]))
                }
            ),
            (
                "TarReader",
                {
                    let reader = TarReader()
                    try reader.append(Tar.end)
                    try reader.finish()
                    try reader.append(Data([1]))
                }
            ),
            ("ZipWriter", { try ZipWriter().write(Data([1])) }),
        ]
        let number = ProcessInfo.processInfo.environment["FOOTING_MISUSE"].flatMap { Int($0) }
        if let number {
            print("Result: begun")
            fflush(nil)
            try misuses[number].body()
            return print("Result: still here")
        }
        for (number, misuse) in misuses.enumerated() {
            let environment = ["FOOTING_MISUSE": "\(number)", "SWIFT_BACKTRACE": "enable=no"]
            let end = try child([], environment).runToEnd()
            XCTAssertTrue(end.output.contains("Result: begun"), misuse.name)
            XCTAssertFalse(end.output.contains("Result: still here"), misuse.name)
            XCTAssertNotEqual(end.status, 0, "\(misuse.name): \(end.output)")
        }
    }
}
