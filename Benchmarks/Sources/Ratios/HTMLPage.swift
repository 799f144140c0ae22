import Foundation
import Harness

/// A page that is read: a file of the folder that `FOOTING_HTML_PAGES` names, or a generated one
/// without the variable.
///
/// The ratios in the design pages are those of three files: `whatwg.html` is the standard's chapter
/// “Parsing HTML documents”, and the others are pages of these sites.
enum HTMLPage: String, CaseIterable {
    case whatwg = "whatwg.html"
    case wikipedia = "wikipedia.html"
    case github = "github.html"
    case generated = "a generated page"

    /// The pages of this run.
    static var chosen: [HTMLPage] {
        folder == nil ? [.generated] : [.whatwg, .wikipedia, .github]
    }

    private static var folder: String? {
        ProcessInfo.processInfo.environment["FOOTING_HTML_PAGES"]
    }

    /// Reads or makes the page, or throws the reason for its absence.
    func bytes(_ effort: Effort) throws -> [UInt8] {
        guard self != .generated else { return Self.generated(effort.isSmoke ? 30_000 : 700_000) }
        let folder = Self.folder ?? ""
        guard let data = FileManager.default.contents(atPath: "\(folder)/\(rawValue)") else {
            throw Comparison.Unavailable("\(rawValue) is not in the folder of FOOTING_HTML_PAGES")
        }
        return [UInt8](data)
    }

    /// Sections that resemble those of a technical text: short runs of text between many tags.
    static func generated(_ size: Int, words: [String] = english) -> [UInt8] {
        var random = BenchmarkRandom(seed: 43)
        var page = """
            <!DOCTYPE html><html lang=en><head><meta charset=utf-8><title>A long page</title>
            <meta name=description content="Made by a program"><link rel=stylesheet href=/a.css>
            <style>p { margin: 1em } a:hover { color: red }</style></head><body class="split wide">

            """
        func text(_ count: Int) -> String {
            (0..<count).map { _ in words[Int(random.next() % UInt64(words.count))] }
                .joined(separator: " ")
        }
        func link(_ count: Int) -> String {
            let number = random.next() % 1_000
            return "<a href=\"/topic/\(number)?view=all&amp;page=2#part-\(number)\""
                + " title=\"\(text(2))\">\(text(count))</a>"
        }
        while page.utf8.count < size {
            let id = random.next() % 100_000
            page += "<section class=\"level-\(id % 4)\">\n<h2 id=part-\(id)>\(text(3))</h2>"
            page += "<p>\(text(9)), \(link(2)) &mdash; <em>\(text(2))</em> &amp; <code>"
            page += "\(text(1))</code> &ldquo;\(text(6))&rdquo;.\n"
            page += "<p>\(text(12)); <b>\(link(1))</b> \(text(5))"
            page += "<dl><dt><dfn id=d-\(id)>\(text(1))</dfn><dd><p>\(text(8))</dl>\n<ul>"
            for _ in 0..<4 { page += "<li>\(link(1)) <span class=n>\(id)</span>" }
            page += "</ul><table><tr><th>\(text(1))<td align=right>\(id)<td>\(link(2))</table>"
            page += "<pre>  let a = b &lt; c\n  \(text(3))</pre><img src=\"/i/\(id).png\" alt=\"\">"
            page += "<script>if (a < b) { load(\"\(id)\") }</script><!-- \(text(2)) --></section>\n"
        }
        return Array((page + "</body></html>\n").utf8)
    }

    private static let english = [
        "the", "parser", "of", "an", "element", "then", "stack", "tokens", "a", "node", "is", "in",
        "current", "open", "elements", "insertion", "mode", "to", "switch", "document",
    ]

    /// A page in Russian, as UTF-8 and as windows-1251.
    static func russian(_ size: Int) -> (utf8: [UInt8], windows: [UInt8]) {
        let page = generated(
            size,
            words: ["это", "русский", "текст", "в", "старой", "кодировке", "на", "Странице"]
        )
        let windows = String(decoding: page, as: UTF8.self).unicodeScalars.map { scalar in
            // The letters from А to я follow each other in both.
            scalar.isASCII ? UInt8(scalar.value) : UInt8(truncatingIfNeeded: scalar.value - 0x350)
        }
        return (page, windows)
    }
}
