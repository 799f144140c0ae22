// Changes the links and images of a mail while it is written.
//
// Run it with `swift run RewriteMails`.

import FootingHTML
import Foundation

let mail = HTMLDocument(
    #"""
    <p>Dear reader, <a href="zazie">Zazie</a> has arrived.
    <p><img src="cover.jpg" alt="The cover"><img src="https://ads.example/pixel.gif" width=1>
    <p class=ad>Buy <a href="/more">more</a>!</p>
    <p><a href=" #top">Top</a>, <a href="mailto:zoe@books.example">Zoë</a>
    <font color=red>Bye</font>
    """#,
    url: URL(string: "https://books.example/mails/")
)

/// A link by way of a page that counts clicks.
func counted(_ url: URL) -> String {
    var components = URLComponents()
    (components.scheme, components.host, components.path) = ("https", "books.example", "/click")
    components.queryItems = [URLQueryItem(name: "to", value: url.absoluteString)]
    return components.string ?? url.absoluteString
}

let sent = mail.html { edit in
    if edit.matches(".ad") { return edit.remove() }
    switch edit.element.name {
    case "a":
        // Links to a place in the mail, and to addresses such as `mailto:`, stay as they are.
        guard let href = edit.element["href"],
            !href.trimmingPrefix(while: \.isWhitespace).hasPrefix("#"),
            let url = edit.element.url("href"),
            ["http", "https"].contains(url.scheme?.lowercased())
        else { return }
        edit["href"] = counted(url)
        edit["rel"] = "noopener"
    case "img" where edit.element.url("src")?.host() == mail.url?.host():
        edit["src"] = edit.element.url("src")?.absoluteString
        edit["loading"] = "lazy"
    case "img": edit.remove()
    case "font": edit.unwrap()
    default: break
    }
}
print(sent)

// The document is still as it was read.
print(mail.select("img").count)

// Texts and markup around elements.
let list = HTMLDocument(fragment: "<ul><li>One<li>Two</ul>")
let numbered = list.html { edit in
    guard edit.element.name == "li" else { return }
    edit.replaceContent(text: edit.element.text + " < 3")
    edit.prefix = "<b>"
    edit.suffix = "</b>"
}
print(numbered)

let page = HTMLDocument("<img src=a.png><p class=ad>Ad</p>")
let html = page.html { edit in
    if edit.element.name == "img" { edit["loading"] = "lazy" }
    if edit.matches(".ad") { edit.remove() }
}
print(html)
