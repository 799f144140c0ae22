/// The words that a search looks for, as a user types them.
///
/// | query | finds |
/// | --- | --- |
/// | `beat yest` | records with both words, in any order and anywhere in a word |
/// | `"let it"` | the phrase |
/// | `beatles -live` | `beatles` without `live` |
///
/// Case, accents, width, and the shapes of quotes and dashes do not matter. A record matches if
/// each word or phrase is in at least one of its texts, and no excluded one in any. A query of
/// excluded words alone matches all other records, and an empty one all.
public struct SearchQuery: Sendable {
    /// The maximum number of bytes read from a query.
    private static let maxBytes = 4_096
    /// The maximum number of words and phrases read from a query.
    private static let maxTerms = 32

    /// The folded words and phrases.
    private(set) var terms: [[UInt8]] = []
    /// The folded words and phrases that a record must not have.
    private(set) var exclusions: [[UInt8]] = []
    /// Whether the query is longer than 4,096 bytes or 32 terms: the rest has no effect, nor has an
    /// exclusion that ends with the last of these bytes.
    public private(set) var isTruncated = false

    /// Whether the query has neither words nor exclusions.
    public var isEmpty: Bool { terms.isEmpty && exclusions.isEmpty }

    /// Parses a query: every string is valid.
    public init(_ string: String) {
        var rest = string.unicodeScalars[...]
        if string.utf8.count > Self.maxBytes {
            isTruncated = true
            var end = string.utf8.index(string.startIndex, offsetBy: Self.maxBytes)
            while UTF8.isContinuation(string.utf8[end]) { end = string.utf8.index(before: end) }
            rest = rest[..<end]
        }
        while true {
            rest = rest.drop(while: \.properties.isWhitespace)
            let isExclusion = rest.first == "-"
            if isExclusion { rest.removeFirst() }
            guard let first = rest.first else { return }
            let term: Substring.UnicodeScalarView
            if Self.isQuote(first) {
                term = rest.dropFirst().prefix { !Self.isQuote($0) }
                rest = rest[term.endIndex...].dropFirst()
            } else {
                term = rest.prefix { !$0.properties.isWhitespace }
                rest = rest[term.endIndex...]
            }
            let folded = Self.fold(term)
            if folded.isEmpty { continue }
            guard terms.count + exclusions.count < Self.maxTerms else {
                isTruncated = true
                return
            }
            if !isExclusion {
                terms.append(folded)
            } else if !isTruncated || !rest.isEmpty {
                // The first letters of a longer word would exclude too much.
                exclusions.append(folded)
            }
        }
    }

    private static func isQuote(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\"", "“", "”", "„", "‟", "«", "»", "″", "＂": true
        default: false
        }
    }

    /// The folded bytes without spaces at both ends.
    private static func fold(_ term: Substring.UnicodeScalarView) -> [UInt8] {
        var bytes: [UInt8] = []
        String(term).appendFolded(to: &bytes)
        if bytes.last == 0x20 { bytes.removeLast() }
        if bytes.first == 0x20 { bytes.removeFirst() }
        return bytes
    }
}
