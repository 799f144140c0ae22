/// The words and phrases of a search, as a user types them.
///
/// | query | finds |
/// | --- | --- |
/// | `beat yest` | records with both words, in any order and anywhere in a word |
/// | `"let it"` | the phrase |
/// | `beatles -live` | `beatles` without `live` |
///
/// Case, accents, width, and the shapes of quotes and dashes are ignored. A record matches if each
/// word or phrase is in at least one of its texts, and no excluded word or phrase is in any of
/// them. If a query has only excluded words, all other records match. If it is empty, all records
/// match.
public struct SearchQuery: Sendable {
    /// The maximum number of bytes read from a query.
    private static let maxBytes = 4_096
    /// The maximum number of words and phrases read from a query.
    private static let maxTerms = 32

    /// The folded words and phrases, each once.
    private(set) var terms: [[UInt8]] = []
    /// The folded words and phrases that a record must not have.
    private(set) var exclusions: [[UInt8]] = []
    /// Whether the query has words beyond 4,096 bytes, or more than 32 different words and
    /// phrases.
    ///
    /// The rest has no effect. An excluded word that is cut off after 4,096 bytes has no effect,
    /// either.
    public private(set) var isTruncated = false

    /// Whether the query has neither words or phrases nor excluded ones.
    public var isEmpty: Bool { terms.isEmpty && exclusions.isEmpty }

    /// Parses a query: every string is valid.
    public init(_ string: String) {
        var rest = string.unicodeScalars.drop(while: \.properties.isWhitespace)
        let utf8 = string.utf8
        if var end = utf8.index(rest.startIndex, offsetBy: Self.maxBytes, limitedBy: utf8.endIndex),
            end < utf8.endIndex
        {
            while UTF8.isContinuation(utf8[end]) { end = utf8.index(before: end) }
            isTruncated = !rest[end...].allSatisfy(\.properties.isWhitespace)
            rest = rest[..<end]
        }
        while true {
            rest = rest.drop(while: \.properties.isWhitespace)
            let isExclusion = rest.first.map { Self.folds($0, to: "-") } ?? false
            if isExclusion { rest.removeFirst() }
            guard let first = rest.first else { return }
            let term: Substring.UnicodeScalarView
            if Self.folds(first, to: "\"") {
                term = rest.dropFirst().prefix { !Self.folds($0, to: "\"") }
                rest = rest[term.endIndex...].dropFirst()
            } else {
                term = rest.prefix { !$0.properties.isWhitespace }
                rest = rest[term.endIndex...]
            }
            let folded = Self.fold(term)
            if folded.isEmpty || (isExclusion ? exclusions : terms).contains(folded) { continue }
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

    /// Whether a scalar is a sign, in any shape.
    private static func folds(_ scalar: Unicode.Scalar, to sign: Unicode.Scalar) -> Bool {
        String(scalar).withFoldedBytes { bytes in
            bytes.next() == UInt8(ascii: sign) && bytes.next() == nil
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
