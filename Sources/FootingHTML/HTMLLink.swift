#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A link of a document.
public struct HTMLLink: Hashable, Sendable {
    /// The element: `a` or `area`.
    public let element: HTMLElement
    /// The attribute with the address.
    private let name: Name

    init?(_ node: NodeID, _ record: Node, in document: HTMLDocument) {
        let tree = document.tree
        func has(_ name: Name) -> Bool { tree.value(of: name, in: record) != nil }
        switch (record.name, record.namespace) {
        case (.a, .html) where has(.href), (.area, .html) where has(.href): name = .href
        case (.a, .svg) where has(.href): name = .href
        case (.a, .svg) where has(.xlinkHref): name = .xlinkHref
        default: return nil
        }
        element = HTMLElement(node, in: document)
    }

    /// The address as it was written, with its character references replaced.
    public var href: String { element.value(of: name) ?? "" }

    /// The address, resolved against ``HTMLDocument/baseURL``; `nil` if that is not possible.
    public var url: URL? { URL.resolved(href, against: element.document.baseURL) }

    /// The visible text of the element.
    ///
    /// - Complexity: O(*n*) in the element's content.
    public var text: String { element.text }

    /// The words of the attribute `rel`, in lower case: `nofollow`, `noopener` and so on.
    public var relations: [String] {
        element.words(of: .rel).map(\.lowercasedASCII)
    }
}

extension HTMLDocument {
    /// The links in tree order: `a` and `area` elements with `href`, and those of SVG.
    ///
    /// An `a` inside another link, which only occurs in damaged pages, is left out.
    /// - Complexity: O(*n*) in the number of nodes.
    public var links: [HTMLLink] {
        var links: [HTMLLink] = []
        var node: NodeID = 0
        // The node behind the link that was entered last, while inside of it.
        var end: NodeID = 0
        while node != noNode {
            if node == end { end = 0 }
            let record = tree[node]
            if record.isElement, end == 0 || record.isHTML(.area),
                let link = HTMLLink(node, record, in: self)
            {
                links.append(link)
                if end == 0 { end = tree.nextSkippingChildren(of: node, in: 0) }
            }
            node = tree.nextSearched(after: node, in: 0)
        }
        return links
    }
}

extension HTMLElement {
    /// The URL in an attribute, resolved against ``HTMLDocument/baseURL``.
    ///
    /// The result is `nil` if the attribute is missing or not a URL, or if the URL is relative and
    /// there is no base URL.
    public func url(_ name: String) -> URL? {
        self[name].flatMap { URL.resolved($0, against: document.baseURL) }
    }
}
