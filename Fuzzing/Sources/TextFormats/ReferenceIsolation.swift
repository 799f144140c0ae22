/// Texts in isolates, scalar by scalar, as UAX #9 matches their marks.
enum ReferenceIsolation {
    private static let openings: Set<Unicode.Scalar> = ["\u{2066}", "\u{2067}", "\u{2068}"]
    private static let closing: Unicode.Scalar = "\u{2069}"
    /// The scalars of the class B of bidirectional text.
    private static let paragraphEnds: Set<Unicode.Scalar> = [
        "\n", "\r", "\u{1C}", "\u{1D}", "\u{1E}", "\u{85}", "\u{2029}",
    ]

    /// The text with each of its paragraphs in an isolate that it can't leave; what stands in none
    /// is left out.
    static func isolated(_ text: String) -> String {
        var result = ""
        for paragraph in paragraphs(text.unicodeScalars) {
            let (depths, open) = depths(in: paragraph)
            var inside = String.UnicodeScalarView()
            for (scalar, depth) in zip(paragraph, depths)
            where depth != nil && !paragraphEnds.contains(scalar) {
                inside.append(scalar)
            }
            if !inside.isEmpty {
                let closings = String(repeating: String(closing), count: open + 1)
                result += "\u{2068}" + String(inside) + closings
            }
            if let last = paragraph.last, paragraphEnds.contains(last) {
                result.unicodeScalars.append(last)
            }
        }
        return result
    }

    /// The longest beginning of a text that fits in a limit together with what closes the isolates
    /// that are open at its end.
    static func cut(_ text: [UInt8], to limit: Int, isClosed: Bool) -> [UInt8] {
        var (length, closings) = (0, 0)
        var (position, open) = (0, 0)
        for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
            if position + 3 * open <= limit { (length, closings) = (position, open) }
            position += UTF8.width(scalar)
            guard isClosed else { continue }
            if openings.contains(scalar) { open += 1 }
            if scalar == closing, open > 0 { open -= 1 }
            if paragraphEnds.contains(scalar) { open = 0 }
        }
        return Array(text[..<length]) + String(repeating: "\u{2069}", count: closings).utf8
    }

    /// The number of isolates around each scalar of a paragraph, and the number that its end leaves
    /// open.
    ///
    /// Scalars that open or close an isolate are outside of it; a scalar that closes none has
    /// `nil`.
    static func depths(in paragraph: [Unicode.Scalar]) -> (depths: [Int?], open: Int) {
        var open = 0
        let depths: [Int?] = paragraph.map { scalar in
            if openings.contains(scalar) {
                open += 1
                return open - 1
            }
            guard scalar == closing else { return open }
            guard open > 0 else { return nil }
            open -= 1
            return open
        }
        return (depths, open)
    }

    /// The paragraphs of a text, each with what ends it.
    static func paragraphs(_ text: String.UnicodeScalarView) -> [[Unicode.Scalar]] {
        var paragraphs: [[Unicode.Scalar]] = [[]]
        for scalar in text {
            paragraphs[paragraphs.count - 1].append(scalar)
            if paragraphEnds.contains(scalar) { paragraphs.append([]) }
        }
        return paragraphs
    }
}
