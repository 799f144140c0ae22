/// A policy that makes HTML from anyone safe for a page.
///
/// ```swift
/// let comment = HTMLSanitizer.standard.sanitized("<p onclick=a()>Hi <script>b()</script>")
/// // <p>Hi </p>
/// let policy = HTMLSanitizer.standard.allowing("mark").allowing("class", on: "code")
/// ```
///
/// The result has only elements and attributes of the policy, and text. It is safe as content of
/// an element that may have paragraphs. It is not safe inside an attribute, a comment, `svg`,
/// `math`, or an element of text such as `script`, `style`, `title` or `textarea`.
///
/// If an element is not allowed, its tags are left out, and its content stays. Elements that run
/// code or have no text of the page, such as `script`, `style`, `svg` and `select`, are left out
/// with their content.
public struct HTMLSanitizer: Hashable, Sendable {
    /// Allows emphasis and other inline elements, code, line breaks and paragraphs.
    public static let strict = HTMLSanitizer()
        .allowing("b", "i", "em", "strong", "u", "s", "small", "sub", "sup", "mark", "del", "ins")
        .allowing("code", "kbd", "samp", "var", "abbr", "br", "p")

    /// Allows the elements of ``strict``, and links, lists, quotes and preformatted text.
    public static let standard = HTMLSanitizer.strict
        .allowing("a", "ul", "ol", "li", "dl", "dt", "dd", "blockquote", "q", "cite", "pre")
        .allowing("href", on: "a").allowing("start", "reversed", "type", on: "ol")
        .allowing("value", on: "li").allowing("cite", on: "blockquote", "q")

    /// Allows the elements of ``standard``, and headings, images, tables, figures and `details`.
    public static let lenient = HTMLSanitizer.standard
        .allowing("h1", "h2", "h3", "h4", "h5", "h6", "img", "figure", "figcaption", "details")
        .allowing("summary", "table", "caption", "colgroup", "col", "thead", "tbody", "tfoot")
        .allowing("tr", "th", "td").allowing("src", "alt", "width", "height", on: "img")
        .allowing("open", on: "details").allowing("span", on: "col", "colgroup")
        .allowing("colspan", "rowspan", on: "th", "td").allowing("scope", on: "th")

    /// The prefix of the values of `id`, `name` and `for` on every element; `nil` leaves them out.
    ///
    /// Without a prefix, such a value could be equal to one of the page. With a prefix, every
    /// element may have these attributes, even if no call of `allowing` names them. Links to them
    /// such as `#part` are not changed.
    ///
    /// - Precondition: The prefix is not empty.
    public var idPrefix: String? {
        didSet { precondition(idPrefix != "", "the prefix of an id must not be empty") }
    }
    /// The value of `rel` of each `a` and `area` with an allowed `href`; `nil` leaves `rel` out.
    ///
    /// A `rel` of the source is never kept.
    public var linkRelations: String? = "nofollow ugc noopener"
    /// The schemes of URLs, in lower case.
    ///
    /// - Precondition: The schemes are in lower case and without a colon. `javascript` and
    ///   `vbscript` are not among them.
    public var schemes: Set<String> = ["http", "https", "mailto", "tel"] {
        didSet { require(schemes.lazy.compactMap(Self.problem(scheme:)).first) }
    }
    /// Whether URLs without a scheme are allowed.
    public var allowsRelativeURLs = true
    /// Further attributes whose values are URLs.
    ///
    /// The schemes of these are always checked: `action`, `archive`, `attributionsrc`,
    /// `background`, `cite`, `classid`, `codebase`, `data`, `dynsrc`, `href`, `icon`, `longdesc`,
    /// `lowsrc`, `manifest`, `ping`, `poster`, `profile`, `src` and `usemap`.
    ///
    /// - Precondition: The names are in lower case.
    public var urlAttributes: Set<String> = [] {
        didSet { require(urlAttributes.lazy.compactMap(Self.problem(name:)).first) }
    }
    /// The attributes that every element may have, at first `title`, `lang` and `dir`.
    ///
    /// - Precondition: The names are in lower case and can be made safe, as for `allowing`.
    public var globalAttributes: Set<String> = ["title", "lang", "dir"] {
        didSet { require(globalAttributes.lazy.compactMap(Self.problem(attribute:)).first) }
    }
    /// The limits of reading; the result ends at the limit of bytes or of nodes.
    public var limits = HTMLOptions.Limits.untrusted

    private var elements: Set<String> = []
    /// The attributes of elements, besides those of every element.
    private var attributes: [String: Set<String>] = [:]
    /// The attributes that elements do not have, though every element may.
    private var refusedAttributes: [String: Set<String>] = [:]

    /// Creates a policy that allows no elements, so that the result is text.
    public init() {}

    /// Returns a policy that also allows elements, with the attributes that every element may
    /// have.
    ///
    /// - Precondition: The names are in lower case and can be made safe. These can't be made safe,
    ///   since they change how a page is read or load code: `applet`, `base`, `body`, `embed`,
    ///   `frame`, `frameset`, `head`, `html`, `iframe`, `link`, `listing`, `math`, `meta`,
    ///   `noembed`, `noframes`, `noscript`, `object`, `option`, `plaintext`, `script`, `select`,
    ///   `style`, `svg`, `template`, `textarea`, `title` and `xmp`.
    public func allowing(_ elements: String...) -> HTMLSanitizer { allowing(elements) }

    /// Returns a policy that also allows the elements of a list, such as one of a configuration.
    ///
    /// - Precondition: The names are in lower case and can be made safe, as for the other call.
    public func allowing(_ elements: some Sequence<String>) -> HTMLSanitizer {
        var policy = self
        for name in elements {
            require(Self.problem(element: name))
            policy.elements.insert(name)
        }
        return policy
    }

