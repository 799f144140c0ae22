@testable import FootingCollections

/// The promises of queries and their ranges, for a query and a text on two lines.
///
/// A fuzzer and an ordinary test share this file; `expect` is theirs.
struct SearchPromises {
    let query: String
    let text: String

    init(query: String, text: String) {
        (self.query, self.text) = (query, text)
    }

    init(_ bytes: some Sequence<UInt8>) {
        let lines = bytes.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        self.init(query: lines[0], text: lines.count > 1 ? lines[1] : "")
    }

    func check() {
        let string = query
        let query = SearchQuery(string)
        expect(query.terms.count + query.exclusions.count <= 32, "too many terms")
        expect((query.terms + query.exclusions).allSatisfy { !$0.isEmpty }, "an empty term")
        let ranges = query.ranges(in: text)
        var end: String.Index?
        for range in ranges {
            expect(!range.isEmpty, "an empty range")
            expect(end.map { $0 < range.lowerBound } ?? true, "ranges that touch")
            check(query, hasNoTermIn: text[(end ?? text.startIndex)..<range.lowerBound])
            expect(isCharacterBoundary(range.lowerBound), "a start within a character")
            expect(isCharacterBoundary(range.upperBound), "an end within a character")
            let part = Self.fold(text[range])
            let hasTerm = query.terms.contains { Self.occurs($0, in: part) }
            expect(hasTerm, "a range without a term: \(text[range].unicodeScalars.map(\.value))")
            end = range.upperBound
        }
        check(query, hasNoTermIn: text[(end ?? text.startIndex)...])
        let folded = Self.fold(text[...])
        let found = query.terms.filter { Self.occurs($0, in: folded) }
        expect(ranges.isEmpty == found.isEmpty, "ranges without terms")
        let hasExclusion = query.exclusions.contains { Self.occurs($0, in: folded) }
        let isExpected = found.count == query.terms.count && !hasExclusion
        expect([text].search(string) { [$0] }.isEmpty != isExpected, "a search without ranges")
        let results = SearchIndex([text, ""]) { [$0] }.results(for: string)
        expect(results.positions.contains(0) == isExpected, "an index that differs")
    }

    /// Occurrences are found from left to right, so none is left between two ranges.
    private func check(_ query: SearchQuery, hasNoTermIn gap: Substring) {
        let folded = Self.fold(gap)
        let term = query.terms.first { Self.occurs($0, in: folded) }
        expect(term == nil, "an occurrence without a range: \(gap.unicodeScalars.map(\.value))")
    }

    private func isCharacterBoundary(_ index: String.Index) -> Bool {
        index == text.endIndex || text.indices.contains(index)
    }

    private static func fold(_ text: Substring) -> [UInt8] {
        var bytes: [UInt8] = []
        String(text).appendFolded(to: &bytes)
        return bytes
    }

    private static func occurs(_ term: [UInt8], in text: [UInt8]) -> Bool {
        guard term.count <= text.count else { return false }
        return (0...(text.count - term.count)).contains { text[$0...].starts(with: term) }
    }
}
