import FootingDownloads
import Foundation
import LoopbackServer
import TestSupport
import XCTest

final class ContinuationTests: XCTestCase {
    func testContinuationRepeatsFourKiBWithACondition() async throws {
        let fixture = try Fixture(self)
        await fixture.leavePart(of: 60_000)
        let result = try await fixture.result()
        fixture.assertWhole()
        XCTAssertEqual(result.resumedBytes, 60_000)
        XCTAssertEqual(result.receivedBytes, 40_000 + 4_096)
        let request = try XCTUnwrap(fixture.server.requests.last)
        XCTAssertEqual(request["range"], "bytes=\(60_000 - 4_096)-")
        XCTAssertEqual(request["if-range"], "\"1\"")
        XCTAssertEqual(request["accept-encoding"], "identity")
        XCTAssertNil(request["cookie"])
    }

    func testCompletePartCostsFourKiB() async throws {
        let fixture = try Fixture(self)
        await fixture.leavePart(of: 99_999)
        try FileHandle(forWritingTo: fixture.part).append([fixture.content[99_999]])
        let result = try await fixture.result()
        XCTAssertEqual(result.receivedBytes, 4_096)
        fixture.assertWhole()
    }

    func testShortPartIsRepeatedWhole() async throws {
        let fixture = try Fixture(self)
        await fixture.leavePart(of: 10)
        let result = try await fixture.result()
        XCTAssertEqual(result.receivedBytes, 100_000)
        XCTAssertEqual(result.resumedBytes, 10)
        XCTAssertEqual(fixture.server.requests.last?["range"], "bytes=0-")
        fixture.assertWhole()
    }

    func testChangedContentBeginsAgain() async throws {
        for count in [100_000, 50_000] {
            let fixture = try Fixture(self)
            await fixture.leavePart(of: 60_000)
            let other = bytes(count, seed: 2)
            fixture.server.answer { LoopbackResponse(other, etag: "\"2\"", for: $0) }
            let result = try await fixture.result()
            XCTAssertEqual(result.resumedBytes, 0)
            fixture.assertWhole(other)
        }
    }

    func testLyingETagIsDetectedByTheOverlap() async throws {
        let fixture = try Fixture(self)
        await fixture.leavePart(of: 60_000)
        let other = bytes(100_000, seed: 2)
        fixture.server.answer { LoopbackResponse(other, for: $0) }
        let result = try await fixture.result()
        XCTAssertEqual(result.resumedBytes, 0)
        fixture.assertWhole(other)
    }

    func testContentWithoutAStrongValidatorBeginsAgain() async throws {
        for etag in [nil, "W/\"1\"", "1", "\"é\"", "\"\(String(repeating: "x", count: 600))\""] {
            let fixture = try Fixture(self)
            await fixture.leavePart(of: 60_000, etag: etag)
            let result = try await fixture.result()
            XCTAssertEqual(result.resumedBytes, 0, "\(etag ?? "none")")
            XCTAssertNil(fixture.server.requests.last?["range"], "\(etag ?? "none")")
            fixture.assertWhole()
        }
    }

    func testDateIsAValidatorIfItIsAMinuteOlder() async throws {
        let dates = [
            ("Sun, 06 Nov 1994 11:59:00 GMT", 60_000), ("Sun, 06 Nov 1994 11:59:01 GMT", 0),
            ("Sunday, 06-Nov-94 11:00:00 GMT", 60_000), ("yesterday", 0),
        ]
        for (date, length) in dates {
            let content = bytes(100_000)
            let fixture = try Fixture(self, content)
            fixture.server.answer { request in
                var response = LoopbackResponse(
                    content,
                    etag: nil,
                    lastModified: date,
                    for: request
                )
                if request.rangeStart == nil, response.status == 200 { response.cut = 60_000 }
                return response
            }
            var cut = fixture
            cut.options.limits.retries = 0
            _ = await cut.error()
            fixture.server.answer {
                LoopbackResponse(content, etag: nil, lastModified: date, for: $0)
            }
            let result = try await fixture.result()
            XCTAssertEqual(result.resumedBytes, length, date)
            fixture.assertWhole()
        }
    }

    func testOtherURLBeginsAgainAndTheSameIdentityContinues() async throws {
        for identity in [nil, "model"] {
            var fixture = try Fixture(self)
            fixture.options.identity = identity
            await fixture.leavePart(of: 60_000)
            let result = try await fixture.download(from: "/file?signature=2").value
            XCTAssertEqual(result.resumedBytes, identity == nil ? 0 : 60_000)
            fixture.assertWhole()
        }
    }

