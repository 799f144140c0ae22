#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The facts that a page declares about itself, such as a link preview needs.
///
/// The facts are read from all `meta` and `link` elements, also outside the head. The keys of
/// `meta` elements are in the attributes `property`, `name` and `itemprop`, and their case is
/// ignored for ASCII letters.
public struct HTMLMetadata: Sendable {
    /// The title, in one line: that of Open Graph or Twitter, the `title` element or the first
    /// `h1`.
    public let title: String?
    /// The summary, in one line: that of Open Graph or Twitter, or the description.
    public let summary: String?
    /// The image of a preview: that of Open Graph or Twitter, or a `link` to `image_src`.
    public let image: URL?
    /// The name of the site by Open Graph, in one line.
    public let siteName: String?
    /// The preferred URL of the page: a `link` to `canonical`, or that of Open Graph.
    public let canonical: URL?
    /// The URLs of icons, in tree order.
    ///
    /// These are the `link` elements whose `rel` has `icon`, `apple-touch-icon`,
    /// `apple-touch-icon-precomposed` or `mask-icon`. The `/favicon.ico` that browsers ask for
    /// without a link is not added.
    public let icons: [URL]
    /// The URLs of the feeds in RSS, Atom or JSON that the page offers.
    public let feeds: [URL]
    /// The texts of the scripts with the type `application/ld+json`, with or without parameters.
    public let jsonLD: [String]
    private let pairs: [(key: String, value: String)]

    /// The keys, in lower case, and values of the Open Graph protocol, in tree order.
    ///
    /// The prefixes of the keys are `og:`, `article:`, `book:`, `profile:`, `video:` and `music:`.
    public var openGraph: [(key: String, value: String)] {
        let prefixes = ["og:", "article:", "book:", "profile:", "video:", "music:"]
        return pairs.filter { pair in prefixes.contains { pair.key.utf8.starts(with: $0.utf8) } }
    }

    /// The values of a key, in tree order and without empty ones.
    ///
    /// - Complexity: O(*n*) in the number of keys of the page.
    public func values(for key: String) -> [String] {
        let key = key.lowercasedASCII.utf8
        return pairs.filter { $0.key.utf8.elementsEqual(key) }.map(\.value)
    }

    init(_ document: HTMLDocument) {
        var pairs: [(key: String, value: String)] = []
        var links: [(relations: [String], type: String?, url: URL)] = []
        var scripts: [String] = []
        var titles: [String?] = [nil, nil]
        let tree = document.tree
        for node in tree.nodes(in: 0) where tree[node].isElement {
            let element = HTMLElement(node, in: document)
            // Parameters such as `charset=utf-8` follow a semicolon.
            let type = element.value(of: .type)
                .map { String(Substring($0.utf8.prefix { $0 != UInt8(ascii: ";") })) }?
                .stripped.lowercasedASCII
            switch element.record.htmlName {
            case .meta:
                guard let value = element.value(of: .content)?.stripped, value != "" else { break }
                let name = element.value(of: .name)?.stripped ?? ""
                let keys = element.words(of: .property) + [name] + element.words(of: .itemprop)
                pairs += keys.filter { $0 != "" }.map { ($0.lowercasedASCII, value) }
            case .link:
                // Browsers ignore an empty address, too.
                guard element.value(of: .href)?.stripped != "", let url = element.url("href")
                else { break }
                links.append((element.words(of: .rel).map(\.lowercasedASCII), type, url))
            case .script where type == "application/ld+json": scripts.append(element.textContent)
            case .title: titles[0] = titles[0] ?? element.textContent.collapsed
            case .h1: titles[1] = titles[1] ?? element.text.collapsed
            default: break
            }
        }
        func first(_ key: String) -> String? { pairs.first { $0.key == key }?.value }
        func url(_ keys: String...) -> URL? {
            keys.lazy.compactMap { first($0) }
                .compactMap { URL.resolved($0, against: document.baseURL) }.first
        }
        func urls(_ relations: Set<String>, types: Set<String>? = nil) -> [URL] {
            links.filter { link in
                !relations.isDisjoint(with: link.relations)
                    && types?.contains(link.type ?? "") != false
            }.map(\.url)
        }
        func line(_ keys: String...) -> String? {
            keys.lazy.compactMap { first($0)?.collapsed }.first
        }
        title = ([line("og:title", "twitter:title")] + titles).compactMap { $0 }.first { $0 != "" }
        summary = line("og:description", "twitter:description", "description")
        siteName = line("og:site_name")
        image =
            url("og:image:secure_url", "og:image", "og:image:url", "twitter:image")
            ?? urls(["image_src"]).first
        canonical = urls(["canonical"]).first ?? url("og:url")
        icons = urls(["icon", "apple-touch-icon", "apple-touch-icon-precomposed", "mask-icon"])
        feeds = urls(
            ["alternate"],
            types: ["application/rss+xml", "application/atom+xml", "application/feed+json"]
        )
        jsonLD = scripts
        self.pairs = pairs
    }
}

extension HTMLDocument {
    /// The facts that the page declares about itself.
    ///
    /// Each call reads the facts anew.
    /// - Complexity: O(*n*) in the number of nodes.
    public var metadata: HTMLMetadata { HTMLMetadata(self) }
}
