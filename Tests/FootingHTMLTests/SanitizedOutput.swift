import FootingHTML

/// The problems of an output of a sanitizer.
///
/// It is read in the plain data state, as text with tags, and with the names of `.lenient` alone.
func problems(ofSanitized output: String) -> [String] {
    let elements: Set<String> = [
        "b", "i", "em", "strong", "u", "s", "small", "sub", "sup", "mark", "del", "ins", "code",
        "kbd", "samp", "var", "abbr", "br", "p", "a", "ul", "ol", "li", "dl", "dt", "dd",
        "blockquote", "q", "cite", "pre", "h1", "h2", "h3", "h4", "h5", "h6", "img", "figure",
        "figcaption", "details", "summary", "table", "caption", "colgroup", "col", "thead",
        "tbody", "tfoot", "tr", "th", "td",
    ]
    let attributes: Set<String> = [
        "title", "lang", "dir", "href", "rel", "start", "reversed", "type", "value", "cite",
        "src", "alt", "width", "height", "open", "span", "colspan", "rowspan", "scope",
    ]
    var problems: [String] = []
    var open: [String] = []
    var tokenizer = HTMLTokenizer(context: .data)
    tokenizer.append(output.utf8)
    tokenizer.finish()
    while let token = tokenizer.next() {
        switch token {
        case .startTag(let tag):
            if !elements.contains(tag.name) { problems.append("<\(tag.name)>") }
            if !["br", "img", "col"].contains(tag.name) { open.append(tag.name) }
            var written = "<\(tag.name)"
            for (name, value) in tag.attributes {
                written += " \(name)=\"\(value.escapedByTest)\""
                if !attributes.contains(name) { problems.append("\(name) of <\(tag.name)>") }
                guard ["href", "src", "cite"].contains(name) else { continue }
                // As a browser reads a scheme, and without its knowledge of special ones.
                let url = value.filter { !"\t\n\r".contains($0) }.drop { $0 <= " " }
                let scheme = url.prefix { $0 != ":" }.lowercased()
                let isLetter = scheme.first.map { $0.isASCII && $0.isLetter } ?? false
                let hasScheme =
                    isLetter && url.contains(":")
                    && scheme.allSatisfy {
                        $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0))
                    }
                if hasScheme, !["http", "https", "mailto", "tel"].contains(scheme) {
                    problems.append("scheme \(scheme)")
                }
            }
            // A tag has exactly the syntax that the sanitizer writes.
            if tag.source != written + ">" { problems.append("\(tag.source) not \(written)>") }
        case .endTag(let tag):
            if open.popLast() != tag.name { problems.append("</\(tag.name)> of another") }
            if tag.source != "</\(tag.name)>" { problems.append(tag.source) }
        case .text(let text):
            if token.source.contains(where: { "<>\"".contains($0) }) {
                problems.append("text \(text.string)")
            }
        default:
            problems.append("\(token.source) is no tag or text")
        }
    }
    if !open.isEmpty { problems.append("not closed: \(open)") }
    return problems
}

extension String {
    /// The string as a sanitizer writes it.
    fileprivate var escapedByTest: String {
        replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;").replacing("\u{A0}", with: "&nbsp;")
    }
}
