// Shows a message without its scripts, and a preview of each page to which it links.
//
// Run it with `swift run PreviewMessage < FILE`. The file has the HTML that a user has written.

import FootingDownloads
import FootingHTML
import Foundation

struct Preview {
    var title: String
    var summary: String?
    var image: URL?

    /// Creates the preview of a page, or `nil` if the page has no title.
    init?(_ page: HTMLDocument) {
        guard let title = page.metadata.title else { return nil }
        self.title = title
        summary = page.metadata.summary
        image = page.metadata.image
    }
}

/// Loads what previews need, from any server, and no more.
struct PreviewLoader {
    let folder: URL
    let queue = DownloadQueue(maxConcurrentJobs: 4, connectTimeout: .seconds(3))

    func preview(of url: URL) async throws(DownloadError) -> Preview? {
        var options = DownloadOptions.untrusted
        options.limits.contentBytes = 1_000_000
        options.limits.retries = 0
        let file = folder.appending(path: UUID().uuidString)
        let download = Download(from: url, to: file, options: options, in: queue)
        let result = try await download.value(timeout: .seconds(10))
        guard let content = try? Data(contentsOf: file) else { return nil }
        let page = HTMLDocument(
            content,
            contentType: result.contentType,
            url: result.url,
            options: .untrusted
        )
        return Preview(page)
    }
}

func show(_ message: String) async throws {
    let safe = HTMLSanitizer.standard.sanitized(message)
    print(safe.trimmingCharacters(in: .whitespacesAndNewlines))
    let links = HTMLDocument(fragment: safe).links.compactMap(\.url)
        .filter { ["http", "https"].contains($0.scheme?.lowercased()) }

    let folder = FileManager.default.temporaryDirectory.appending(path: "previews-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let loader = PreviewLoader(folder: folder)
    // The pages are loaded concurrently, and shown in the order of their links.
    let lines = links.prefix(5).map { link in Task { await line(for: link, loader) } }
    for line in lines { print(await line.value) }
}

func line(for link: URL, _ loader: PreviewLoader) async -> String {
    do throws(DownloadError) {
        guard let preview = try await loader.preview(of: link) else { return "- \(link)" }
        return "- \(preview.title) [\(preview.image, default: "no image")] \(preview.summary ?? "")"
    } catch {
        return "- \(link) (\(error.code))"
    }
}

do {
    let message = try FileHandle.standardInput.readToEnd() ?? Data()
    try await show(String(decoding: message, as: UTF8.self))
} catch {
    print("PreviewMessage: \(error)")
    exit(1)
}
