import FootingDownloads
import FootingExtendedAttributes
import Foundation
import LoopbackServer
import TestSupport
import XCTest

/// Other programs beside the product, and with its files.
final class PeerTests: XCTestCase {
    private let versions = [bytes(100_000, seed: 1), bytes(100_000, seed: 2)]

    /// A server that cuts the first answer, and then has other content of the same length.
    private func changing(_ name: String) throws -> Fixture {
        let count = Counter()
        return try Fixture(self, versions[1], name: name) { [versions] request in
            let isFirst = count.add(1) == 1
            let version = isFirst ? 0 : 1
            var response = LoopbackResponse(versions[version], etag: "\"\(version)\"", for: request)
            if isFirst { response.cut = 60_000 }
            return response
        }
    }

    func testContentThatIsReplacedIsMixedByOthersOnly() async throws {
        let fixture = try changing("ours")
        _ = try await fixture.result()
        fixture.assertWhole()
        var missing: [String] = []
        for command in [
            ["curl", "-sS", "-C", "-", "-o"], ["wget", "-q", "-c", "--tries=1", "-O"],
            ["aria2c", "-q", "-c", "--max-tries=1", "--allow-overwrite=true", "-d/", "-o"],
        ] {
            guard (try? runProgram([command[0], "--version"]).status) == 0 else {
                missing.append(command[0])
                continue
            }
            let fixture = try changing("theirs")
            var status: Int32 = 0
            for _ in 0..<2 {
                status = try runProgram(
                    command + [fixture.file.path, fixture.server.url().absoluteString],
                    environment: ["no_proxy": "*"]
                ).status
            }
            XCTAssertEqual(status, 0, command[0])
            let file = try Data(contentsOf: fixture.file)
            XCTAssertEqual(file.count, 100_000, command[0])
            XCTAssertFalse(versions.contains { Data($0) == file }, "\(command[0]) has improved")
        }
        if !missing.isEmpty { throw XCTSkip("Not installed: \(missing.joined(separator: ", "))") }
    }

    func testCurlContinuesAPart() async throws {
        try require(["curl", "--version"])
        let fixture = try Fixture(self)
        await fixture.leavePart(of: 60_000)
        try FileManager.default.moveItem(at: fixture.part, to: fixture.file)
        let count = fixture.server.requests.count
        _ = try bytesPrinted(by: [
            "curl", "-sS", "--noproxy", "*", "-C", "-", "-o", fixture.file.path,
            fixture.server.url().absoluteString,
        ])
        XCTAssertEqual(fixture.server.requests.dropFirst(count).first?.rangeStart, 60_000)
        fixture.assertWhole()
    }

    func testGetfattrShowsTheRecord() async throws {
        try require(["getfattr", "--version"])
        let fixture = try Fixture(self)
        await fixture.leavePart(of: 60_000)
        let part = try bytesPrinted(by: ["getfattr", "-d", "--absolute-names", fixture.part.path])
        XCTAssertTrue(String(decoding: part, as: UTF8.self).contains("user.footing.download="))
        _ = try await fixture.result()
        let file = try bytesPrinted(by: ["getfattr", "-d", "--absolute-names", fixture.file.path])
        let text = String(decoding: file, as: UTF8.self)
        XCTAssertTrue(text.contains("user.footing.http-cache="))
        XCTAssertFalse(text.contains("user.footing.download="))
    }

    func testServerOfPython() async throws {
        let fixture = try Fixture(self)
        let content = Data(fixture.content)
        try fixture.folder.write(content, to: "served")
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 784_111_777)],
            ofItemAtPath: fixture.folder.url.appending(path: "served").path
        )
        let port = try ServerProcess(self, of: fixture.folder.url).port
        let url = try XCTUnwrap(URL(string: "http://127.0.0.1:\(port)/served"))
        for source in [DownloadResult.Source.network, .unchanged] {
            let download = Download(from: url, to: fixture.file, options: fixture.options)
            let result = try await download.value
            XCTAssertEqual(result.source, source)
            XCTAssertEqual(result.lastModified, "Sun, 06 Nov 1994 08:49:37 GMT")
            XCTAssertTrue(try Data(contentsOf: fixture.file) == content)
        }
    }

    func testServerOfNginx() async throws {
        try require(["nginx", "-v"])
        let fixture = try Fixture(self)
        let folder = fixture.folder.url
        let content = Data(fixture.content)
        try fixture.folder.write(content, to: "served")
        // A port that was free a moment ago.
        let port = fixture.server.port
        fixture.server.stop()
        try fixture.folder.write(
            """
            daemon off; pid \(folder.path)/pid; error_log stderr; user root;
            events {}
            http {
                access_log off;
                server { listen 127.0.0.1:\(port) reuseport; root \(folder.path); }
            }
            """,
            to: "nginx.conf"
        )
        let process = Process(["nginx", "-c", "\(folder.path)/nginx.conf"])
        process.standardError = FileHandle.nullDevice
        try process.run()
        defer { process.terminate() }
        let url = try XCTUnwrap(URL(string: "http://127.0.0.1:\(port)/served"))
        var options = fixture.options
        options.limits.retries = 1_000
        let first = try await Download(from: url, to: fixture.file, options: options).value
        XCTAssertEqual(first.source, .network)
        let second = try await Download(from: url, to: fixture.file, options: options).value
        XCTAssertEqual(second.source, .unchanged)
        // A part of the same content, as an earlier call would leave it.
        try FileManager.default.removeItem(at: fixture.file)
        let etag = try XCTUnwrap(first.etag)
        let boot = try String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
        try content.prefix(60_000).write(to: fixture.part)
        options.identity = "served"
        options.didFinishStep = { _ in }
        let record = """
            {"boot":"\(boot.prefix(36))","etag":"\(etag.replacing("\"", with: "\\\""))",\
            "flushed":0,"identity":"\(Self.digest(of: "served"))","total":100000,"version":1}
            """
        try fixture.part.extendedAttributes.set(
            Data(record.utf8),
            for: ExtendedAttributeName.portable("footing.download")
        )
        let third = try await Download(from: url, to: fixture.file, options: options).value
        XCTAssertEqual(third.resumedBytes, 60_000)
        XCTAssertEqual(third.receivedBytes, 40_000 + 4_096)
        XCTAssertTrue(try Data(contentsOf: fixture.file) == content)
    }

    /// The short digest of a string, as in the definition of FNV-1a.
    private static func digest(of text: String) -> String {
        var value: UInt128 = 0x6C62_272E_07BB_0142_62B8_2175_6295_C58D
        for byte in text.utf8 { value = (value ^ UInt128(byte)) &* (1 << 88 | 0x13B) }
        let digits = String(UInt64(truncatingIfNeeded: value ^ value >> 64), radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
