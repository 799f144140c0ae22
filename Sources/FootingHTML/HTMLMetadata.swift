#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The facts that a page declares about itself, such as a link preview needs.
///
/// They are read from all `meta` and `link` elements, also outside the head. The keys of `meta`
/// elements, which ignore the case of ASCII letters, are in the attributes `property`, `name` and
/// `itemprop`.
public struct HTMLMetadata: Sendable {
    /// The keys and values of the `meta` elements that have both, in tree order. Keys are in lower
    /// case.
    public let pairs: [(key: String, value: String)]
    /// The title: that of Open Graph or Twitter, the `title` element or the first `h1`.
    public let title: String?
    /// The image of a preview: that of Open Graph or Twitter, or a `link` to `image_src`.
    public let image: URL?
    /// The preferred URL of the page: a `link` to `canonical`, or that of Open Graph.
    public let canonical: URL?
    /// The URLs of icons, in tree order.
    public let icons: [URL]
    /// The URLs of the feeds in RSS, Atom or JSON that the page offers.
    public let feeds: [URL]
    /// The texts of the scripts with the type `application/ld+json`.
    public let jsonLD: [String]

    /// The summary: that of Open Graph or Twitter, or the description.
    public var summary: String? { value("og:description", "twitter:description", "description") }

    /// The name of the site.
    public var siteName: String? { value("og:site_name") }

    /// The pairs of the Open Graph protocol: keys with the prefixes `og:`, `article:`, `book:`,
    /// `profile:`, `video:` and `music:`.
    public var openGraph: [(key: String, value: String)] {
        let prefixes = ["og:", "article:", "book:", "profile:", "video:", "music:"]
        return pairs.filter { pair in prefixes.contains { pair.key.hasPrefix($0) } }
    }

    /// The values of a key, in tree order.
    ///
    /// - Complexity: O(*n*) in the number of pairs.
    public func values(for key: String) -> [String] {
        let key = key.lowercasedASCII
        return pairs.filter { $0.key == key }.map(\.value)
    }

    /// The first value of the first key that has one.
    private func value(_ keys: String...) -> String? { HTMLMetadata.value(keys, in: pairs) }

    private static func value(
        _ keys: [String],
        in pairs: [(key: String, value: String)]
    ) -> String? {
        for key in keys {
            if let pair = pairs.first(where: { $0.key == key }) { return pair.value }
        }
        return nil
    }

    init(_ document: HTMLDocument) {
        let tree = document.tree
        var pairs: [(key: String, value: String)] = []
        var links: [(relations: [String], type: String, url: URL)] = []
        var scripts: [String] = []
        var titleElement: HTMLElement?
        var heading: HTMLElement?
        tree.forEachElement { node, record in
            guard record.namespace == .html else { return }
            let element = HTMLElement(node, in: document)
            switch record.name {
            case .meta:
                guard let value = element.value(of: .content)?.stripped, !value.isEmpty else {
                    return
                }
                let keys =
                    tree.words(of: .property, in: node)
                    + [element.value(of: .name)?.stripped ?? ""]
                    + tree.words(of: .itemprop, in: node)
                for key in keys where !key.isEmpty { pairs.append((key.lowercasedASCII, value)) }
            case .link:
                guard let url = element.url("href") else { return }
                let relations = tree.words(of: .rel, in: node).map(\.lowercasedASCII)
                let type = element.value(of: .type)?.stripped.lowercasedASCII ?? ""
                links.append((relations, type, url))
            case .script:
                let type = element.value(of: .type)?.stripped.lowercasedASCII
                if type == "application/ld+json" { scripts.append(element.textContent) }
            case .title where titleElement == nil: titleElement = element
            case .h1 where heading == nil: heading = element
            default: break
            }
        }
        func urls(_ relations: String..., type isAccepted: (String) -> Bool = { _ in true }) -> [URL] {
            links.filter { !Set(relations).isDisjoint(with: $0.relations) && isAccepted($0.type) }
                .map(\.url)
        }
        func url(_ keys: String...) -> URL? {
            for key in keys {
                if let value = HTMLMetadata.value([key], in: pairs),
                    let url = URL.resolved(value, against: document.baseURL)
                {
                    return url
                }
            }
            return nil
        }
        self.pairs = pairs
        let titles = [
            HTMLMetadata.value(["og:title", "twitter:title"], in: pairs),
            titleElement?.textContent.collapsed, heading?.text.collapsed,
        ]
        title = titles.lazy.compactMap { $0 }.first { !$0.isEmpty }
        image =
            url("og:image:secure_url", "og:image", "og:image:url", "twitter:image")
            ?? urls("image_src").first
        canonical = urls("canonical").first ?? url("og:url")
        icons = urls("icon", "apple-touch-icon", "apple-touch-icon-precomposed", "mask-icon")
        feeds = urls("alternate") {
            $0 == "application/rss+xml" || $0 == "application/atom+xml"
                || $0 == "application/feed+json"
        }
        jsonLD = scripts
    }
}

extension HTMLDocument {
    /// The facts that the page declares about itself. Each call reads them.
    ///
    /// - Complexity: O(*n*) in the number of nodes.
    public var metadata: HTMLMetadata { HTMLMetadata(self) }
}
