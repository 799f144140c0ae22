// Keeps pages in a cache, each with the text that a reader sees.
//
// Run it twice with `swift run KeepPages FOLDER URL...`.

import FootingDownloads
import FootingExtendedAttributes
import FootingHTML
import Foundation

/// A cache of pages, and beside it their texts.
struct PageCache {
    private let pages: DownloadCache
    private let texts: URL

    init(at folder: URL) throws {
        var limits = DownloadCache.Limits.standard
        limits.totalBytes = 100_000_000
        pages = try DownloadCache(
            at: folder.appending(path: "pages"),
            limits: limits,
            servingStaleOnFailure: true
        )
        texts = folder.appending(path: "texts")
        try FileManager.default.createDirectory(at: texts, withIntermediateDirectories: true)
    }

    /// Returns the text of a page, which is made anew only if the page has changed.
    func text(of url: URL) async throws -> (text: String, isKept: Bool) {
        let page = try await pages.file(for: url, options: .untrusted)
        let record = try page.file.extendedAttributes.httpCacheRecord()
        let file = texts.appending(path: page.file.lastPathComponent)
        // Without an ETag or a date, a record does not tell versions apart.
        if let record, !record.requestHeaderFields.isEmpty, let kept = try? Data(contentsOf: file),
            try file.extendedAttributes.httpCacheRecord() == record
        {
            return (String(decoding: kept, as: UTF8.self), true)
        }
        let document = HTMLDocument(
            try Data(contentsOf: page.file),
            contentType: page.contentType,
            url: page.url,
            options: .untrusted
        )
        let text = (document.first("main, [role=main]") ?? document.body)?.text ?? ""
        // The record names the version of the page. A change of the text makes it invalid.
        if let record { try record.write(Data(text.utf8), to: file) }
        return (text, false)
    }
}

func show(_ urls: [URL], in folder: URL) async throws {
    let cache = try PageCache(at: folder)
    for url in urls {
        do {
            let (text, isKept) = try await cache.text(of: url)
            print(isKept ? "kept:" : "read:", text.prefix { $0 != "\n" })
        } catch let error as DownloadError {
            print("none:", url, error.code, error.statusCode ?? 0)
        }
    }
}

let arguments = CommandLine.arguments
guard arguments.count > 2 else {
    print("usage: KeepPages FOLDER URL...")
    exit(64)
}
do {
    let urls = arguments.dropFirst(2).compactMap { URL(string: $0) }
    try await show(urls, in: URL(filePath: arguments[1]))
} catch {
    print("KeepPages: \(error)")
    exit(1)
}
