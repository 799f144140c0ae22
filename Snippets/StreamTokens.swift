// Reads the tokens of HTML that arrives in chunks, and writes them with changes.
//
// Run it with `swift run StreamTokens`.

import FootingHTML

/// A token as it was written, or with another address.
func rewritten(_ token: HTMLToken) -> String {
    guard case .startTag(let tag) = token, tag.name == "img", let source = tag["src"] else {
        return String(token.source)
    }
    return #"<img src="https://images.example/\#(source.htmlEscaped)">"#
}

let bytes = Array(
    #"""
    <h1>Covers</h1>
    <!-- a comment -->
    <p>1 &lt; 2 <img src=zazie.jpg ><IMG SRC='a&amp;b.jpg'>
    <script>if (a<b) "<img>"</script>
    """#.utf8
)

// Chunks of 7 bytes, in constant memory.
var output = ""
var tokenizer = HTMLTokenizer(contentType: "text/html; charset=utf-8")
for start in stride(from: 0, to: bytes.count, by: 7) {
    tokenizer.append(bytes[start..<min(start + 7, bytes.count)])
    while let token = tokenizer.next() { output += rewritten(token) }
}
tokenizer.finish()
while let token = tokenizer.next() { output += rewritten(token) }
print(output)

// All tokens of bytes in memory.
var sources: [String] = []
for token in HTMLTokens(bytes) {
    if case .startTag(let tag) = token, tag.name == "img" { sources.append(tag["src"] ?? "") }
}
print(sources)