    func testUserAndFragmentAreNotPartOfTheIdentity() async throws {
        let fixture = try Fixture(self)
        await fixture.leavePart(of: 60_000)
        let url = try XCTUnwrap(
            URL(string: "http://me:secret@127.0.0.1:\(fixture.server.port)/file#top")
        )
        let download = Download(from: url, to: fixture.file, options: fixture.options)
        let resumedBytes = try await download.value.resumedBytes
        XCTAssertEqual(resumedBytes, 60_000)
        let request = try XCTUnwrap(fixture.server.requests.last)
        XCTAssertEqual(request.target, "/file")
        XCTAssertEqual(
            request["authorization"],
            "Basic \(Data("me:secret".utf8).base64EncodedString())"
        )
    }

    func testEncodedContentIsStoredAsSent() async throws {
        let content = bytes(100_000)
        let fixture = try Fixture(self, content)
        let answer: LoopbackServer.Answer = { request in
            var response = LoopbackResponse(content, for: request)
            response.fields.append("Content-Encoding: gzip")
            if request.rangeStart == nil { response.cut = 60_000 }
            return response
        }
        fixture.server.answer(answer)
        let result = try await fixture.result()
        XCTAssertEqual(result.contentEncoding, "gzip")
        XCTAssertEqual(fixture.server.requests.count, 2)
        fixture.assertWhole()
    }
}

/// The rows of a response with status 206 that do not continue the part.
final class RangeTests: XCTestCase {
    private func assertBeginsAgain(
        _ name: String,
        _ change: @escaping @Sendable (inout LoopbackResponse) -> Void,
        isAccepted: Bool = false,
        line: UInt = #line
    ) async throws {
        let fixture = try Fixture(self)
        await fixture.leavePart(of: 60_000)
        let content = fixture.content
        fixture.server.answer { request in
            var response = LoopbackResponse(content, for: request)
            if response.status == 206 { change(&response) }
            return response
        }
        let count = fixture.server.requests.count
        let result = try await fixture.result()
        fixture.assertWhole(line: line)
        XCTAssertEqual(result.resumedBytes, isAccepted ? 60_000 : 0, name, line: line)
        let ranges = fixture.server.requests.dropFirst(count).map { $0["range"] != nil }
        XCTAssertEqual(ranges, isAccepted ? [true] : [true, false], name, line: line)
    }

    func testMalformedRangesBeginAgain() async throws {
        let start = 60_000 - 4_096
        let values = [
            "bytes \(start) - 99999/100000", "bytes +\(start)-99999/100000",
            "bytes \(start)--99999/100000", "bytes \(start)-99999/99999", "bytes 9-8/100000",
            "bytes \(start)-99999/00000000000000100000", "bytes \(start)-99999",
            "bytes \(start)-99999/100001", "items \(start)-99999/100000", "bytes */100000",
            "bytes 60001-99999/100000", "bytes 0-59998/100000", "",
            "bytes \(start)-9223372036854775807/9223372036854775807",
            "bytes \(start)-99999/99999999999999999999",
        ]
        for value in values {
            try await assertBeginsAgain("Content-Range: \(value)") { response in
                response.fields = ["ETag: \"1\"", "Content-Range: \(value)"]
            }
        }
    }

    func testContradictoryFieldsBeginAgain() async throws {
        let fields = [
            "Content-Range: bytes 0-1/100000", "ETag: \"2\"", "Content-Encoding: gzip",
            "Content-Type: multipart/byteranges; boundary=x",
        ]
        for field in fields {
            try await assertBeginsAgain(field) { $0.fields.append(field) }
        }
        try await assertBeginsAgain("no Content-Range") { $0.fields = ["ETag: \"1\""] }
        try await assertBeginsAgain("weak") { response in
            response.fields = response.fields.map { $0 == "ETag: \"1\"" ? "ETag: W/\"1\"" : $0 }
        }
        try await assertBeginsAgain("a length that lies") { response in
            response.fields.append("Content-Length: 100")
            response.hasLength = false
        }
    }

    func testRangesApartFromThePartBeginAgain() async throws {
        let content = bytes(100_000)
        for range in [60_000..<100_000, 55_905..<100_000, 1_000..<59_999, 0..<1] {
            try await assertBeginsAgain("\(range)") { response in
                response.body = Array(content[range])
                let last = range.upperBound - 1
                response.fields = ["Content-Range: bytes \(range.lowerBound)-\(last)/100000"]
            }
        }
    }

    func testStatusesBeginAgain() async throws {
        for status in [412, 416] {
            try await assertBeginsAgain("\(status)") { $0 = LoopbackResponse(status) }
        }
    }

