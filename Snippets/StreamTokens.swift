// Reads the tokens of HTML that arrives in chunks, and writes them with changes.
//
// Run it with `swift run StreamTokens`.

import FootingHTML

/// A token as it was written, or with another address.
func rewritten(_ token: HTMLToken) -> String {
    guard case .startTag(let tag) = token, tag.name == "img", tag["src"] != nil else {
        return token.source
    }
    var html = "<img"
    for (name, value) in tag.attributes {
        let value = name == "src" ? "https://images.example/\(value)" : value
        html += #" \#(name)="\#(value.htmlEscaped)""#
    }
    return html + (tag.isSelfClosing ? " />" : ">")
}

let page = #"""
    <!doctype html>
    <h1>Covers</h1>
    <!-- a comment -->
    <p>1 &lt; 2 <img alt=Zazie src=zazie.jpg ><IMG SRC='a&amp;b.jpg'></>
    <script>if (a<b) "<img>"</script>
    <a href="one">1</a> <a>2</a>
    """#
let bytes = Array(page.utf8)

/// The input in chunks of seven bytes.
let chunks = AsyncStream<[UInt8]> { continuation in
    for start in stride(from: 0, to: bytes.count, by: 7) {
        continuation.yield(Array(bytes[start..<min(start + 7, bytes.count)]))
    }
    continuation.finish()
}

struct TooLong: Error {}

/// Rewrites the images of a body that may be longer than memory.
func rewrite<Body: AsyncSequence>(
    _ body: Body,
    contentType: String?,
    to write: (String) async throws -> Void
) async throws where Body.Element == [UInt8] {
    var options = HTMLOptions.standard
    options.limits.inputBytes = .max
    var tokenizer = HTMLTokenizer(contentType: contentType, options: options)
    for try await chunk in body {
        tokenizer.append(chunk)
        while let token = tokenizer.next() { try await write(rewritten(token)) }
    }
    tokenizer.finish()
    while let token = tokenizer.next() { try await write(rewritten(token)) }
    if tokenizer.report.isTruncated { throw TooLong() }
}

var written = ""
try await rewrite(chunks, contentType: "text/html; charset=utf-8") { written += $0 }
print(written)

/// The input as it was.
func copy<Body: AsyncSequence>(
    _ body: Body,
    _ header: String?
) async throws -> String where Body.Element == [UInt8] {
    var output = ""
    var tokenizer = HTMLTokenizer(contentType: header)
    for try await chunk in body {
        tokenizer.append(chunk)
        while let token = tokenizer.next() { output += token.source }
    }
    tokenizer.finish()
    while let token = tokenizer.next() { output += token.source }
    return output
}
let again = AsyncStream<[UInt8]> { continuation in
    continuation.yield(bytes)
    continuation.finish()
}
print(try await copy(again, nil) == page)

// The tokens of a string or of bytes in memory.
var output = ""
for token in HTMLTokens(page) {
    if case .comment = token { continue }
    output += token.source
}
print(page.utf8.count - output.utf8.count)

var hrefs: [String?] = []
for token in HTMLTokens(bytes) {
    if case .startTag(let tag) = token, tag.name == "a" { hrefs.append(tag["href"]) }
}
print(hrefs)

/// A token in a few words.
func description(_ token: HTMLToken) -> String {
    switch token {
    case .startTag(let tag): "start of \(tag.name) with \(tag.attributes.map(\.name))"
    case .endTag(let tag): "end of \(tag.name)"
    case .text(let text): "text of \(text.string.utf8.count) bytes"
    case .comment(let comment): "comment\(comment.string)"
    case .doctype(let doctype): "document type \(doctype.name ?? "")"
    case .instruction(let instruction): "instruction for \(instruction.target)"
    case .dropped: "nothing, written as \(token.source)"
    @unknown default: "another token"
    }
}
for token in HTMLTokens(page) where token.range.upperBound < 120 { print(description(token)) }
