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
            inPrivate + ["sh", "-c", script, "sh", type, options, path] + command,
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
            XCTAssertEqual(result.resumedAt, 60_000)
            fixture.assertWhole()
            // No record says that the file is unchanged.
            result = try await fixture.result()
            XCTAssertEqual(result.source, .network)
            for other in ["", "{}", String(repeating: " ", count: 1 << 20)] {
                await fixture.leavePart(of: 60_000)
                try Data(other.utf8).write(to: record)
                result = try await fixture.result()
                XCTAssertEqual(result.resumedAt, 0, other)
                fixture.assertWhole()
            }
            await fixture.leavePart(of: 60_000)
            try Download.discardPart(of: fixture.file)
            XCTAssertFalse(FileManager.default.fileExists(atPath: record.path))
        }
    }

    func testCacheOnAVolumeWithoutAttributesHasRecordsBesideItsFiles() async throws {
        try await onVolume("ramfs") { volume in
            let fixture = try CacheFixture(self, in: volume)
            let file = try await fixture.file()
            let name = file.url.lastPathComponent
            XCTAssertEqual(fixture.names, [name, "\(name).record"])
            let second = try await fixture.file()
            XCTAssertEqual(second.source, .cache)
            XCTAssertEqual(second.contentType, "text/plain")
            XCTAssertEqual(fixture.server.requests.count, 1)
            let third = try await fixture.file("/file", .revalidate)
            XCTAssertEqual(third.source, .cache)
            XCTAssertEqual(fixture.server.requests.last?["if-none-match"], "\"1\"")
            XCTAssertEqual(fixture.cache.usage.files, 1)
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
            let length = try XCTUnwrap(error?.partLength)
            XCTAssertGreaterThan(length, 500_000)
            XCTAssertEqual(fixture.server.requests.count, 1)
            try remount(volume, "size=8m")
            let result = try await fixture.result()
            XCTAssertGreaterThanOrEqual(result.resumedAt, length)
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
