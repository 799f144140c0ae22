import FootingHTML
import Foundation

/// Random pages that are parsed whole, in pieces and as tokens, and sanitized.
final class ParsedPages: Scenario {
    private let parsed: Counter
    private let elements: Counter
    private let tokens: Counter
    private let safe: Counter

    init(_ setting: Setting) {
        let ledger = setting.ledger
        parsed = ledger.counter("pages: pieces like the whole")
        elements = ledger.counter("pages: elements as written")
        tokens = ledger.counter("pages: tokens like the source")
        safe = ledger.counter("pages: sanitized without scripts")
    }

    /// Pieces of a page in which nothing is closed properly; none has a link or a heading.
    private static let soup = [
        "<p>", "<b>", "</b>", "<i", "</i>", "<table>", "<tr>", "<td>", "</table>", "<div x=1 x=2>",
        "text &amp; &copy &#x1F600; ", "&", "<", "</", "<!-- comment", "-->", "<!doctype>", "\r\n",
        "<li>", "<ul>", "</ul>", "\0", "<br/>", "<select>", "<option>", "</select>", "é✓", "]]>",
        "<img src=javascript:alert(1) onerror=alert(1)>", "<script>alert(1)</script>",
        "<svg><style>alert(1)</style>", "</svg>", "<math><mtext>", "</math>", "<textarea>",
        "</textarea>", "<iframe srcdoc='alert(1)'>", "</iframe>", "<form onsubmit='alert(1)'>",
        "<noscript>", "</noscript>", "<title>", "</title>", "<template>", "</template>", "\u{C}",
    ]

    func step(_ random: inout RandomSource, on thread: Int) throws {
        let titles = (0..<random.number(0...20)).map { "Title \($0) & \(random.number(0...999))" }
        var source = "<!doctype html><html lang=en><title>A page</title>"
        for (index, title) in titles.enumerated() {
            source += "<h2 class='a b'>\(title.htmlEscaped)</h2><p>"
            source += "<a href='/\(index)?a=1&amp;b=2'>link</a>"
        }
        for _ in 0..<random.number(0...200) {
            source += Self.soup[random.number(0...Self.soup.count - 1)]
        }
        let url = URL(string: "https://soak.example/")
        let page = HTMLDocument(source, url: url)
        elements.check(page.title, is: "A page")
        elements.check(page.select("h2.b").map(\.text), is: titles)
        let links = titles.indices.map { "https://soak.example/\($0)?a=1&b=2" }
        elements.check(page.select("h2 + p > a").map { $0.url("href")?.absoluteString }, is: links)

        let bytes = Data(source.utf8)
        var parser = HTMLDocument.Parser(contentType: "text/html; charset=utf-8", url: url)
        for piece in bytes.cut(&random) { parser.append(piece) }
        let other = parser.finish()
        parsed.check(other.html == page.html, source)
        parsed.check(other.text == page.text, source)

        try readTokens(source, bytes, &random)
        sanitize(source, titles, &random)
    }

    private func readTokens(
        _ source: String,
        _ bytes: Data,
        _ random: inout RandomSource
    ) throws {
        var tokenizer = HTMLTokenizer(contentType: "text/html; charset=utf-8")
        var seen: [HTMLToken] = []
        for piece in bytes.cut(&random) {
            tokenizer.append(piece)
            while let token = tokenizer.next() { seen.append(token) }
        }
        tokenizer.finish()
        while let token = tokenizer.next() { seen.append(token) }
        tokens.check(
            seen.map(\.source).joined() == source.replacing("\r\n", with: "\n"),
            "sources of \(source)"
        )
        tokens.check(seen == Array(HTMLTokens(source)), source)
    }

    private func sanitize(_ source: String, _ titles: [String], _ random: inout RandomSource) {
        let policy: HTMLSanitizer = random.choice(.strict, .standard, .lenient, HTMLSanitizer())
        let output = policy.sanitized(source)
        let page = HTMLDocument(fragment: output)
        let unsafe: HTMLSelector = """
            script, style, svg, math, iframe, [onerror], [onsubmit], [srcdoc], [src^=javascript]
            """
        safe.check(page.select(unsafe).isEmpty, output)
        // Titles are texts, which each policy keeps.
        let kept = titles.filter { page.text.contains($0) }
        safe.check(kept.count, is: titles.count)
    }
}