    /// Returns a policy that also allows attributes on elements.
    ///
    /// For attributes of every element, set ``globalAttributes``.
    ///
    /// - Precondition: The names are in lower case, and those of attributes can be made safe: not
    ///   `style`, `srcset`, `imagesrcset`, `srcdoc`, `is`, and not one that begins with `on`,
    ///   `form` or `xmlns` or contains a colon.
    public func allowing(_ attributes: String..., on elements: String...) -> HTMLSanitizer {
        allowing(attributes, on: elements)
    }

    /// Returns a policy that also allows the attributes of a list on the elements of another.
    ///
    /// - Precondition: The names are in lower case and can be made safe, as for the other call.
    public func allowing(
        _ attributes: some Sequence<String>,
        on elements: some Sequence<String>
    ) -> HTMLSanitizer {
        var policy = self
        let names = Array(attributes)
        require(names.lazy.compactMap(Self.problem(attribute:)).first)
        for element in elements {
            require(Self.problem(name: element))
            policy.attributes[element, default: []].formUnion(names)
            policy.refusedAttributes[element]?.subtract(names)
        }
        return policy
    }

    /// Returns a policy that does not allow some elements.
    public func refusing(_ elements: String...) -> HTMLSanitizer { refusing(elements) }

    /// Returns a policy that does not allow the elements of a list.
    public func refusing(_ elements: some Sequence<String>) -> HTMLSanitizer {
        var policy = self
        policy.elements.subtract(elements)
        return policy
    }

    /// Returns a policy that does not allow some attributes on elements.
    ///
    /// These elements also lose attributes that ``globalAttributes`` or ``idPrefix`` allow.
    public func refusing(_ attributes: String..., on elements: String...) -> HTMLSanitizer {
        refusing(attributes, on: elements)
    }

    /// Returns a policy that does not allow the attributes of a list on the elements of another.
    ///
    /// These elements also lose attributes that ``globalAttributes`` or ``idPrefix`` allow.
    public func refusing(
        _ attributes: some Sequence<String>,
        on elements: some Sequence<String>
    ) -> HTMLSanitizer {
        var policy = self
        let names = Array(attributes)
        for element in elements {
            policy.attributes[element]?.subtract(names)
            policy.refusedAttributes[element, default: []].formUnion(names)
        }
        return policy
    }

    /// Returns HTML with only the elements and attributes of the policy.
    ///
    /// - Complexity: O(*n*) in the length of the input.
    public func sanitized(_ html: some StringProtocol) -> String {
        SanitizingWriter.write(html, self).html
    }

    /// Returns whether ``sanitized(_:)`` would leave out anything: an element, an attribute, a
    /// comment, a tag without meaning, a NUL, or the end of the input.
    ///
    /// An `id` that gets a prefix counts, too. Additions do not count: the policy's `rel` of
    /// links, and tags that the source implies. So always show the result of ``sanitized(_:)``.
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
        attributes.values.reduce(into: globalAttributes.union(["id", "name", "for"])) {
            $0.formUnion($1)
        }
    }

    func treatment(of element: String) -> Treatment {
        if elements.contains(element) { return .kept }
        switch element {
        case "html", "head", "body", "object", "listing": return .unwrapped
        default: return Self.isNeverAllowed(element: element) ? .dropped : .unwrapped
        }
    }

    func check(of attribute: String, on element: String) -> Check {
        let isRefused = refusedAttributes[element]?.contains(attribute) ?? false
        switch attribute {
        case "id", "name", "for": return idPrefix == nil || isRefused ? .refused : .id
        case "rel": return .refused
        default: break
        }
        let isAllowed =
            attributes[element]?.contains(attribute) ?? false
            || globalAttributes.contains(attribute) && !isRefused
        guard isAllowed else { return .refused }
        switch attribute {
        case "action", "archive", "attributionsrc", "background", "cite", "classid", "codebase",
            "data", "dynsrc", "href", "icon", "longdesc", "lowsrc", "manifest", "ping", "poster",
            "profile", "src", "usemap":
            return .url
        case "target": return .target
        default: return urlAttributes.contains(attribute) ? .url : .plain
        }
    }

    // Each returns why a name can't be in a policy, or nothing.

    static func problem(element name: String) -> String? {
        if let problem = problem(name: name) { return problem }
        if name.utf8.first.map({ $0 < 0x61 }) ?? true { return "“\(name)” begins with no letter" }
        return isNeverAllowed(element: name) ? "the element “\(name)” can't be made safe" : nil
    }

    static func problem(attribute name: String) -> String? {
        if isNeverAllowed(attribute: name) { return "the attribute “\(name)” can't be made safe" }
        return problem(name: name)
    }

    static func problem(name: String) -> String? {
        let isName = name.utf8.allSatisfy {
            0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 || $0 == 0x2D
        }
        return isName && !name.isEmpty ? nil : "“\(name)” is no name in lower case"
    }

    static func problem(scheme name: String) -> String? {
        if ["javascript", "vbscript"].contains(name) { return "“\(name)” is a scheme of code" }
        let isScheme = name.utf8.allSatisfy {
            0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 || [0x2B, 0x2D, 0x2E].contains($0)
        }
        return isScheme && !name.isEmpty ? nil : "“\(name)” is no scheme in lower case"
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
        ["style", "srcdoc", "srcset", "imagesrcset", "is"].contains(attribute)
            || ["on", "form", "xmlns"].contains { attribute.hasPrefix($0) }
            || attribute.contains(":")
    }
}

/// Traps if there is a problem.
private func require(_ problem: String?) {
    precondition(problem == nil, problem ?? "")
}
