/// A policy that makes HTML from anyone safe to be put into a page.
///
/// ```swift
/// let comment = HTMLSanitizer.standard.sanitized("<p onclick=a()>Hi <script>b()</script>")
/// // <p>Hi </p>
/// let policy = HTMLSanitizer.standard.allowing("mark").allowing("class", on: "code")
/// ```
///
/// The result has only elements and attributes of the policy, and all other characters are text. It
/// is safe where a page may have paragraphs and other flow content: not inside an attribute, a
/// comment, `svg`, `math`, or an element of text such as `script`, `style`, `title` or `textarea`.
///
/// An element that is not allowed is left out, and its content stays. Elements that run code or
/// have no text of the page, such as `script`, `style`, `svg` and `select`, lose their content,
/// too.
public struct HTMLSanitizer: Hashable, Sendable {
    /// Emphasis and other inline elements, code, line breaks and paragraphs.
    public static let strict = HTMLSanitizer()
        .allowing("b", "i", "em", "strong", "u", "s", "small", "sub", "sup", "mark", "del", "ins")
        .allowing("code", "kbd", "samp", "var", "abbr", "br", "p")

    /// Also links, lists, quotes and preformatted text.
    public static let standard = HTMLSanitizer.strict
        .allowing("a", "ul", "ol", "li", "dl", "dt", "dd", "blockquote", "q", "cite", "pre")
        .allowing("href", on: "a").allowing("start", "reversed", "type", on: "ol")
        .allowing("value", on: "li").allowing("cite", on: "blockquote", "q")

    /// Also headings, images, tables, figures and `details`.
    public static let lenient = HTMLSanitizer.standard
        .allowing("h1", "h2", "h3", "h4", "h5", "h6", "img", "figure", "figcaption", "details")
        .allowing("summary", "table", "caption", "colgroup", "col", "thead", "tbody", "tfoot")
        .allowing("tr", "th", "td").allowing("src", "alt", "width", "height", on: "img")
        .allowing("open", on: "details").allowing("span", on: "col", "colgroup")
        .allowing("colspan", "rowspan", on: "th", "td").allowing("scope", on: "th")

    /// The prefix of the values of `id`, `name` and `for` on every element; `nil` leaves them out.
    ///
    /// Without a prefix, such a value could be one of the page's own.
    public var idPrefix: String?
    /// The value of `rel` that links get; `nil` leaves it out.
    public var linkRelations: String? = "nofollow ugc noopener"
    /// The schemes of URLs, in lower case.
    ///
    /// - Precondition: `javascript` and `vbscript` are not among them.
    public var schemes: Set<String> = ["http", "https", "mailto", "tel"] {
        didSet {
            precondition(schemes.isDisjoint(with: ["javascript", "vbscript"]), "a scheme of code")
        }
    }
    /// Whether URLs without a scheme are allowed.
    public var allowsRelativeURLs = true
    /// Attributes that have URLs, besides `href`, `src`, `cite`, `action`, `poster`, `background`
    /// and `longdesc`.
    public var urlAttributes: Set<String> = []
    /// The limits of reading; the result ends at a limit.
    public var limits = HTMLOptions.Limits.untrusted

    private var elements: Set<String> = []
    /// The attributes of elements; those of every element have an empty key.
    private var attributes: [String: Set<String>] = ["": ["title", "lang", "dir"]]

    /// Creates a policy without elements: the result is text.
    public init() {}

    /// Returns a policy that also allows elements, with attributes that every element may have.
    ///
    /// - Precondition: The names are in lower case and can be made safe: not `script`, `style`,
    ///   `svg`, `iframe` or another element that changes how a page is read or loads code.
    public func allowing(_ elements: String...) -> HTMLSanitizer {
        var policy = self
        for name in elements {
            let isName =
                name.utf8.allSatisfy { 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 || $0 == 0x2D }
                && name.utf8.first.map { $0 >= 0x61 } ?? false
            precondition(isName, "“\(name)” is no name of an element in lower case")
            precondition(!Self.isNeverAllowed(element: name), "“\(name)” can't be made safe")
            policy.elements.insert(name)
        }
        return policy
    }

    /// Returns a policy that also allows attributes on elements.
    ///
    /// - Precondition: The names are in lower case and can be made safe: not `style`, `srcset`,
    ///   `srcdoc`, `is`, and not one that begins with `on`, `form` or `xmlns` or contains a colon.
    public func allowing(_ attributes: String..., on elements: String...) -> HTMLSanitizer {
        var policy = self
        for name in attributes {
            let isName = name.utf8.allSatisfy {
                0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 || $0 == 0x2D
            }
            precondition(isName && !name.isEmpty, "“\(name)” is no name of an attribute")
            precondition(!Self.isNeverAllowed(attribute: name), "“\(name)” can't be made safe")
            for element in elements { policy.attributes[element, default: []].insert(name) }
        }
        return policy
    }

    /// Returns a policy that does not allow some elements.
    public func refusing(_ elements: String...) -> HTMLSanitizer {
        var policy = self
        policy.elements.subtract(elements)
        return policy
    }

    /// Returns HTML with only the elements and attributes of the policy.
    ///
    /// - Complexity: O(*n*) in the length of the input.
    public func sanitized(_ html: some StringProtocol) -> String {
        SanitizingWriter.write(html, self).html
    }

    /// Returns whether an element, an attribute or a comment of the HTML would be left out, or the
    /// end of it.
    public func changes(_ html: some StringProtocol) -> Bool {
        SanitizingWriter.write(html, self).isChanged
    }
}

extension HTMLSanitizer {
    /// The treatment of an element.
    enum Treatment: Sendable {
        case kept, unwrapped, dropped
    }

    /// The check of an attribute's value.
    enum Check: Sendable {
        case refused, plain, url, id, target
    }

    /// The attributes that are not refused on every element.
    var attributeNames: Set<String> {
        attributes.values.reduce(into: ["id", "name", "for"]) { $0.formUnion($1) }
    }

    func treatment(of element: String) -> Treatment {
        if elements.contains(element) { return .kept }
        switch element {
        case "html", "head", "body", "object", "listing": return .unwrapped
        default: return Self.isNeverAllowed(element: element) ? .dropped : .unwrapped
        }
    }

    func check(of attribute: String, on element: String) -> Check {
        switch attribute {
        case "id", "name", "for": return idPrefix == nil ? .refused : .id
        case "rel": return .refused
        default: break
        }
        let isAllowed = ["", element].contains { attributes[$0]?.contains(attribute) ?? false }
        guard isAllowed else { return .refused }
        switch attribute {
        case "href", "src", "cite", "action", "poster", "background", "longdesc": return .url
        case "target": return .target
        default: return urlAttributes.contains(attribute) ? .url : .plain
        }
    }

    /// Whether an element changes how a reader reads what follows, or loads code.
    private static func isNeverAllowed(element: String) -> Bool {
        switch element {
        case "script", "style", "title", "textarea", "xmp", "iframe", "noembed", "noframes",
            "noscript", "plaintext", "template", "svg", "math", "object", "embed", "applet", "base",
            "meta", "link", "frame", "frameset", "html", "head", "body", "select", "option",
            "listing":
            true
        default: false
        }
    }

    private static func isNeverAllowed(attribute: String) -> Bool {
        ["style", "srcdoc", "srcset", "is"].contains(attribute)
            || ["on", "form", "xmlns"].contains { attribute.hasPrefix($0) }
            || attribute.contains(":")
    }
}
