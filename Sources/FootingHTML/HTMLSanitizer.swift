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
///
/// The case of ASCII letters in a policy is ignored. A policy never allows what can't be made safe,
/// so names may come from a configuration; such a name has no effect. These are the elements that
/// change how a page is read or that load code: `applet`, `base`, `body`, `embed`, `frame`,
/// `frameset`, `head`, `html`, `iframe`, `link`, `listing`, `math`, `meta`, `noembed`, `noframes`,
/// `noscript`, `object`, `option`, `plaintext`, `script`, `select`, `style`, `svg`, `template`,
/// `textarea`, `title` and `xmp`; the attributes `style`, `srcset`, `imagesrcset`, `srcdoc`, `is`,
/// and those that begin with `on`, `form` or `xmlns`; the schemes `javascript` and `vbscript`; and
/// names with other characters than letters, digits and hyphens.
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

    /// The prefix of the values of `id`, `name` and `for` on every element; `nil` or an empty one
    /// leaves them out.
    ///
    /// Without a prefix, such a value could be equal to one of the page. With a prefix, every
    /// element may have these attributes, even if no call of `allowing` names them. Links to them
    /// such as `#part` are not changed.
    public var idPrefix: String?
    /// The value of `rel` of each `a` and `area` with an allowed `href`; `nil` leaves `rel` out.
    ///
    /// A `rel` of the source is never kept.
    public var linkRelations: String? = "nofollow ugc noopener"
    /// The schemes of URLs, without a colon.
    public var schemes: Set<String> = ["http", "https", "mailto", "tel"] {
        didSet { schemes = Set(schemes.map(\.lowercasedASCII)) }
    }
    /// Whether URLs without a scheme are allowed.
    public var allowsRelativeURLs = true
    /// Further attributes whose values are URLs.
    ///
    /// The schemes of these are always checked: `action`, `archive`, `attributionsrc`,
    /// `background`, `cite`, `classid`, `codebase`, `data`, `dynsrc`, `href`, `icon`, `longdesc`,
    /// `lowsrc`, `manifest`, `ping`, `poster`, `profile`, `src` and `usemap`.
    public var urlAttributes: Set<String> = [] {
        didSet { urlAttributes = Set(urlAttributes.map(\.lowercasedASCII)) }
    }
    /// The attributes that every element may have, at first `title`, `lang` and `dir`.
    public var globalAttributes: Set<String> = ["title", "lang", "dir"] {
        didSet { globalAttributes = Set(globalAttributes.map(\.lowercasedASCII)) }
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
    public func allowing(_ elements: String...) -> HTMLSanitizer { allowing(elements) }

    /// Returns a policy that also allows the elements of a list, such as one of a configuration.
    public func allowing(_ elements: some Sequence<String>) -> HTMLSanitizer {
        var policy = self
        policy.elements.formUnion(elements.map(\.lowercasedASCII))
        return policy
    }

    /// Returns a policy that also allows attributes on elements.
    ///
    /// For attributes of every element, set ``globalAttributes``.
    public func allowing(_ attributes: String..., on elements: String...) -> HTMLSanitizer {
        allowing(attributes, on: elements)
    }

    /// Returns a policy that also allows the attributes of a list on the elements of another.
    public func allowing(
        _ attributes: some Sequence<String>,
        on elements: some Sequence<String>
    ) -> HTMLSanitizer {
        var policy = self
        let names = attributes.map(\.lowercasedASCII)
        for element in elements.map(\.lowercasedASCII) {
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
        policy.elements.subtract(elements.map(\.lowercasedASCII))
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
        let names = attributes.map(\.lowercasedASCII)
        for element in elements.map(\.lowercasedASCII) {
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
        switch element {
        case "html", "head", "body", "object", "listing": return .unwrapped
        case _ where Name(element).isIn(.unsafe): return .dropped
        default: return elements.contains(element) && Self.isName(element) ? .kept : .unwrapped
        }
    }

    func check(of attribute: String, on element: String) -> Check {
        let isRefused = refusedAttributes[element]?.contains(attribute) ?? false
        switch attribute {
        case "id", "name", "for": return idPrefix ?? "" == "" || isRefused ? .refused : .id
        case "rel", "style", "srcdoc", "srcset", "imagesrcset", "is": return .refused
        default: break
        }
        let isAllowed =
            attributes[element]?.contains(attribute) ?? false
            || globalAttributes.contains(attribute) && !isRefused
        guard isAllowed, Self.isName(attribute),
            !["on", "form", "xmlns"].contains(where: attribute.hasPrefix)
        else { return .refused }
        switch attribute {
        case "action", "archive", "attributionsrc", "background", "cite", "classid", "codebase",
            "data", "dynsrc", "href", "icon", "longdesc", "lowsrc", "manifest", "ping", "poster",
            "profile", "src", "usemap":
            return .url
        case "target": return .target
        default: return urlAttributes.contains(attribute) ? .url : .plain
        }
    }

    /// Whether URLs with a scheme are allowed, or those without one.
    func allows(scheme: String?) -> Bool {
        guard let scheme else { return allowsRelativeURLs }
        return schemes.contains(scheme) && scheme != "javascript" && scheme != "vbscript"
    }

    /// Whether a name can be written.
    private static func isName(_ name: String) -> Bool {
        name.utf8.allSatisfy { isLetterOrDigit($0) || $0 == 0x2D }
    }
}
