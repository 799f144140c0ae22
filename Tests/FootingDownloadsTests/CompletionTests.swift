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
        XCTAssertEqual(error?.partLength, 1_000)
        XCTAssertEqual(try String(contentsOf: fixture.file, encoding: .utf8), "new")
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
        XCTAssertEqual(result.transferred, 0)
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

    func testFailedCheckRemovesThePart() async throws {
        var fixture = try Fixture(self)
        fixture.options.check = check(for: [], Log())
        let error = await fixture.error()
        XCTAssertEqual(error?.code, .checkFailed)
        XCTAssertNil(error?.partLength)
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
        XCTAssertEqual(result.resumedAt, 0)
        XCTAssertEqual(log.entries, [100_000, 100_000])
        fixture.assertWhole()
    }
}