    func testHarmlessDifferencesContinue() async throws {
        let content = bytes(100_000)
        let start = 60_000 - 4_096
        let rows: [(String, @Sendable (inout LoopbackResponse) -> Void)] = [
            ("no ETag", { $0.fields.removeAll { $0.hasPrefix("ETag") } }),
            ("unknown total", { $0.fields = ["Content-Range: bytes \(start)-99999/*"] }),
            ("chunks", { $0.isChunked = true }),
            ("no length", { $0.hasLength = false }),
            ("identity", { $0.fields.append("Content-Encoding: identity") }),
            ("case", { $0.fields = ["CONTENT-RANGE:Bytes \(start)-99999/100000"] }),
            (
                "folded",
                { $0.fields = ["Content-Range: bytes", "\t\(start)-99999/100000", "ETag:\"1\""] }
            ),
            (
                "an earlier start",
                { response in
                    response.body = Array(content[1_000...])
                    response.fields = ["Content-Range: bytes 1000-99999/100000"]
                }
            ),
        ]
        for (name, change) in rows {
            try await assertBeginsAgain(name, change, isAccepted: true)
        }
    }

    func testShortRangesFollowEachOther() async throws {
        let content = bytes(100_000)
        let fixture = try Fixture(self, content) { request in
            var response = LoopbackResponse(content, for: request)
            guard let start = request.rangeStart else {
                response.cut = 10_000
                return response
            }
            let end = min(content.count, start + 20_000)
            response.body = Array(content[start..<end])
            response.fields = ["Content-Range: bytes \(start)-\(end - 1)/\(content.count)"]
            return response
        }
        let result = try await fixture.result()
        fixture.assertWhole()
        XCTAssertEqual(fixture.server.requests.count, 7)
        XCTAssertEqual(result.receivedBytes, 100_000 + 6 * 4_096)
    }

    func testRangesThatAddLittleAreFailures() async throws {
        let content = bytes(20_000)
        var fixture = try Fixture(self, content) { request in
            var response = LoopbackResponse(content, for: request)
            guard let start = request.rangeStart else {
                response.cut = 10_000
                return response
            }
            let end = start + 4_096 + 4_095
            response.body = Array(content[start..<end])
            response.fields = ["Content-Range: bytes \(start)-\(end - 1)/\(content.count)"]
            return response
        }
        fixture.options.firstPause = .seconds(1_000)
        fixture.options.limits.retries = 0
        _ = await fixture.error()
        let error = await fixture.error()
        XCTAssertEqual(error?.partBytes, 14_095)
        XCTAssertEqual(fixture.server.requests.count, 2)
    }

    func testEndOfAContentOfUnknownLengthIsNotVerifiedByARange() async throws {
        let content = bytes(100_000)
        // Bytes beyond the range are dropped.
        for count in [0, 50_000] {
            let fixture = try Fixture(self, content) { request in
                var response = LoopbackResponse(content, for: request)
                response.isChunked = true
                guard let start = request.rangeStart else {
                    response.cut = 50_000
                    return response
                }
                response.fields = ["Content-Range: bytes \(start)-99999/*"]
                response.body += bytes(count, seed: 2)
                return response
            }
            let result = try await fixture.result()
            XCTAssertGreaterThan(result.receivedBytes, 100_000)
            XCTAssertFalse(result.isLengthVerified)
            fixture.assertWhole()
        }
    }

    func testBytesBeyondTheRangeAreDropped() async throws {
        let content = bytes(100_000)
        for isChunked in [true, false] {
            let fixture = try Fixture(self, content)
            await fixture.leavePart(of: 60_000)
            fixture.server.answer { request in
                var response = LoopbackResponse(content, for: request)
                response.body += bytes(50_000, seed: 2)
                (response.isChunked, response.hasLength) = (isChunked, false)
                return response
            }
            let result = try await fixture.result()
            XCTAssertEqual(result.size, 100_000)
            XCTAssertEqual(result.resumedBytes, 60_000)
            fixture.assertWhole()
        }
    }

    func testRangesThatAddNothingAreNotAskedForEver() async throws {
        let content = bytes(100_000)
        var fixture = try Fixture(self, content)
        await fixture.leavePart(of: 60_000)
        fixture.options.limits.retries = 3
        let count = fixture.server.requests.count
        fixture.server.answer { request in
            var response = LoopbackResponse(content, for: request)
            let start = request.rangeStart ?? 0
            response.body = Array(content[start..<60_000])
            response.fields = ["Content-Range: bytes \(start)-59999/100000"]
            return response
        }
        let error = await fixture.error()
        XCTAssertEqual(error?.code, .connectionLost)
        XCTAssertEqual(fixture.server.requests.count - count, 4)
    }
}

extension FileHandle {
    func append(_ bytes: [UInt8]) throws {
        try seekToEnd()
        try write(contentsOf: Data(bytes))
        try close()
    }
}
