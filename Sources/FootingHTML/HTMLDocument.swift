import FootingBytes

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A page or fragment of HTML as a browser reads it.
///
/// Every input is a document, and reading never fails:
///
/// ```swift
/// let page = HTMLDocument(body, contentType: response.contentType, url: url)
/// for link in page.links { print(link.text) }
/// ```
///
/// A document never changes, and its elements keep the document alive. Reading takes linear time,
/// also for hostile input. ``HTMLOptions/untrusted`` has lower limits.
public struct HTMLDocument: Sendable {
    let content: DocumentContent

    init(content: DocumentContent) { self.content = content }

    /// Reads a page from bytes in any encoding.
    ///
    /// The content type is the value of the header `Content-Type`, or the label of an encoding,
    /// such as `utf-8`. Links are resolved against `url`, the page's own URL.
    public init(
        _ bytes: some Collection<UInt8>,
        contentType: String? = nil,
        url: URL? = nil,
        options: HTMLOptions = .standard
    ) {
        var reader = DocumentReader(options, contentType: contentType)
        reader.readAll(bytes)
        content = reader.content(url: url)
    }

    /// Reads a page from a string, in which declarations of an encoding are ignored.
    public init(
        _ string: some StringProtocol,
        url: URL? = nil,
        options: HTMLOptions = .standard
    ) {
        var reader = DocumentReader(stringWith: options)
        reader.readAll(string.utf8)
        content = reader.content(url: url)
    }

    /// Reads a fragment, the content of a `body`.
    public init(
        fragment: some StringProtocol,
        url: URL? = nil,
        options: HTMLOptions = .standard
    ) {
        self.init(fragment, inside: (.html, "body"), url, options)
    }

    /// Reads a fragment, the content of an element.
    ///
    /// The element decides how the fragment is read: cells need `tr`, for example. Write elements
    /// of SVG and MathML as `svg desc` or `math mi`.
    ///
    /// - Throws: ``HTMLError`` with the code ``HTMLError/Code/invalidContext`` if `context` is not
    ///   the name of an element.
    public init(
        fragment: some StringProtocol,
        in context: String,
        url: URL? = nil,
        options: HTMLOptions = .standard
    ) throws(HTMLError) {
        let element = try TreeBuilder.element(ofContext: context)
        self.init(fragment, inside: element, url, options)
    }

    private init(
        _ fragment: some StringProtocol,
        inside element: (namespace: Namespace, name: String),
        _ url: URL?,
        _ options: HTMLOptions
    ) {
        var reader = DocumentReader(stringWith: options)
        reader.builder.beginFragment(in: element.namespace, element.name)
        reader.readAll(fragment.utf8)
        content = reader.content(url: url)
    }

    /// Reads a page from chunks of bytes as they arrive.
    ///
    /// ```swift
    /// var parser = HTMLDocument.Parser(contentType: header, url: url)
    /// for try await chunk in body {
    ///     parser.append(chunk)
    ///     if parser.isHeadComplete { break }
    /// }
    /// let head = parser.finish()
    /// ```
    ///
    /// The document does not depend on the chunks, and is the same as that of all bytes at once,
    /// with one exception. If a `meta` element after the first 1,024 bytes declares another
    /// encoding than that of the bytes before it, or ISO-2022-JP or `replacement`, the encoding
    /// stays, and the report has an issue.
    public struct Parser: ~Copyable, Sendable {
        private var reader: DocumentReader
        private let url: URL?

        /// Creates a parser of a page; the arguments are those of
        /// ``HTMLDocument/init(_:contentType:url:options:)``.
        public init(
            contentType: String? = nil,
            url: URL? = nil,
            options: HTMLOptions = .standard
        ) {
            reader = DocumentReader(options, contentType: contentType)
            self.url = url
        }

        /// Whether the head is complete: its end tag, or the first content of the body, was read,
        /// or reading ended at a limit, so that later bytes are ignored.
        ///
        /// Reading begins after 1,024 bytes, since these may declare the encoding, unless the
        /// content type has a known charset or ``HTMLOptions/encoding`` is set.
        public var isHeadComplete: Bool { reader.isHeadComplete }

        /// Reads the next bytes of the page.
        public mutating func append(_ bytes: some Collection<UInt8>) {
            reader.append(bytes)
        }

        /// Returns the document of the bytes so far.
        public consuming func finish() -> HTMLDocument {
            reader.finish()
            return HTMLDocument(content: reader.content(url: url))
        }
    }
}
