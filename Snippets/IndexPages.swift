// Reads the visible text and the links of a page, for a search engine.
//
// Run it with `swift run IndexPages`.

import FootingHTML
import Foundation

/// A page in the index of a search engine.
struct Entry {
    var title: String
    var language: String?
    var text: String
    var links: [URL]

    /// Creates the entry of a page, or `nil` if the page asks to be left out.
    init?(_ page: HTMLDocument) {
        let robots = page.metadata.values(for: "robots").joined(separator: ",").lowercased()
        guard !robots.contains("noindex") else { return nil }
        title = page.title ?? page.first("h1")?.text ?? ""
        language = page.language
        text = (page.first("main, [role=main], article") ?? page.body)?.text ?? ""
        let follows = !robots.contains("nofollow")
        links = page.links
            .filter { follows && !$0.relations.contains("nofollow") }
            .compactMap(\.url)
            .filter { $0.scheme == "https" || $0.scheme == "http" }
    }
}

let html = #"""
    <!doctype html>
    <html lang="en">
    <title>Opening hours</title>
    <nav><a href="/">Home</a> <a href="mailto:zoe@books.example">Mail</a></nav>
    <main>
      <h1>Opening   hours</h1>
      <script>document.write("never read")</script>
      <p>We are open<br>every day, see <a href="map.html#shop">the map</a>.
      <p hidden>Secret</p>
      <table>
        <tr><th>Day<th>Hours
        <tr><td>Monday<td>9&ndash;18
      </table>
      <pre>
      ASCII
         art</pre>
      <a href="login" rel="nofollow">Staff</a>
    </main>
    """#

let page = HTMLDocument(html, url: URL(string: "https://books.example/about/hours"))
if let entry = Entry(page) {
    print(entry.title, entry.language ?? "no language")
    print(entry.text)
    for link in entry.links { print(link) }
}

// Texts of single elements.
let paragraph = page.first("main p")
print(paragraph?.text ?? "")
print(paragraph?.textContent ?? "")

let hidden = Entry(HTMLDocument("<meta name=robots content='NOINDEX, follow'>Not for you"))
print(hidden == nil)
