import FootingDownloads
import FootingExtendedAttributes
import Foundation
import LoopbackServer
import TestSupport
import XCTest

final class CompletionTests: XCTestCase {
    func testOldFileIsReplacedAndItsPermissionsKept() async throws {
        let fixture = try Fixture(self)
        try fixture.folder.write("old", to: "file")
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o640],
            ofItemAtPath: fixture.file.path
        )
        let reader = try FileHandle(forReadingFrom: fixture.file)
        _ = try await fixture.result()
        fixture.assertWhole()
        let attributes = try FileManager.default.attributesOfItem(atPath: fixture.file.path)
        XCTAssertEqual(attributes[.posixPermissions] as? Int, 0o640)
        XCTAssertEqual(try reader.readToEnd(), Data("old".utf8))
    }

    func testSymbolicLinksAreFollowed() async throws {
        for exists in [true, false] {
            let fixture = try Fixture(self, name: "link")
            let target = try fixture.folder.makeFolder("folder").appending(path: "target")
            if exists { try fixture.folder.write("old", to: "folder/target") }
            try FileManager.default.createSymbolicLink(
                atPath: fixture.file.path,
                withDestinationPath: "folder/target"
            )
            _ = try await fixture.result()
            XCTAssertTrue(try Data(contentsOf: target) == Data(fixture.content))
            XCTAssertNoThrow(
                try FileManager.default.destinationOfSymbolicLink(atPath: fixture.file.path)
            )
        }
    }

    func testModeIsCheckedAtTheStart() async throws {
        var fixture = try Fixture(self)
        fixture.options.mode = .replaceOnly
        var error = await fixture.error()
        XCTAssertEqual(error?.code, .notFound)
        try fixture.folder.write("old", to: "file")
        fixture.options.mode = .createOnly
        error = await fixture.error()
        XCTAssertEqual(error?.code, .alreadyExists)
        XCTAssertEqual(fixture.server.connectionCount, 0)
        XCTAssertEqual(try String(contentsOf: fixture.file, encoding: .utf8), "old")
        fixture.options.mode = .replaceOnly
        _ = try await fixture.result()
        fixture.assertWhole()
    }

    func testModeIsCheckedByTheRename() async throws {
        var fixture = try Fixture(self, bytes(1_000))
        let folder = fixture.folder
        fixture.options.mode = .createOnly
        fixture.options.didFinishStep = { step in
            if step == .completed { _ = try? folder.write("new", to: "file") }
        }
        let error = await fixture.error()
        XCTAssertEqual(error?.code, .alreadyExists)
        XCTAssertEqual(error?.partBytes, 1_000)
        XCTAssertEqual(try String(contentsOf: fixture.file, encoding: .utf8), "new")
    }

    func testPartOfAnotherDownloadIsNotTakenForTheFile() async throws {
        var fixture = try Fixture(self)
        let folder = fixture.folder
        fixture.options.didFinishStep = { [part = fixture.part] step in
            guard step == .completed else { return }
            // By hand; then another download begins.
            try? FileManager.default.removeItem(at: part)
            _ = try? folder.write("other", to: part.lastPathComponent)
        }
        let error = await fixture.error()
        XCTAssertEqual(error?.code, .system)
        XCTAssertNil(error?.partBytes)
        XCTAssertFalse(FileManager.default.fileExists(atPath: fixture.file.path))
        XCTAssertEqual(try String(contentsOf: fixture.part, encoding: .utf8), "other")
    }

    func testRecordIsReadByFootingExtendedAttributes() async throws {
        var fixture = try Fixture(self)
        for identity in [nil, "name"] {
            fixture.options.identity = identity
            fixture.options.reusesUnchanged = false
            _ = try await fixture.download(from: "/file?a=1").value
            let record = try XCTUnwrap(fixture.file.extendedAttributes.httpCacheRecord())
            XCTAssertEqual(record.url, fixture.server.url(identity == nil ? "/file?a=1" : "/file"))
            XCTAssertEqual(record.etag, "\"1\"")
            XCTAssertNil(record.lastModified)
        }
        let names = try fixture.file.extendedAttributes.names()
        XCTAssertEqual(names, [HTTPCacheRecord.attributeName])
    }

    func testUnchangedFileIsKept() async throws {
        let fixture = try Fixture(self)
        // Stored by the other product.
        let record = HTTPCacheRecord(url: fixture.server.url(), etag: "\"1\"")
        try record.write(Data(fixture.content), to: fixture.file)
        let result = try await fixture.result()
        XCTAssertEqual(result.source, .unchanged)
        XCTAssertEqual(result.size, 100_000)
        XCTAssertEqual(result.receivedBytes, 0)
        XCTAssertEqual(fixture.server.requests.last?["if-none-match"], "\"1\"")
        fixture.assertWhole()
    }

    func testNoConditionWithoutAValidRecord() async throws {
        let rows: [(String, (Fixture) throws -> Void)] = [
            ("other content", { try $0.folder.write("changed", to: "file") }),
            (
                "other time",
                {
                    try FileManager.default.setAttributes(
                        [.modificationDate: Date()],
                        ofItemAtPath: $0.file.path
                    )
                }
            ),
            (
                "no record",
                { try $0.file.extendedAttributes.remove(HTTPCacheRecord.attributeName) }
            ),
            (
                "no JSON",
                {
                    try $0.file.extendedAttributes.set(
                        Data("{".utf8),
                        for: HTTPCacheRecord.attributeName
                    )
                }
            ),
            (
                "another URL",
                {
                    let url = $0.server.url("/other")
                    try $0.file.extendedAttributes.setHTTPCacheRecord(
                        HTTPCacheRecord(url: url, etag: "\"1\"")
                    )
                }
            ),
        ]
        for (name, change) in rows {
            let fixture = try Fixture(self)
            _ = try await fixture.result()
            try change(fixture)
            let result = try await fixture.result()
            XCTAssertEqual(result.source, .network, name)
            XCTAssertNil(fixture.server.requests.last?["if-none-match"], name)
            fixture.assertWhole()
        }
        var fixture = try Fixture(self)
        _ = try await fixture.result()
        fixture.options.reusesUnchanged = false
        let result = try await fixture.result()
        XCTAssertEqual(result.source, .network)
    }

    func testContentsOfOneURLAreToldApartByTheirIdentity() async throws {
        let date = "Sun, 06 Nov 1994 08:49:37 GMT"
        var fixture = try Fixture(self) { request in
            var response = LoopbackResponse(
                bytes(1_000, seed: request.target.utf8.count),
                etag: nil,
                lastModified: date,
                for: request
            )
            if request["if-modified-since"] != nil { response = LoopbackResponse(304) }
            return response
        }
        let rows: [(path: String, String?, DownloadResult.Source)] = [
            ("/get?id=1", "a", .network), ("/get?id=22", "b", .network), ("/get", nil, .network),
            ("/get?id=22", "b", .network), ("/mirror?id=22", "b", .unchanged),
        ]
        for (path, identity, source) in rows {
            fixture.options.identity = identity
            let result = try await fixture.download(from: path).value
            XCTAssertEqual(result.source, source, path)
        }
    }

    func testPartIsReadableByNoMoreUsersThanTheFile() async throws {
        let rows: [(old: Int?, part: Int, new: Int)] = [
            (nil, 0o644, 0o644), (0o600, 0o600, 0o600), (0o640, 0o640, 0o640),
            (0o6755, 0o644, 0o755), (0o444, 0o644, 0o444),
        ]
        for (old, part, new) in rows {
            var fixture = try Fixture(self)
            if let old {
                try fixture.folder.write("old", to: "file")
                XCTAssertEqual(unsafe chmod(fixture.file.path, mode_t(old)), 0)
            }
            let mode: @Sendable (URL) -> Int? = { url in
                let found = try? FileManager.default.attributesOfItem(atPath: url.path)
                return found?[.posixPermissions] as? Int
            }
            let modes = Log<Int?>()
            fixture.options.didFinishStep = { [url = fixture.part] step in
                if step == .synced { modes.add(mode(url)) }
            }
            _ = try await fixture.result()
            XCTAssertEqual(modes.entries, [part], "\(old ?? 0)")
            XCTAssertEqual(mode(fixture.file), new, "\(old ?? 0)")
        }
    }

    func testPartWithThePermissionsOfItsFileIsContinued() async throws {
        var fixture = try Fixture(self)
        try fixture.folder.write("old", to: "file")
        XCTAssertEqual(unsafe chmod(fixture.file.path, 0o466), 0)
        let download = Shared<Download?>()
        fixture.options.didFinishStep = { if $0 == .completed { download.value?.cancel() } }
        download.value = fixture.download()
        do {
            _ = try await download.value?.value
            XCTFail("not cancelled")
        } catch {
            XCTAssertEqual(error.code, .cancelled)
        }
        fixture.options.didFinishStep = { _ in }
        let result = try await fixture.result()
        XCTAssertEqual(result.receivedBytes, 4_096)
        let attributes = try FileManager.default.attributesOfItem(atPath: fixture.file.path)
        XCTAssertEqual(attributes[.posixPermissions] as? Int, 0o466)
        fixture.assertWhole()
    }

    func testErrorBeforeTheFirstByteLeavesNoPart() async throws {
        let fixture = try Fixture(self) { _ in LoopbackResponse(404) }
        _ = await fixture.error()
        XCTAssertFalse(FileManager.default.fileExists(atPath: fixture.part.path))
    }

    func testFileThatIsRemovedOrChangedMeanwhileIsReplaced() async throws {
        for isRemoved in [true, false] {
            let fixture = try Fixture(self)
            _ = try await fixture.result()
            let (content, file) = (fixture.content, fixture.file)
            fixture.server.answer { request in
                if request["if-none-match"] != nil {
                    if isRemoved {
                        try? FileManager.default.removeItem(at: file)
                    } else {
                        try? FileHandle(forWritingTo: file).append([1])
                    }
                }
                return LoopbackResponse(content, for: request)
            }
            let result = try await fixture.result()
            XCTAssertEqual(result.source, .network)
            fixture.assertWhole()
        }
    }

    func testHeldPartIsObsoleteIfTheFileIsUpToDate() async throws {
        let fixture = try Fixture(self)
        _ = try await fixture.result()
        // A newer version was begun, and then withdrawn.
        var other = fixture
        other.options.reusesUnchanged = false
        await other.leavePart(of: 60_000, etag: "\"2\"")
        let content = fixture.content
        fixture.server.answer { LoopbackResponse(content, for: $0) }
        let result = try await fixture.result()
        XCTAssertEqual(result.source, .unchanged)
        fixture.assertWhole()
    }

    func testChangedFileIsReplaced() async throws {
        let fixture = try Fixture(self)
        _ = try await fixture.result()
        let other = bytes(50_000, seed: 2)
        fixture.server.answer { LoopbackResponse(other, etag: "\"2\"", for: $0) }
        let result = try await fixture.result()
        XCTAssertEqual(result.source, .network)
        fixture.assertWhole(other)
    }
}

