import FootingDownloads
import Foundation
import LoopbackServer
import TestSupport
import XCTest

/// A folder, a content and a server that has it.
struct Fixture {
    let folder: TemporaryFolder
    let file: URL
    let content: [UInt8]
    let server: LoopbackServer
    var options = DownloadOptions.standard
    var queue = DownloadQueue()

    init(
        _ test: XCTestCase,
        _ content: [UInt8] = bytes(100_000),
        name: String = "file",
        in parent: URL = TemporaryFolder.parent,
        _ answer: LoopbackServer.Answer? = nil
    ) throws {
        let libraries = ["libcurl.so.4", "libcurl-gnutls.so.4", "/usr/lib/libcurl.4.dylib"]
        guard libraries.contains(where: { unsafe dlopen($0, RTLD_LAZY) != nil }) else {
            throw XCTSkip("libcurl is not installed.")
        }
        folder = try TemporaryFolder(test, in: parent)
        file = folder.url.appending(path: name)
        self.content = content
        server = try LoopbackServer(answer ?? { LoopbackResponse(content, for: $0) })
        options.synchronizes = false
        // Without noticeable pauses between attempts.
        options.firstPause = .milliseconds(1)
    }

    var part: URL { folder.url.appending(path: "\(file.lastPathComponent).footing-part") }

    func download(from path: String = "/file") -> Download {
        Download(from: server.url(path), to: file, options: options, in: queue)
    }

    func result() async throws(DownloadError) -> DownloadResult { try await download().value }

    /// The error of a download that must fail.
    func error(from path: String = "/file", line: UInt = #line) async -> DownloadError? {
        do {
            let result = try await download(from: path).value
            XCTFail("no error, but \(result)", line: line)
            return nil
        } catch {
            return error
        }
    }

    /// Leaves a part that a server with an ETag cut after `count` bytes.
    func leavePart(of count: Int, etag: String? = "\"1\"", line: UInt = #line) async {
        let content = content
        server.answer { request in
            var response = LoopbackResponse(content, etag: etag, for: request)
            response.cut = count
            return response
        }
        var cut = self
        cut.options.limits.retries = 0
        let error = await cut.error(line: line)
        XCTAssertEqual(error?.code, .connectionLost, line: line)
        XCTAssertEqual(try? Data(contentsOf: part).count, count, line: line)
        server.answer { LoopbackResponse(content, etag: etag, for: $0) }
    }

    func assertWhole(_ expected: [UInt8]? = nil, line: UInt = #line) {
        let found = try? Data(contentsOf: file)
        // Not `XCTAssertEqual`, which would print the contents.
        XCTAssertTrue(found == Data(expected ?? content), "\(found?.count ?? -1) bytes", line: line)
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        XCTAssertEqual(names, [file.lastPathComponent], line: line)
    }
}

/// Bytes that look random, the same in each run.
func bytes(_ count: Int, seed: Int = 1) -> [UInt8] {
    var random = SeededRandom(seed: seed)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count + 8)
    while bytes.count < count {
        unsafe withUnsafeBytes(of: random.next()) { unsafe bytes.append(contentsOf: $0) }
    }
    return Array(bytes.prefix(count))
}
