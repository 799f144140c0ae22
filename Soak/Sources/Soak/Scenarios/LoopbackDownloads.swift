import FootingDownloads
import FootingOperations
import Foundation
import LoopbackServer

/// Downloads from a server that cuts, lies, redirects and answers ranges.
final class LoopbackDownloads: Scenario {
    private typealias Outcome = Result<DownloadResult, DownloadError>

    private let folder: URL
    /// A server for each thread.
    private let servers: [LoopbackServer]
    private let queue = FutureQueue(name: "downloads", maxConcurrentJobs: 16)
    private let downloads = DownloadQueue(proxy: .direct)
    private let whole: Counter
    private let continued: Counter
    private let refused: Counter
    private let requests: Counter

    init(_ setting: Setting) throws {
        folder = setting.folder
        servers = try (0..<setting.threads).map { _ in try LoopbackServer { _ in .init(404) } }
        whole = setting.ledger.counter("downloads: files whole")
        continued = setting.ledger.counter("downloads: bytes continued")
        refused = setting.ledger.counter("downloads: expected errors")
        requests = setting.ledger.counter("downloads: requests")
    }

    func step(_ random: inout RandomSource, on thread: Int) throws {
        let folder = folder.appending(path: "\(thread)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "file")
        let call = random.choice(receive, resume, refuse, cancel)
        requests.expect(try call(file, servers[thread], &random))
        requests.see(servers[thread].takeRequests().count)
    }

    private static func content(_ random: inout RandomSource) -> [UInt8] {
        let (start, count) = (random.next(), UInt64(random.number(10_000...200_000)))
        return (0..<count).map {
            UInt8(truncatingIfNeeded: (start &+ $0) &* 0x9E37_79B9_7F4A_7C15 >> 32)
        }
    }

    private func download(
        _ file: URL,
        _ server: LoopbackServer,
        _ options: DownloadOptions = .standard
    ) throws -> Outcome {
        var options = options
        options.limits.retries = 0
        options.synchronizes = false
        let download = Download(from: server.url(), to: file, options: options, in: downloads)
        return try queue.result { () throws(DownloadError) in try await download.value }
    }

    /// Downloads a file, which the next download finds unchanged.
    private func receive(
        _ file: URL,
        _ server: LoopbackServer,
        _ random: inout RandomSource
    ) throws -> Int {
        let content = Self.content(&random)
        let (isChunked, hasLength) = (random.oneIn(2), random.oneIn(2))
        server.answer { request in
            var response = LoopbackResponse(content, for: request)
            (response.isChunked, response.hasLength) = (isChunked, hasLength)
            return response
        }
        let result = try download(file, server).get()
        whole.check(result.receivedBytes, is: content.count)
        whole.check(result.isLengthVerified, is: isChunked || hasLength)
        server.answer { LoopbackResponse(content, for: $0) }
        whole.check(try download(file, server).get().source, is: .unchanged)
        whole.check(try Data(contentsOf: file) == Data(content))
        return 2
    }

    /// Continues after a cut; with other content, also under the old ETag, a download begins again.
    private func resume(
        _ file: URL,
        _ server: LoopbackServer,
        _ random: inout RandomSource
    ) throws -> Int {
        let content = Self.content(&random)
        let cut = random.number(0...content.count - 1)
        server.answer { request in
            var response = LoopbackResponse(content, for: request)
            response.cut = cut
            return response
        }
        let error = failure(of: try download(file, server), is: .connectionLost)
        continued.check(error?.partBytes, is: cut)
        let (isOther, etag) = (random.oneIn(2), random.choice("\"1\"", "\"2\""))
        let next = isOther ? Self.content(&random) : content
        server.answer { LoopbackResponse(next, etag: etag, for: $0) }
        let result = try download(file, server).get()
        continued.check(result.resumedBytes, is: !isOther && etag == "\"1\"" ? cut : 0)
        whole.check(try Data(contentsOf: file) == Data(next))
        // A lie is found by the bytes that are repeated, or by the length.
        return isOther && etag == "\"1\"" && cut > 0 ? 3 : 2
    }

    /// Gets an answer that has to be refused, which leaves the old file.
    private func refuse(
        _ file: URL,
        _ server: LoopbackServer,
        _ random: inout RandomSource
    ) throws -> Int {
        try Data("old".utf8).write(to: file)
        var options = DownloadOptions.untrusted
        options.redirects = .sameOrigin
        options.limits.contentBytes = 20_000
        options.check = DownloadCheck(0, update: { $0 += $1.byteCount }, isValid: { $0 == 0 })
        let (response, code): (LoopbackResponse, DownloadError.Code) = random.choice(
            (.init(random.choice(404, 410, 403)), .httpStatus),
            (.init(204), .unexpectedResponse),
            (.init(raw: "HTTP/1.1 200 OK\r\nno end of"), .connectionLost),
            (.init(302, ["Location: http://localhost:1/"]), .redirectRefused),
            (.init(body: Array(repeating: 0, count: 20_001)), .limitExceeded),
            (.init(body: Array(repeating: 0, count: 20_000)), .checkFailed)
        )
        server.answer { _ in response }
        _ = failure(of: try download(file, server, options), is: code)
        whole.check(try Data(contentsOf: file), is: Data("old".utf8))
        return 1
    }

    /// Cancels while the server is silent, and then downloads again.
    private func cancel(
        _ file: URL,
        _ server: LoopbackServer,
        _ random: inout RandomSource
    ) throws -> Int {
        let content = Self.content(&random)
        let (isAsked, goesOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        server.answer { request in
            var response = LoopbackResponse(content, for: request)
            response.cut = 5_000
            response.pause = {
                isAsked.signal()
                goesOn.wait()
            }
            return response
        }
        let cancelled = Download(from: server.url(), to: file, in: downloads)
        cancelled.start()
        isAsked.wait()
        cancelled.cancel()
        let outcome = try queue.result { () throws(DownloadError) in try await cancelled.value }
        _ = failure(of: outcome, is: .cancelled)
        goesOn.signal()
        server.answer { LoopbackResponse(content, for: $0) }
        _ = try download(file, server).get()
        whole.check(try Data(contentsOf: file) == Data(content))
        return 2
    }

    private func failure(of outcome: Outcome, is code: DownloadError.Code) -> DownloadError? {
        guard case .failure(let error) = outcome else {
            refused.check(false, "no error, but not \(code)")
            return nil
        }
        refused.check(error.code == code, "\(error.code), not \(code): \(error)")
        return error
    }
}

extension FutureQueue {
    /// Waits for an asynchronous call.
    func result<Value: Sendable>(
        of call: @escaping @Sendable () async throws(DownloadError) -> Value
    ) throws -> Result<Value, DownloadError> {
        let future = submit {
            do throws(DownloadError) {
                return Result<Value, DownloadError>.success(try await call())
            } catch {
                return .failure(error)
            }
        }
        return try future.wait(timeout: patience)
    }
}
