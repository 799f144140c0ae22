// Reads a page as a browser does, and finds elements, values, links and events in it.
//
// Run it with `swift run ReadPages`.

import FootingHTML
import Foundation

// A page as people write it: nothing is closed, and the table has no body.
let url = URL(string: "https://books.example/offers/")
let contentType = "text/html; charset=utf-8"
let body = Data(
    #"""
    <!doctype html>
    <html lang=en>
    <title>Offers &ndash; Zoë&rsquo;s Books</title>
    <h1>Offers</h1>
    <h2 id=week class="note big">Prices of this week</h2>
    <table class=prices>
    <tr><th>Title<th>Price
    <tr><td><a href="zazie.html">Zazie in the Metro</a><td>7.50
    <tr><td><a href="/emile.html" rel="nofollow">Émile</a><td>12.00
    </table>
    <p>Only <b>two copies</b> of <i>Zazie</i> are <b>left!
    """#.utf8
)

let page = HTMLDocument(body, contentType: contentType, url: url)
print(page.title ?? "no title")
for row in page.select("table.prices > tbody > tr") where row.first("td") != nil {
    print(row.select("td").map(\.text))
}

// A page in a file, whose links are relative to the URL that it came from.
func savedPage(in file: URL, from pageURL: URL?) throws -> HTMLDocument {
    HTMLDocument(try Data(contentsOf: file), url: pageURL)
}
let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).html")
try body.write(to: file)
print(try savedPage(in: file, from: url).links.first?.url?.absoluteString ?? "no link")
try FileManager.default.removeItem(at: file)

/// A response of a server.
struct Response {
    var contentType: String?
    var body: Data
}

func printLinks(of response: Response, at url: URL?) {
    let body = response.body
    let page = HTMLDocument(body, contentType: response.contentType, url: url)
    for link in page.links { print(link.text) }
}
printLinks(of: Response(contentType: contentType, body: body), at: url)

// One element and its values.
let price = page.first("table.prices td:last-child")?.text
let target = page.first("td a")?.url("href")
let isNote = page.first("#week")?.classes.contains("note") == true
print(price ?? "no price", target?.absoluteString ?? "no target", isNote)

for link in page.links { print(link.text, link.url?.absoluteString ?? link.href) }

// The neighbours of an element.
if let heading = page.first("h2"), let table = heading.next, let body = heading.closest("body") {
    print(table.name, body.children.map(\.name), heading.previous?.text ?? "")
}

// A selector that is made while the program runs.
func elements(of page: HTMLDocument, for rule: String) -> [HTMLElement] {
    do throws(HTMLError) {
        let selector = try HTMLSelector(rule)
        return page.select(selector)
    } catch {
        print("\(error.code): \(error)")
        return []
    }
}
print(elements(of: page, for: "a:not([rel~=nofollow])").map(\.text))
print(elements(of: page, for: "a:contains('Zazie')").count)
print(elements(of: page, for: "a[href").count)

// A walk in tree order.
for event in page.events {
    if case .start(let element) = event, element.name == "h2" { print(element.text) }
}

/// The bold and italic texts of an element in Markdown.
func markdown(_ element: HTMLElement) -> String {
    let marks = ["b": "**", "strong": "**", "i": "*", "em": "*", "code": "`"]
    var markdown = ""
    for event in element.events {
        switch event {
        case .start(let element), .end(let element): markdown += marks[element.name] ?? ""
        case .text(let text): markdown += text
        case .other: break
        }
    }
    return markdown
}
if let paragraph = page.first("p") { print(markdown(paragraph)) }

/// A node in a few words.
func description(_ node: HTMLNode) -> String {
    switch node {
    case .element(let element): "\(element.name) of \(element.namespace)"
    case .text(let text): "text of \(text.count) characters"
    case .comment(let comment): "comment “\(comment)”"
    case .instruction(target: let target, data: let data): "instruction \(target): \(data)"
    case .doctype(name: let name, publicID: _, systemID: _): "document type \(name)"
    }
}
for node in page.childNodes { print(description(node)) }

// A fragment, which is read as the content of an element.
let cells = try HTMLDocument(fragment: "<td>Zazie<td>7.50", in: "tr")
print(cells.root.children.map(\.text))

/// Reads a page whose chunks come by calls.
final class PageReader {
    private var parser: HTMLDocument.Parser?

    init(contentType: String?, url: URL?) {
        parser = HTMLDocument.Parser(contentType: contentType, url: url)
    }

    func append(_ chunk: Data) { parser?.append(chunk) }

    /// Returns the page, the first time.
    func finish() -> HTMLDocument? { parser.take()?.finish() }
}
let reader = PageReader(contentType: contentType, url: url)
reader.append(body.prefix(100))
reader.append(body.dropFirst(100))
print(reader.finish()?.title == page.title, reader.finish() == nil)

// The encoding, and the errors of the page's author.
var checking = HTMLOptions.standard
checking.reportsSyntax = true
let report = HTMLDocument("<p id=a id=b>Tom & Jerry &copy 1940", options: checking).report
print(report)
for issue in report.issues { print(issue) }

/// A page that anyone may have sent, of at most one MiB.
func untrusted(_ body: Data) -> HTMLDocument {
    var options = HTMLOptions.untrusted
    options.limits.inputBytes = 1 << 20
    return HTMLDocument(body, options: options)
}
print(untrusted(Data(repeating: 0x3C, count: 1 << 20 + 1)).report)

// References in strings.
print(
    "Tom &amp; Jerry &eacute;&#x1F600;".htmlUnescaped  // "Tom & Jerry é😀"
)
let plain = "Tom &amp; Jerry &copy 1940".htmlUnescaped
let escaped = "1 < 2".htmlEscaped
print(plain, escaped)
