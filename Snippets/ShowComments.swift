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

// Would anything be removed?
print(HTMLSanitizer.standard.changes("<p>Fine</p>"), HTMLSanitizer.standard.changes(written))
