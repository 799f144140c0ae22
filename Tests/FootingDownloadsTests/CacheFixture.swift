import FootingDownloads
import Foundation
import LoopbackServer
import TestSupport
import XCTest

extension DownloadCache.Limits {
    init(totalBytes: Int = .max, files: Int = .max, age: Duration? = nil) {
        self = .standard
        (self.totalBytes, self.files, self.age) = (totalBytes, files, age)
    }
}

/// A cache in a folder, and a server whose answers have a `Cache-Control` field.
struct CacheFixture {
    let folder: TemporaryFolder
    let content: [UInt8]
    let server: LoopbackServer
    let cache: DownloadCache
    var options = DownloadOptions.standard

    init(
        _ test: XCTestCase,
        _ control: String = "max-age=1000",
        limits: DownloadCache.Limits = .standard,
        servingStaleOnFailure: Bool = false,
        in parent: URL = TemporaryFolder.parent
    ) throws {
        folder = try TemporaryFolder(test, in: parent)
        let content = bytes(10_000)
        self.content = content
        server = try LoopbackServer { Self.answer(content, control, to: $0) }
        cache = try DownloadCache(
            at: folder.url,
            limits: limits,
            servingStaleOnFailure: servingStaleOnFailure,
            in: DownloadQueue()
        )
        options.synchronizes = false
        options.firstPause = .milliseconds(1)
    }

    static func answer(
        _ content: [UInt8],
        etag: String = "\"1\"",
        _ control: String,
        to request: LoopbackRequest
    ) -> LoopbackResponse {
        var response = LoopbackResponse(content, etag: etag, for: request)
        response.fields += ["Cache-Control: \(control)", "Content-Type: text/plain"]
        return response
    }

    /// Answers with another `Cache-Control` field from now on.
    func answer(_ control: String) {
        server.answer { [content] in Self.answer(content, control, to: $0) }
    }

    func file(
        _ path: String = "/file",
        _ policy: DownloadCache.Policy = .standard
    ) async throws(DownloadError) -> DownloadCache.Entry {
        try await cache.file(for: server.url(path), policy: policy, options: options)
    }

    func error(
        _ policy: DownloadCache.Policy = .standard,
        line: UInt = #line
    ) async -> DownloadError? {
        do {
            XCTFail("no error, but \(try await file("/file", policy))", line: line)
            return nil
        } catch {
            return error
        }
    }

    var names: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder.url.path))?.sorted() ?? []
    }

    /// Sets the time of the last use, or of the last change.
    func setTime(_ flag: String, of file: URL, secondsAgo seconds: Int) throws {
        let date = "@\(Int(Date().timeIntervalSince1970) - seconds)"
        _ = try bytesPrinted(by: ["touch", flag, "-d", date, file.path])
    }
}
