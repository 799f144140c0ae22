import FootingExtendedAttributes
import FootingFiles
import Foundation
import LoopbackServer
import TestSupport
import XCTest

@testable import FootingDownloads

final class PartTests: XCTestCase {
    private let recordName = ExtendedAttributeName.portable("footing.download")

    private func record(of fixture: Fixture) throws -> [String: Any] {
        let data = try XCTUnwrap(fixture.part.extendedAttributes.data(for: recordName))
        return try XCTUnwrap(JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    private func change(
        _ fixture: Fixture,
        _ change: (inout [String: Any]) -> Void
    ) throws {
        var record = try record(of: fixture)
        change(&record)
        let data = try JSONSerialization.data(withJSONObject: record)
        try fixture.part.extendedAttributes.set(data, for: recordName)
    }

    func testRecordHasTheKeysOfItsFormat() async throws {
        let fixture = try Fixture(self)
        await fixture.leavePart(of: 60_000)
        let data = try XCTUnwrap(fixture.part.extendedAttributes.data(for: recordName))
        let boot = try String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
            .trimmingCharacters(in: .whitespacesAndNewlines)
        let identity = try XCTUnwrap(record(of: fixture)["identity"] as? String)
        XCTAssertEqual(
            String(decoding: data, as: UTF8.self),
            #"{"boot":"\#(boot)","etag":"\"1\"","flushed":0,"identity":"\#(identity)","#
                + #""total":100000,"version":1}"#
        )
        XCTAssertNotNil(identity.wholeMatch(of: /[0-9a-f]{16}/))
    }

    func testRecordIsStoredBeforeTheFirstByte() async throws {
        let gate = Gate()
        let content = bytes(1_000)
        let fixture = try Fixture(self, content) { request in
            var response = LoopbackResponse(content, for: request)
            response.pause = { gate.pass() }
            return response
        }
        let download = fixture.download()
        download.start()
        let name = recordName
        await assertComesTrue((try? fixture.part.extendedAttributes.data(for: name)) ?? nil != nil)
        XCTAssertEqual(try Data(contentsOf: fixture.part).count, 0)
        gate.open()
        _ = try await download.value
        fixture.assertWhole()
    }

    func testAfterARebootOnlyFlushedBytesAreTrusted() async throws {
        for (boot, flushed, trusted) in [
            ("other", 50_000, 50_000), ("other", 0, 0), ("other", 70_000, 60_000),
            ("", 50_000, 50_000),
        ] {
            let fixture = try Fixture(self)
            await fixture.leavePart(of: 60_000)
            try change(fixture) {
                $0["boot"] = boot.isEmpty ? nil : boot; $0["flushed"] = flushed
            }
            // The bytes that were not flushed are noise.
            let handle = try FileHandle(forWritingTo: fixture.part)
            try handle.seek(toOffset: UInt64(trusted))
            try handle.write(contentsOf: Data(bytes(60_000 - trusted, seed: 9)))
            try handle.close()
            let result = try await fixture.result()
            XCTAssertEqual(result.resumedBytes, trusted, "\(boot) \(flushed)")
            fixture.assertWhole()
        }
    }

    func testUnusableRecordsBeginAgain() async throws {
        let rows: [(String, (inout [String: Any]) -> Void)] = [
            ("no version", { $0["version"] = nil }), ("another version", { $0["version"] = 2 }),
            ("a version as a string", { $0["version"] = "1" }),
            ("no identity", { $0["identity"] = nil }),
            ("another identity", { $0["identity"] = "0" }),
            ("no validator", { $0["etag"] = nil }), ("a number", { $0["etag"] = 1 }),
            ("a line break", { $0["etag"] = "\"1\"\r\nX: 1" }),
            ("too short", { $0["total"] = 59_999 }),
            ("a negative total", { $0["total"] = -1 }),
            ("a negative number", { $0["flushed"] = -1 }),
            ("too long", { $0["encoding"] = String(repeating: "x", count: 2_048) }),
            ("another program's", { $0 = ["a": [1, ["b": 2]]] }),
        ]
        for (name, edit) in rows {
            let fixture = try Fixture(self)
            await fixture.leavePart(of: 60_000)
            try change(fixture, edit)
            let result = try await fixture.result()
            XCTAssertEqual(result.resumedBytes, 0, name)
            XCTAssertEqual(fixture.server.requests.map { $0["range"] }, [nil, nil], name)
            fixture.assertWhole()
        }
        for text in [
            "", "{", "[]", "null", #"{"version":1e400}"#, #"{"total":9223372036854775808}"#,
            String(repeating: "[", count: 2_048),
        ] {
            let fixture = try Fixture(self)
            await fixture.leavePart(of: 60_000)
            try fixture.part.extendedAttributes.set(Data(text.utf8), for: recordName)
            let result = try await fixture.result()
            XCTAssertEqual(result.resumedBytes, 0, text)
            fixture.assertWhole()
        }
    }

    func testUnusablePartsAreLeftAlone() async throws {
        let rows: [(String, (Fixture) throws -> Void)] = [
            (
                "link",
                { fixture in
                    try fixture.folder.write("other", to: "other")
                    try FileManager.default.createSymbolicLink(
                        atPath: fixture.part.path,
                        withDestinationPath: "other"
                    )
                }
            ),
            ("FIFO", { XCTAssertEqual(unsafe mkfifo($0.part.path, 0o600), 0) }),
            ("folder", { try $0.folder.makeFolder("file.footing-part") }),
            (
                "hard link",
                { fixture in
                    let other = try fixture.folder.write("other", to: "other")
                    try FileManager.default.linkItem(at: other, to: fixture.part)
                }
            ),
            (
                "writable by others",
                { fixture in
                    try fixture.folder.write("other", to: "file.footing-part")
                    XCTAssertEqual(unsafe chmod(fixture.part.path, 0o622), 0)
                }
            ),
            (
                "of another user",
                { fixture in
                    try fixture.folder.write("other", to: "file.footing-part")
                    guard unsafe chown(fixture.part.path, 65_534, 65_534) == 0 else {
                        throw XCTSkip("Only root can make a file of another user.")
                    }
                }
            ),
        ]
        for (name, make) in rows {
            let fixture = try Fixture(self)
            try make(fixture)
            let before = try FileManager.default.attributesOfItem(atPath: fixture.part.path)
            let error = await fixture.error()
            XCTAssertEqual(error?.code, .unusablePart, name)
            XCTAssertTrue("\(error as Any)".contains("file.footing-part"), name)
            XCTAssertEqual(fixture.server.connectionCount, 0)
            let after = try FileManager.default.attributesOfItem(atPath: fixture.part.path)
            XCTAssertEqual(after[.size] as? Int, before[.size] as? Int, name)
        }
    }

    func testRecordSaysHowManyBytesAreFlushed() async throws {
        var fixture = try Fixture(self)
        fixture.options.flushInterval = 10_000
        let gate = Gate()
        defer { gate.open() }
        fixture.server.answer { [content = fixture.content] request in
            var response = LoopbackResponse(content, for: request)
            response.cut = 60_000
            response.pause = { gate.pass() }
            return response
        }
        let download = fixture.download()
        download.start()
        let name = recordName
        await assertComesTrue(
            ((try? fixture.part.extendedAttributes.data(for: name)) ?? nil).map {
                String(decoding: $0, as: UTF8.self).contains(/"flushed":[1-9]/)
            } == true
        )
    }

    func testLateFlushStoresNoRecord() async throws {
        let folder = try TemporaryFolder(self)
        let destination = try Destination(folder.url.appending(path: "file"))
        let part = try XCTUnwrap(Part.open(for: destination))
        let record = PartRecord(identity: "", of: ResponseHead(), total: nil)
        try part.begin(record) {}
        part.removeRecord()
        // As a flush does.
        try part.setTotal(1)
        let file = folder.url.appending(path: "file.footing-part")
        XCTAssertEqual(try file.extendedAttributes.names(), [])
    }

    func testFailedFlushIsNotForgotten() throws {
        let folder = try TemporaryFolder(self)
        let destination = try Destination(folder.url.appending(path: "file"))
        let part = try XCTUnwrap(Part.open(for: destination))
        let own = dup(part.file.number)
        defer { close(own) }
        // A pipe can't be flushed, and the system reports a failure of the disk only once.
        let pipe = Pipe()
        dup2(pipe.fileHandleForWriting.fileDescriptor, part.file.number)
        let nothing = unsafe UnsafeRawBufferPointer(start: nil, count: 0)
        XCTAssertNil(unsafe part.write(nothing, at: 10, flushingEvery: 1))
        XCTAssertThrowsError(try part.sync())
        dup2(own, part.file.number)
        XCTAssertThrowsError(try part.sync())
    }

    func testRecordThatCannotBeStoredLeavesTheOldOne() throws {
        let folder = try TemporaryFolder(self)
        let destination = try Destination(folder.url.appending(path: "file"))
        let part = try XCTUnwrap(Part.open(for: destination))
        let store = RecordStore(
            attribute: portableName("footing.download"),
            maximumSize: 100,
            beside: (destination.folder, destination.recordName)
        )
        try store.write(["old"], to: part.file)
        // No attribute is so long, and the name of the file beside the part is taken.
        try folder.makeFolder("file.footing-part.record")
        let new = [String(repeating: "x", count: 100_000)]
        XCTAssertThrowsError(try store.write(new, to: part.file))
        XCTAssertEqual(store.read([String].self, of: part.file), ["old"])
    }

    func testDiscardingCreatesNothing() async throws {
        let fixture = try Fixture(self)
        let date = Date(timeIntervalSince1970: 0)
        let folder = fixture.folder.url.path
        let key = FileAttributeKey.modificationDate
        try FileManager.default.setAttributes([key: date], ofItemAtPath: folder)
        try Download.discardPart(of: fixture.file)
        XCTAssertEqual(try FileManager.default.attributesOfItem(atPath: folder)[key] as? Date, date)
    }

    func testSecondDownloadOfAFileIsRefused() async throws {
        let gate = Gate()
        defer { gate.open() }
        let content = bytes(1_000)
        let fixture = try Fixture(self, content) { request in
            var response = LoopbackResponse(content, for: request)
            response.pause = { gate.pass() }
            return response
        }
        let first = fixture.download()
        first.start()
        await assertComesTrue(fixture.server.requests.count == 1)
        let error = await fixture.error()
        XCTAssertEqual(error?.code, .inUse)
        XCTAssertThrowsError(try Download.discardPart(of: fixture.file)) {
            XCTAssertEqual(($0 as? DownloadError)?.code, .inUse)
        }
        gate.open()
        _ = try await first.value
        fixture.assertWhole()
    }

    func testDownloadBeginsAfterACancelledOneOfTheSameFile() async throws {
        let fixture = try Fixture(self)
        let content = fixture.content
        for _ in 0..<rounds(10) {
            try? FileManager.default.removeItem(at: fixture.file)
            let gate = Gate()
            defer { gate.open() }
            fixture.server.answer { request in
                var response = LoopbackResponse(content, for: request)
                if request.rangeStart == nil {
                    response.cut = 50_000
                    response.pause = { gate.pass() }
                }
                return response
            }
            let download = fixture.download()
            download.start()
            await assertComesTrue((try? Data(contentsOf: fixture.part).count) == 50_000)
            download.cancel()
            let result = try await fixture.result()
            XCTAssertEqual(result.resumedBytes, 50_000)
            fixture.assertWhole()
        }
    }

    func testPartOfACancelledDownloadIsDiscarded() async throws {
        let gate = Gate()
        defer { gate.open() }
        let fixture = try Fixture(self)
        fixture.server.answer { [content = fixture.content] request in
            var response = LoopbackResponse(content, for: request)
            response.cut = 50_000
            response.pause = { gate.pass() }
            return response
        }
        for _ in 0..<rounds(10) {
            let download = fixture.download()
            download.start()
            await assertComesTrue((try? Data(contentsOf: fixture.part).count) == 50_000)
            download.cancel()
            try Download.discardPart(of: fixture.file)
            XCTAssertFalse(FileManager.default.fileExists(atPath: fixture.part.path))
        }
    }

    func testDiscardedPartIsGone() async throws {
        let fixture = try Fixture(self)
        try Download.discardPart(of: fixture.file)
        await fixture.leavePart(of: 60_000)
        try Download.discardPart(of: fixture.file)
        XCTAssertEqual(
            try FileManager.default.contentsOfDirectory(atPath: fixture.folder.url.path),
            []
        )
    }

    func testLongNamesAreCutAtACharacter() async throws {
        for (name, prefix) in [
            (String(repeating: "n", count: 255), String(repeating: "n", count: 200)),
            (String(repeating: "é", count: 127), String(repeating: "é", count: 100)),
            ("x" + String(repeating: "é", count: 127), "x" + String(repeating: "é", count: 99)),
            (String(repeating: "n", count: 235), String(repeating: "n", count: 235)),
        ] {
            let fixture = try Fixture(self, name: name)
            let content = fixture.content
            fixture.server.answer { request in
                var response = LoopbackResponse(content, for: request)
                if request.rangeStart == nil { response.cut = 60_000 }
                return response
            }
            var cut = fixture
            cut.options.limits.retries = 0
            _ = await cut.error()
            let names = try FileManager.default.contentsOfDirectory(atPath: fixture.folder.url.path)
            XCTAssertEqual(names.count, 1)
            XCTAssertTrue(
                names[0].hasPrefix(prefix) && names[0].hasSuffix(".footing-part"),
                names[0]
            )
            let result = try await fixture.result()
            XCTAssertEqual(result.resumedBytes, 60_000)
            fixture.assertWhole()
        }
    }
}
