import CProcess
import FootingDownloads
import FootingOperations
import Foundation
import LoopbackServer
import Synchronization

/// A cache whose clock jumps in both directions, as does that of all other scenarios.
///
/// No product takes a clock, so the program replaces the clock of the process.
final class JumpingClock: Scenario {
    /// One of the contents of the server, and its file in the cache.
    private struct Page {
        /// The version that the server has.
        var version = 0
        var file: URL?
        var storedVersion = 0
        var storedAt = 0
    }

    private struct State {
        var offset = 0
        var pages = Array(repeating: Page(), count: 10)
    }

    private static let lifetime = 1_000
    private static let fileLimit = 6

    private let state = Mutex(State())
    private let server: LoopbackServer
    private let cache: DownloadCache
    private let queue = FutureQueue(name: "caches", maxConcurrentJobs: 1)
    private let jumps: Counter
    private let sources: Counter
    private let contents: Counter
    private let missing: Counter
    private let requests: Counter
    private let limits: Counter

    init(_ setting: Setting) throws {
        let ledger = setting.ledger
        server = try LoopbackServer { _ in LoopbackResponse(404) }
        var limits = DownloadCache.Limits.standard
        limits.files = Self.fileLimit
        let downloads = DownloadQueue(proxy: .direct)
        cache = try DownloadCache(at: setting.folder, limits: limits, in: downloads)
        jumps = ledger.counter("caches: jumps of the clock")
        sources = ledger.counter("caches: expected sources")
        contents = ledger.counter("caches: files as stored")
        missing = ledger.counter("caches: missing files refused")
        requests = ledger.counter("caches: requests")
        self.limits = ledger.counter("caches: files within the limit")
    }

    private static func content(_ number: Int, _ version: Int) -> [UInt8] {
        Array(repeating: UInt8(number), count: 5_000 + version % 1_000)
    }

    private var now: Int { Int(Date().timeIntervalSince1970) }

    func step(_ random: inout RandomSource, on thread: Int) throws {
        try state.withLockIfAvailable { state in
            jump(&state, &random)
            for _ in 1...random.number(1...5) {
                try use(random.number(0...9), &state, &random)
            }
        }
    }

    private func jump(_ state: inout State, _ random: inout RandomSource) {
        let old = (state.offset, Date())
        let day = 86_400
        state.offset = random.choice(400, 2_000, 40 * day, -500, -5_000, -day, -4_000 * day)
        set_clock_offset(state.offset)
        let difference = Date().timeIntervalSince(old.1) - Double(state.offset - old.0)
        jumps.check(abs(difference) < 60, "\(difference) s")
    }

    private func use(_ number: Int, _ state: inout State, _ random: inout RandomSource) throws {
        var page = state.pages[number]
        if random.oneIn(3) { page.version += 1 }
        let content = Self.content(number, page.version)
        let etag = "\"\(page.version)\""
        server.answer { request in
            var response = LoopbackResponse(content, etag: etag, for: request)
            response.fields.append("Cache-Control: max-age=\(Self.lifetime)")
            return response
        }
        var policy = random.choice(DownloadCache.Policy.standard, .standard, .anyAge, .revalidate)
        if random.oneIn(4) { policy = random.choice(.cachedOnly, .reload) }
        let isStored = page.file.map { FileManager.default.fileExists(atPath: $0.path) } ?? false
        let age = now - page.storedAt
        // The next second may come during the call.
        let isUncertain = -3..<0 ~= age || Self.lifetime - 3..<Self.lifetime ~= age
        if policy == .standard, isUncertain { policy = .revalidate }
        let isUsed =
            switch policy {
            case .standard: isStored && 0..<Self.lifetime ~= age
            case .anyAge, .cachedOnly: isStored
            default: false
            }
        let isConfirmed = isStored && policy != .reload && page.storedVersion == page.version

        let result = try self.file("/\(number)", policy)
        requests.expect(isUsed || policy == .cachedOnly ? 0 : 1)
        requests.see(server.takeRequests().count)
        guard isUsed || policy != .cachedOnly else {
            guard case .failure(let error) = result else { return missing.check(false, "found") }
            return missing.check(error.code == .notCached, "\(error)")
        }
        let entry = try result.get()
        let source: DownloadCache.Entry.Source = isUsed || isConfirmed ? .cache : .network
        sources.check(entry.source == source, "\(entry.source) for \(policy), age \(age)")
        if !isUsed {
            (page.file, page.storedVersion) = (entry.file, page.version)
            // The kernel, whose clock does not jump, dates new files.
            page.storedAt = isConfirmed ? now : now - state.offset
        }
        // To the cache, all files seem idle, so it may have removed this one.
        if let content = try? Data(contentsOf: entry.file) {
            contents.check(content == Data(Self.content(number, page.storedVersion)))
            let time = Int(entry.storedAt.timeIntervalSince1970)
            sources.check(abs(time - page.storedAt) < 30, "stored at \(time)")
            page.storedAt = time
        }
        state.pages[number] = page
        limits.check(cache.usage.fileCount <= Self.fileLimit, "\(cache.usage.fileCount) files")
    }

    private func file(
        _ path: String,
        _ policy: DownloadCache.Policy
    ) throws -> Result<DownloadCache.Entry, DownloadError> {
        let url = server.url(path)
        var options = DownloadOptions.standard
        options.synchronizes = false
        return try queue.result { [cache, options] () throws(DownloadError) in
            try await cache.file(for: url, policy: policy, options: options)
        }
    }
}
