// Makes comments of users safe for a page.
//
// Run it with `swift run ShowComments`.

import FootingHTML

let author = #"Zoë "the reader" <zoe>"#
let written = #"""
    <p onclick="alert(1)">Try <a href="https://books.example/?a=1&b=2">this</a>,
    not <a href=" java&#10;script:alert(1)">that</a>.
    <script>alert(2)</script><img src=x onerror=alert(3)>
    <b>Unclosed
    """#

let comment = HTMLSanitizer.standard.sanitized(written)
let block = """
    <div class="comment" title="\(author.htmlEscaped)">
    <h3>\(author.htmlEscaped)</h3>
    \(comment)
    </div>
    """
print(block)

/// The policy of a forum: code, pictures, targets of links.
func forumPolicy() -> HTMLSanitizer {
    var policy = HTMLSanitizer.standard
        .allowing("img", "h4")
        .allowing("src", "alt", on: "img")
        .allowing("class", on: "code")
        .refusing("u", "small")
    policy.schemes = ["https"]
    policy.idPrefix = "user-"
    policy.linkRelations = "nofollow ugc noopener"
    policy.limits.inputBytes = 64 << 10
    return policy
}
let post = forumPolicy().sanitized(
    #"<h4 id=top>Code</h4><code class=swift>1 < 2</code> <a href="http://a.example">a</a>"#
)
print(post)

// Would anything be removed?
print(HTMLSanitizer.standard.changes("<p>Fine</p>"), HTMLSanitizer.standard.changes(written))

/// A text with links, for a mail in plain text.
let text = HTMLDocument(fragment: comment).text
print(text)

/// Two policies and their results.
func results() -> [String] {
    let comment = HTMLSanitizer.standard.sanitized("<p onclick=a()>Hi <script>b()</script>")
    // <p>Hi </p>
    let policy = HTMLSanitizer.standard.allowing("mark").allowing("class", on: "code")
    return [comment, policy.sanitized("<code class=swift id=a><mark>Hi</mark></code>")]
}
print(results())
