/// The changes of one element while it is written.
///
/// ```swift
/// let html = page.html { edit in
///     if edit.element.name == "img" { edit["loading"] = "lazy" }
///     if edit.matches(".ad") { edit.remove() }
/// }
/// ```
public struct HTMLEdit: Sendable {
    enum Content: Sendable {
        case kept, removed, text(String)
    }

    /// The element as it was read.
    public let element: HTMLElement
    /// HTML before the start tag, which must be safe: nothing in it is escaped.
    public var before = ""
    /// HTML after the end tag, which must be safe: nothing in it is escaped.
    public var after = ""
    /// HTML before the content, which must be safe; ignored for elements without content, such as
    /// `br`.
    public var prefix = ""
    /// HTML after the content, which must be safe; ignored for elements without content, such as
    /// `br`.
    public var suffix = ""

    /// The element that is written with all others.
    private let scope: NodeID
    /// The searches of the run, by the bytes of their selectors.
    var matchers: [[UInt8]: SelectorMatcher] = [:]
    private(set) var content = Content.kept
    private(set) var isUnwrapped = false
    /// All attributes, if any was changed.
    private(set) var attributes: [(name: String, value: String)]?

    init(_ element: HTMLElement, inside scope: NodeID) {
        self.element = element
        self.scope = scope
    }

    /// Whether the element, as it was read, matches a selector.
    ///
    /// A combinator at the beginning, as in `> p`, and `:scope` refer to the element whose `html`
    /// is called, and in a document to the `html` element.
    /// - Complexity: O(*n*) in the number of nodes of the document, for all calls with the same
    ///   selector while the document is written once.
    public mutating func matches(_ selector: HTMLSelector) -> Bool {
        matchers[
            Array(selector.string.utf8),
            default: SelectorMatcher(selector, .any, of: scope, in: element.tree)
        ]
        .matches(element.node)
    }

    /// The value of an attribute as it will be written; `nil` removes the attribute.
    ///
    /// The case of ASCII letters in the name is ignored.
    /// - Precondition: A name that is set is not empty and contains no white space, `/`, `>`, NUL,
    ///   or `=` after its first character, since no reader would read that as a name.
    public subscript(name: String) -> String? {
        get {
            guard let attributes else { return element[name] }
            return position(of: name, in: attributes).map { attributes[$0].value }
        }
        set {
            precondition(Self.isName(name), "“\(name)” can't be the name of an attribute")
            var attributes = self.attributes.take() ?? element.attributes
            if let position = position(of: name, in: attributes) {
                if let newValue {
                    attributes[position].value = newValue
                } else {
                    attributes.remove(at: position)
                }
            } else if let newValue {
                let isHTML = element.namespace == .html
                attributes.append((isHTML ? name.lowercasedASCII : name, newValue))
            }
            self.attributes = attributes
        }
    }

    /// Whether a reader would read an attribute's name as it is written.
    static func isName(_ name: String) -> Bool {
        let rest = name.utf8.dropFirst()
        return !name.isEmpty && !rest.contains(UInt8(ascii: "="))
            && !name.utf8.contains { isHTMLSpace($0) || "/>\0".utf8.contains($0) }
    }

    private func position(
        of name: String,
        in attributes: [(name: String, value: String)]
    ) -> Int? {
        attributes.firstIndex { attribute in
            attribute.name.utf8.count == name.utf8.count
                && zip(attribute.name.utf8, name.utf8).allSatisfy { lowercase($0) == lowercase($1) }
        }
    }

    /// Leaves out the element and its content, but not ``before`` and ``after``.
    ///
    /// Its descendants are not visited.
    public mutating func remove() { content = .removed }

    /// Leaves out the start and end tags.
    ///
    /// The content stays. That of a script or a similar element becomes escaped text.
    public mutating func unwrap() { isUnwrapped = true }

    /// Replaces the content by a text, which is escaped.
    ///
    /// Its descendants are not visited.
    /// The text of a script, style or similar element can't be escaped and must not contain the
    /// element's end tag. Elements without content, such as `br`, ignore the text.
    public mutating func replaceContent(text: String) { content = .text(text) }
}