final class DownloadCheckTests: XCTestCase {
    private func check(for expected: [UInt8], _ log: Log<Int>) -> DownloadCheck {
        DownloadCheck([UInt8]()) { state, bytes in
            log.add(bytes.byteCount)
            unsafe bytes.withUnsafeBytes { unsafe state.append(contentsOf: $0) }
        } isValid: {
            $0 == expected
        }
    }

    func testCheckSeesEveryByteOnceAndInOrder() async throws {
        let log = Log<Int>()
        let content = bytes((1 << 20) + 5)
        var fixture = try Fixture(self, content)
        fixture.options.check = check(for: content, log)
        await fixture.leavePart(of: 700_000)
        _ = try await fixture.result()
        XCTAssertEqual(log.entries, [1 << 20, 5])
        fixture.assertWhole()
    }

    func testUnchangedFileMustPassTheCheck() async throws {
        var fixture = try Fixture(self)
        _ = try await fixture.result()
        let log = Log<Int>()
        fixture.options.check = check(for: fixture.content, log)
        let result = try await fixture.result()
        XCTAssertEqual(result.source, .unchanged)
        XCTAssertEqual(log.entries, [100_000])
        fixture.options.check = check(for: [], log)
        let error = await fixture.error()
        XCTAssertEqual(error?.code, .checkFailed)
        // The content was received, in case that the file was damaged.
        XCTAssertEqual(
            fixture.server.requests.map { $0["if-none-match"] == nil }.suffix(2),
            [
                false, true,
            ]
        )
        fixture.assertWhole()
    }

    func testFailedCheckRemovesThePart() async throws {
        var fixture = try Fixture(self)
        fixture.options.check = check(for: [], Log())
        let error = await fixture.error()
        XCTAssertEqual(error?.code, .checkFailed)
        XCTAssertNil(error?.partBytes)
        XCTAssertEqual(
            try FileManager.default.contentsOfDirectory(atPath: fixture.folder.url.path),
            []
        )
        XCTAssertEqual(fixture.server.requests.count, 1)
    }

    func testFailedCheckOfAContinuedPartBeginsAgainOnce() async throws {
        var fixture = try Fixture(self)
        await fixture.leavePart(of: 60_000)
        let handle = try FileHandle(forWritingTo: fixture.part)
        try handle.write(contentsOf: Data([1, 2, 3]))
        try handle.close()
        let log = Log<Int>()
        fixture.options.check = check(for: fixture.content, log)
        let result = try await fixture.result()
        XCTAssertEqual(result.resumedBytes, 0)
        XCTAssertEqual(log.entries, [100_000, 100_000])
        fixture.assertWhole()
    }
}
