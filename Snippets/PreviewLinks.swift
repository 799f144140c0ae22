// Makes previews of links from whole pages and from the heads of downloads.
//
// Run it with `swift run PreviewLinks`.

import FootingHTML
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The preview of a link in a chat.
struct Preview {
    var title: String
    var summary: String?
    var image: URL?
    var site: String?

    /// Creates the preview of a page, or `nil` if the page has no title.
    init?(_ page: HTMLDocument) {
        let metadata = page.metadata
        guard let title = metadata.title else { return nil }
        self.title = title
        summary = metadata.summary
        let isWebImage = ["http", "https"].contains(metadata.image?.scheme?.lowercased())
        image = isWebImage ? metadata.image : nil
        site = page.url?.host()
    }
}

func page(of response: HTTPURLResponse, _ body: Data) -> HTMLDocument {
    let contentType = response.value(forHTTPHeaderField: "Content-Type")
    return HTMLDocument(
        body,
        contentType: contentType,
        url: response.url,
        options: .untrusted
    )
}

/// Reads a page only until its head is complete.
func head<Body: AsyncSequence>(
    of body: Body,
    contentType: String?,
    url: URL?
) async throws -> HTMLDocument where Body.Element == Data {
    var parser = HTMLDocument.Parser(contentType: contentType, url: url, options: .untrusted)
    for try await chunk in body {
        parser.append(chunk)
        if parser.isHeadComplete { break }
    }
    return parser.finish()
}

/// Reads the title of a page, without limits of its own.
func title<Body: AsyncSequence>(
    of body: Body,
    _ header: String?,
    _ url: URL?
) async throws -> String? where Body.Element == Data {
    var parser = HTMLDocument.Parser(contentType: header, url: url)
    for try await chunk in body {
        parser.append(chunk)
        if parser.isHeadComplete { break }
    }
    let head = parser.finish()
    return head.title
}

// A response of a server.
let headOfBody = #"""
    <!doctype html>
    <head>
    <title>Zazie in the Metro | Zoë’s Books</title>
    <meta name="description" content="A novel by Raymond Queneau.">
    <meta property="og:title" content="Zazie in the Metro">
    <meta name="og:image" content=" /covers/zazie.jpg ">
    <link rel="canonical" href="https://books.example/zazie">
    <link rel="alternate" type="application/rss+xml" href="/new.rss">
    <script type="application/ld+json">{"@type": "Book"}</script>
    </head>
    <body>
    """#
let restOfBody = String(repeating: "<p>A very long page.\n", count: 2_000)
let body = Data((headOfBody + restOfBody).utf8)
guard let url = URL(string: "https://books.example/zazie?from=chat"),
    let response = HTTPURLResponse(
        url: url,
        statusCode: 200,
        httpVersion: nil,
        headerFields: ["Content-Type": "text/html; charset=utf-8"]
    )
else { fatalError("the URL is valid") }

func show(_ preview: Preview?) {
    guard let preview else { return print("no preview") }
    print(preview.title, preview.summary ?? "", separator: ": ")
    print(preview.image?.absoluteString ?? "no image", preview.site ?? "no site")
}

let whole = page(of: response, body)
show(Preview(whole))
print(whole.metadata.feeds.map(\.absoluteString), whole.metadata.jsonLD)
print(whole.metadata.openGraph.map { "\($0.key) = \($0.value)" })

// The same body in chunks, of which only the first is read.
func chunks() -> AsyncStream<Data> {
    let (chunks, continuation) = AsyncStream.makeStream(of: Data.self)
    for start in stride(from: 0, to: body.count, by: 1_024) {
        continuation.yield(body.dropFirst(start).prefix(1_024))
    }
    continuation.finish()
    return chunks
}
let start = try await head(of: chunks(), contentType: "text/html", url: url)
show(Preview(start))
print(start.select("p").count, "of", whole.select("p").count, "paragraphs")
print(try await title(of: chunks(), nil, url) ?? "no title")
