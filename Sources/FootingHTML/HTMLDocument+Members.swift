#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension HTMLDocument {
    var tree: Tree { content.tree }

    /// The whole content, as an element without start and end tags.
    var whole: HTMLElement { HTMLElement(tree.isFragment ? tree.root : 0, in: self) }

    /// The `html` element; in a fragment, the parent of the fragment's nodes.
    public var root: HTMLElement { HTMLElement(tree.root, in: self) }

    /// The `head` element; `nil` in a fragment.
    ///
    /// - Complexity: O(*n*) in the number of its siblings before it.
    public var head: HTMLElement? { child { $0.isHTML(.head) } }

    /// The `body` or `frameset` element; `nil` in a fragment.
    ///
    /// - Complexity: O(*n*) in the number of its siblings before it.
    public var body: HTMLElement? { child { $0.isHTML(.body) || $0.isHTML(.frameset) } }

    private func child(where condition: (Node) -> Bool) -> HTMLElement? {
        guard !tree.isFragment else { return nil }
        return tree.children(of: tree.root).first { condition(tree[$0]) }
            .map { HTMLElement($0, in: self) }
    }

    /// The text of the first `title` element, in one line: `""` if it is empty, and
    /// `nil` without the element.
    ///
    /// - Complexity: O(*n*) in the nodes before the element.
    public var title: String? {
        tree.nodes(in: 0).first { tree[$0].isHTML(.title) }.map {
            HTMLElement($0, in: self).textContent.collapsed
        }
    }

    /// The attribute `lang` of the `html` element; `nil` if it is missing or empty.
    public var language: String? {
        let language = root.value(of: .lang)?.collapsed
        return language == "" ? nil : language
    }

    /// The URL that the document was made with.
    public var url: URL? { content.url }

    /// The URL against which links are resolved: that of the first `base` element with `href`, or
    /// ``url``.
    ///
    /// As in browsers, a `base` with the scheme `data` or `javascript` is ignored.
    public var baseURL: URL? { content.baseURL }

    /// Whether browsers use quirks mode, the layout of old pages, since the document type is
    /// missing or old.
    public var isQuirks: Bool { tree.isQuirks }

    /// The document type, or `nil` without one.
    public var doctype: HTMLNode? {
        tree.children(of: 0).first { tree[$0].kind == .doctype }.map { HTMLNode($0, in: self) }
    }

    /// The encoding and the issues of reading.
    public var report: HTMLReport { content.report }

    /// The `html` element and the nodes beside it; in a fragment, its nodes.
    public var childNodes: [HTMLNode] { whole.childNodes }

    /// The first element of each id.
    ///
    /// Each call builds the dictionary. The keys are strings, so ids that differ only in the
    /// encoding of an accent (precomposed or combining) are one key. A selector such as `#é`
    /// compares bytes.
    /// - Complexity: O(*n*) in the number of nodes.
    public var elementsByID: [String: HTMLElement] {
        var elements: [String: HTMLElement] = [:]
        for node in tree.nodes(in: 0) where tree[node].isElement {
            guard let run = tree.value(of: .id, in: tree[node]), run.count > 0 else { continue }
            let id = tree.string(run)
            if elements[id] == nil { elements[id] = HTMLElement(node, in: self) }
        }
        return elements
    }

    /// The elements that match a selector, in tree order; its `:scope` is the `html` element.
    ///
    /// - Complexity: O(*n*) in the number of nodes.
    public func select(_ selector: HTMLSelector) -> [HTMLElement] { whole.select(selector) }

    /// The first element that matches a selector, in tree order.
    ///
    /// - Complexity: O(*n*) in the number of nodes before the result.
    public func first(_ selector: HTMLSelector) -> HTMLElement? { whole.first(selector) }

    /// The visible text: ``HTMLElement/text`` of the whole content.
    public var text: String { whole.text }

    /// The events of all nodes in tree order, without the content of templates.
    public var events: some Sequence<HTMLEvent> & Sendable { EventSequence(element: whole) }

    /// The document as HTML, in the standard's serialization.
    public var html: String { whole.innerHTML }
}

extension HTMLElement {
    /// Whether this stands for the whole content of its document.
    var isWhole: Bool { node == 0 || tree.isFragment && node == tree.root }
}
