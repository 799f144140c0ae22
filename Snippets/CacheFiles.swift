// Downloads a page, and keeps it for the next run.
//
// Run it twice with `swift run CacheFiles URL`.

import FootingDownloads
import Foundation

guard CommandLine.arguments.count == 2, let url = URL(string: CommandLine.arguments[1]) else {
    print("usage: CacheFiles URL")
    exit(2)
}
let caches = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask)
let folder = caches[0].appending(path: "footing-sample")

func simple() async throws {
    let cache = try DownloadCache(at: folder)
    let page = try await cache.file(for: url)
    print(page.file, page.source)
}

func offline(_ cache: DownloadCache) async throws {
    do throws(DownloadError) {
        let page = try await cache.file(for: url, policy: .cachedOnly)
        print(page.storedAt)
    } catch {
        guard error.code == .notCached else { throw error }
        print("The page was never downloaded.")
    }
}

func quick(_ cache: DownloadCache) async throws -> DownloadCache.Entry {
    var options = DownloadOptions.standard
    options.limits.retries = 0
    let page = try await cache.file(for: url, options: options)
    return page
}

func tidy(_ cache: DownloadCache) throws {
    print("\(cache.usage.fileCount) files, \(cache.usage.byteCount) bytes")
    try cache.remove(url)
    try cache.removeAll()
}

do {
    var limits = DownloadCache.Limits.standard
    limits.totalBytes = 500_000_000
    limits.age = .seconds(30 * 86_400)
    let cache = try DownloadCache(at: folder, limits: limits, servingStaleOnFailure: true)
    let page = try await cache.file(for: url)
    let content = try Data(contentsOf: page.file)
    switch page.source {
    case .network: print("\(content.count) bytes received")
    case .cache: print("\(content.count) bytes, last confirmed at \(page.storedAt)")
    case .stale: print("\(content.count) bytes of \(page.storedAt); the server does not answer")
    @unknown default: print("\(content.count) bytes")
    }
} catch {
    print(error)
}
