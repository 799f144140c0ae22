import FootingDownloads
import Foundation
import LoopbackServer
import TestSupport
import XCTest

/// File systems, each on a volume of its own that only a privileged process can mount.
final class VolumeTests: XCTestCase {
    private static let key = "FOOTING_VOLUME"

    /// Runs `body` with the folder of a new volume, in a process that alone sees it.
    private func onVolume(
        _ type: String,
        _ options: String = "rw",
        by prefix: [String] = [],
        _ body: (URL) async throws -> Void
    ) async throws {
        if let path = ProcessInfo.processInfo.environment[Self.key] {
            return try await body(URL(filePath: path))
        }
        let inPrivate = ["unshare", "--mount", "--propagation", "private"]
        try require(inPrivate + ["true"])
        let path = try TemporaryFolder(self).url.path
        let script = #"mount -t "$1" -o "$2" none "$3" || exit 77; shift 3; exec "$@""#
        let (status, output) = try runProgram(
            inPrivate + ["sh", "-c", script, "sh", type, options, path] + prefix + command,
            environment: [Self.key: path]
        )
        if status == 77 { throw XCTSkip(output) }
        XCTAssertEqual(status, 0, output)
    }

    private func remount(_ folder: URL, _ options: String) throws {
        let (status, output) = try runProgram(
            ["mount", "-o", "remount,\(options)", folder.path]
        )
        XCTAssertEqual(status, 0, output)
    }

    func testVolumeWithoutAttributesHasARecordBesideThePart() async throws {
        try await onVolume("ramfs") { volume in
            let fixture = try Fixture(self, in: volume)
            await fixture.leavePart(of: 60_000)
            let record = fixture.folder.url.appending(path: "file.footing-part.record")
            XCTAssertTrue(try String(contentsOf: record, encoding: .utf8).hasPrefix(#"{"boot":"#))
            var result = try await fixture.result()
            XCTAssertEqual(result.resumedBytes, 60_000)
            fixture.assertWhole()
            // No record says that the file is unchanged.
            result = try await fixture.result()
            XCTAssertEqual(result.source, .network)
            for other in ["", "{}", String(repeating: " ", count: 1 << 20)] {
                await fixture.leavePart(of: 60_000)
                try Data(other.utf8).write(to: record)
                result = try await fixture.result()
                XCTAssertEqual(result.resumedBytes, 0, other)
                fixture.assertWhole()
            }
            await fixture.leavePart(of: 60_000)
            try Download.discardPart(of: fixture.file)
            XCTAssertFalse(FileManager.default.fileExists(atPath: record.path))
        }
    }

    func testRecordBesideAPartIsFlushedBeforeThePartIsEmptied() async throws {
        let log = URL(filePath: "/tmp/footing-\(ProcessInfo.processInfo.processIdentifier).strace")
        defer { try? FileManager.default.removeItem(at: log) }
        let tracer = ["strace", "-f", "-y", "-e", "trace=fsync,ftruncate", "-o", log.path]
        let isTraced = ProcessInfo.processInfo.environment[Self.key] != nil
        if !isTraced { try require(tracer + ["true"]) }
        try await onVolume("ramfs", by: tracer) { volume in
            let fixture = try Fixture(self, in: volume)
            await fixture.leavePart(of: 60_000)
            let record = fixture.folder.url.appending(path: "file.footing-part.record")
            let text = try String(contentsOf: record, encoding: .utf8)
            try Data(text.replacing("\"flushed\":0", with: "\"flushed\":50000").utf8)
                .write(to: record)
            let other = bytes(70_000, seed: 2)
            fixture.server.answer { LoopbackResponse(other, etag: "\"2\"", for: $0) }
            _ = try await fixture.result()
            fixture.assertWhole(other)
        }
        if isTraced { return }
        let lines = try String(contentsOf: log, encoding: .utf8).split(separator: "\n")
        let calls = lines.compactMap { $0.firstMatch(of: /(fsync|ftruncate)\(\d+<(.*?)>/) }
        let steps = calls.map { "\($0.1) \($0.2.split(separator: "/").last ?? "")" }
            .map { $0.replacing(/\.footing-\d+/, with: "new record") }
        let folder = try XCTUnwrap(steps.dropLast(2).last)
        XCTAssertEqual(
            steps.suffix(4),
            [
                "fsync new record", folder, "fsync file.footing-part",
                "ftruncate file.footing-part",
            ]
        )
        XCTAssertTrue(folder.hasPrefix("fsync "))
    }

    func testCacheOnAVolumeWithoutAttributesHasRecordsBesideItsFiles() async throws {
        try await onVolume("ramfs") { volume in
            let fixture = try CacheFixture(self, in: volume)
            let file = try await fixture.file()
            let name = file.file.lastPathComponent
            XCTAssertEqual(fixture.names, [name, "\(name).record"])
            let second = try await fixture.file()
            XCTAssertEqual(second.source, .cache)
            XCTAssertEqual(second.contentType, "text/plain")
            XCTAssertEqual(fixture.server.requests.count, 1)
            let third = try await fixture.file("/file", .revalidate)
            XCTAssertEqual(third.source, .cache)
            XCTAssertEqual(fixture.server.requests.last?["if-none-match"], "\"1\"")
            XCTAssertEqual(fixture.cache.usage.fileCount, 1)
            try fixture.cache.removeAll()
            XCTAssertEqual(fixture.names, [])
        }
    }

    func testFullVolumeKeepsThePart() async throws {
        try await onVolume("tmpfs", "size=1m") { volume in
            let content = bytes(3 << 20)
            let fixture = try Fixture(self, content, in: volume)
            let error = await fixture.error()
            XCTAssertEqual(error?.code, .noSpace)
            XCTAssertEqual(error?.errno, ENOSPC)
            let length = try XCTUnwrap(error?.partBytes)
            XCTAssertGreaterThan(length, 500_000)
            XCTAssertEqual(fixture.server.requests.count, 1)
            try remount(volume, "size=8m")
            let result = try await fixture.result()
            XCTAssertGreaterThanOrEqual(result.resumedBytes, length)
            fixture.assertWhole()
        }
    }

    func testReadOnlyVolumeIsAnError() async throws {
        try await onVolume("tmpfs") { volume in
            let fixture = try Fixture(self, in: volume)
            try remount(volume, "ro")
            let error = await fixture.error()
            XCTAssertEqual(error?.code, .readOnlyFileSystem)
            XCTAssertEqual(fixture.server.connectionCount, 0)
        }
    }
}
