@testable import FootingCollections
import Foundation
import TestSupport
import XCTest

final class SearchTests: XCTestCase {
    private let songs: [[String]] = [
        ["Yesterday", "The Beatles", "Help!"], ["Let It Be", "The Beatles", "Let It Be"],
        ["Let It Be (live)", "Paul McCartney", "Back in the U.S."],
        ["Déjà Vu", "Beyoncé", "B’Day"], ["Für Elise", "Ludwig van Beethoven", ""],
        ["Straße", "Björk", "x"],
    ]

    func testQueriesAreReadAsInTheTable() {
        let rows: [(query: String, terms: [String], exclusions: [String])] = [
            ("", [], []), (" ", [], []), ("a", ["a"], []), (" a  b ", ["a", "b"], []),
            ("a\tb\nc\u{A0}d\u{3000}e", ["a", "b", "c", "d", "e"], []),
            ("A É ß", ["a", "e", "ss"], []),
            ("a a A", ["a"], []), ("-a –A a", ["a"], ["a"]), ("\"a b\"", ["a b"], []),
            ("\"a b", ["a b"], []),
            ("“a b”", ["a b"], []), ("„a b“", ["a b"], []), ("«a b»", ["a b"], []),
            ("″a b″", ["a b"], []),
            ("＂a b＂", ["a b"], []), ("\"a b”", ["a b"], []), ("\" a  b \"", ["a b"], []),
            ("\"a\"b", ["a", "b"], []), ("\"a\"\"b c\"", ["a", "b c"], []), ("\"\"", [], []),
            ("\" \"", [], []), ("\"", [], []), ("a\"", ["a\""], []),
            ("a\"b c\"", ["a\"b", "c\""], []),
            ("5\" nails", ["5\"", "nails"], []), ("-a", [], ["a"]), ("-\"a b\" c", ["c"], ["a b"]),
            ("-", [], []), ("- a", ["a"], []), ("a -", ["a"], []), ("--a", [], ["-a"]),
            ("a-b", ["a-b"], []),
            ("-\"", [], []), ("-\"\" a", ["a"], []), ("–a", [], ["a"]), ("a–b", ["a-b"], []),
            ("—a −\"b c\" ‐d ‑e ‒f ―g －h", [], ["a", "b c", "d", "e", "f", "g", "h"]),
            ("–", [], []), ("a — b", ["a", "b"], []), ("a– b", ["a-", "b"], []),
            ("––a", [], ["-a"]), ("–“a b”", [], ["a b"]), ("“–a”", ["-a"], []),
            ("\"-a\"", ["-a"], []), ("\u{AD} a", ["a"], []), ("\u{301}", [], []),
            ("-\u{200D}", [], []),
            ("\u{A8} a", ["a"], []), ("(a OR b)*", ["(a", "or", "b)*"], []), ("a:b", ["a:b"], []),
            ("한 \u{0}", ["\u{1112}\u{1161}\u{11AB}", "\u{0}"], []), ("don’t", ["don't"], []),
        ]
        XCTAssertGreaterThanOrEqual(rows.count, 40)
        for row in rows {
            let query = SearchQuery(row.query)
            XCTAssertEqual(query.terms.map(text), row.terms, row.query)
            XCTAssertEqual(query.exclusions.map(text), row.exclusions, row.query)
            XCTAssertFalse(query.isTruncated)
            XCTAssertEqual(query.isEmpty, row.terms.isEmpty && row.exclusions.isEmpty)
        }
    }

    func testLongQueriesAreTruncated() {
        let many = (1...33).map { "w\($0)" }.joined(separator: " ")
        XCTAssertTrue(SearchQuery(many).isTruncated)
        XCTAssertEqual(SearchQuery(many).terms.count, 32)
        let allowed = (1...32).map { "w\($0)" }.joined(separator: " ") + " - \"\" "
        XCTAssertFalse(SearchQuery(allowed).isTruncated)

        // Neither repeated words nor white space count.
        let repeated = String(repeating: "a ", count: 40) + "b"
        XCTAssertFalse(SearchQuery(repeated).isTruncated)
        XCTAssertEqual(SearchQuery(repeated).terms.map(text), ["a", "b"])
        let blanks = String(repeating: " \u{3000}", count: 4_096)
        for query in [blanks + "a", blanks + "a" + blanks, blanks + "-b" + blanks] {
            XCTAssertFalse(SearchQuery(query).isTruncated)
            XCTAssertFalse(SearchQuery(query).isEmpty)
        }
        XCTAssertTrue(SearchQuery("a" + blanks + "b").isTruncated)
        XCTAssertEqual(SearchQuery("a" + blanks + "b").terms.map(text), ["a"])

        let long = String(repeating: "é", count: 3_000)
        XCTAssertTrue(SearchQuery(long).isTruncated)
        XCTAssertEqual(SearchQuery(long).terms.map(\.count), [2_048])
        XCTAssertEqual(SearchQuery("a" + long).terms.map(\.count), [2_048])
        XCTAssertFalse(SearchQuery(String(repeating: "é", count: 2_048)).isTruncated)
        XCTAssertTrue(SearchQuery("a -" + long).exclusions.isEmpty)
        XCTAssertEqual(SearchQuery("a -" + long).terms.count, 1)
    }

    func testEveryWordMustBeInAText() {
        let rows: [(String, [Int])] = [
            ("", [0, 1, 2, 3, 4, 5]), ("beatles", [0, 1]), ("yest beat", [0]), ("beat yest", [0]),
            ("let it", [1, 2]), ("\"let it\" -live", [1]), ("-beatles", [2, 3, 4, 5]), ("-e", []),
            ("deja beyonce", [3]), ("b'day", [3]), ("fur", [4]), ("strasse bjork", [5]), ("zz", []),
            ("\"yesterday the\"", []), ("help -help", []), ("u.s.", [2]), ("\"be the\"", []),
        ]
        let index = SearchIndex(songs) { $0 }
        for (query, expected) in rows {
            XCTAssertEqual(index.results(for: query).positions, expected, query)
            XCTAssertEqual(songs.search(query) { $0 }, expected.map { songs[$0] }, query)
        }
    }

    func testResultsAreThoseOfFoldingEachText() {
        var random = SeededRandom(seed: 9)
        for _ in 0..<rounds(1_000, underStress: 60_000) {
            let records = (0..<Int.random(in: 0...20, using: &random)).map { _ in
                (0..<Int.random(in: 0...3, using: &random)).map { _ in phrase(12, &random) }
            }
            let index = SearchIndex(records) { $0 }
            let query = query(&random)
            let expected = records.indices.filter { matches(SearchQuery(query), records[$0]) }
            XCTAssertEqual(index.results(for: query).positions, expected, query)
            XCTAssertEqual(records.search(query) { $0 }, expected.map { records[$0] }, query)

            // From any earlier results.
            let earlier = index.results(for: self.query(&random))
            let narrowed = index.results(for: query, narrowing: earlier)
            XCTAssertEqual(narrowed.positions, expected, "\(query) after \(earlier.query)")
            let longer = query + phrase(2, &random)
            XCTAssertEqual(
                index.results(for: longer, narrowing: narrowed).positions,
                index.results(for: longer).positions,
                longer
            )
        }
    }

    func testResultsOfAnotherIndexAreNotNarrowed() {
        var index = SearchIndex(["a", "ab", "b"]) { [$0] }
        let results = index.results(for: "a")
        var copy = index
        XCTAssertEqual(copy.results(for: "ab", narrowing: results).positions, [1])
        copy.append(contentsOf: ["abc"]) { [$0] }
        index.append(contentsOf: ["x"]) { [$0] }
        XCTAssertEqual(copy.results(for: "ab", narrowing: results).positions, [1, 3])
        let newer = index.results(for: "a")
        XCTAssertEqual(copy.results(for: "ab", narrowing: newer).positions, [1, 3])
        let other = SearchIndex(["ab"]) { [$0] }
        XCTAssertEqual(other.results(for: "ab", narrowing: results).positions, [0])
        XCTAssertEqual(other.results(for: "", narrowing: results).positions, [0])
    }

    func testAnIndexThatChangesIsTheIndexOfTheChangedList() {
        var random = SeededRandom(seed: 10)
        for _ in 0..<rounds(500) {
            var list = (0..<Int.random(in: 0...8, using: &random)).map { _ in phrase(5, &random) }
            var index = SearchIndex(list) { [$0, ""] }
            for _ in 0..<4 {
                let new = (0..<Int.random(in: 0...3, using: &random)).map { _ in phrase(5, &random)
                }
                let end = Int.random(in: 0...list.count, using: &random)
                let range = Int.random(in: 0...end, using: &random)..<end
                switch Int.random(in: 0...2, using: &random) {
                case 0:
                    list += new
                    index.append(contentsOf: new) { [$0, ""] }
                case 1:
                    list.removeSubrange(range)
                    index.removeSubrange(range)
                default:
                    list.replaceSubrange(range, with: new)
                    index.replaceSubrange(range, with: new) { [$0, ""] }
                }
                XCTAssertEqual(index.count, list.count)
                let query = query(&random)
                XCTAssertEqual(
                    index.results(for: query).positions,
                    SearchIndex(list) { [$0, ""] }.results(for: query).positions
                )
            }
        }
    }

    func testAnEmptyIndexGrows() {
        var index = SearchIndex()
        XCTAssertEqual(index.results(for: "").positions, [])
        index.replaceSubrange(0..<0, with: ["a", "b"]) { [$0] }
        XCTAssertEqual(index.results(for: "b").positions, [1])
    }

    func testAnIndexIsAboutAsLargeAsItsTexts() {
        for count in [1_000, 2_000] {
            let songs = (0..<count).map { ["Song number \($0)", "Ängström & Söhne", "Album"] }
            let size = songs.joined().reduce(0) { $0 + $1.utf8.count }
            let index = SearchIndex(songs) { $0 }
            XCTAssertLessThanOrEqual(Double(index.bytes.count), 1.1 * Double(size))
        }
    }

    func testRangesAreWholeCharactersOfTheOriginalText() {
        let rows: [(query: String, text: String, ranges: [String])] = [
            ("let it", "Let it be, let IT", ["Let", "it", "let", "IT"]),
            ("\"let it\" -live", "Let  \n It be (live)", ["Let  \n It"]),
            ("e", "e\u{301}té", ["e\u{301}", "é"]),
            ("f", "ﬁne", ["ﬁ"]), ("s", "Straße", ["S", "ß"]), ("ss", "Straße", ["ß"]),
            ("aa", "aaaaa", ["aaaa"]),
            ("ab bc", "abcd abc", ["abc", "abc"]), ("a b", "ab", ["ab"]), ("", "abc", []),
            ("x", "abc", []),
            ("하", "한국", ["한"]), ("-a", "abc", []), ("'", "O’Neil", ["’"]), ("10", "① x ⑩", ["⑩"]),
            ("ab", "A\u{AD}b", ["A\u{AD}b"]), ("👩", "👩‍👧!", ["👩‍👧"]), ("kg", "5 ㎏", ["㎏"]),
        ]
        for row in rows {
            let ranges = SearchQuery(row.query).ranges(in: row.text)
            XCTAssertEqual(
                ranges.map { Array(row.text[$0].unicodeScalars) },
                row.ranges.map { Array($0.unicodeScalars) },
                "\(row)"
            )
        }
    }

    func testRangesOfAnyTextKeepTheirPromises() {
        var random = SeededRandom(seed: 12)
        for _ in 0..<rounds(5_000, underStress: 1_000_000) {
            SearchPromises(query: query(&random), text: phrase(30, &random)).check()
        }
    }

    func testManyTermsNeedMemoryForTheTextAlone() throws {
        let text = String(repeating: "a", count: 20_000)
        let terms = (1...32).map { String(repeating: "a", count: $0) }
        let query = SearchQuery(terms.joined(separator: " "))
        XCTAssertEqual(query.terms.count, 32)
        // A pair of offsets for each occurrence would take 10 MB.
        let growth = try peakGrowth {
            XCTAssertEqual(query.ranges(in: text), [text.startIndex..<text.endIndex])
        }
        XCTAssertLessThan(growth, 4 << 20)
    }

    func testATermIsFoundByEitherAlgorithm() {
        var random = SeededRandom(seed: 13)
        func letters(_ count: Int) -> [UInt8] {
            (0..<Int.random(in: 0...count, using: &random)).map { _ in
                Int.random(in: 0...5, using: &random) == 0 ? 0x62 : 0x61
            }
        }
        for _ in 0..<rounds(5_000, underStress: 500_000) {
            let (text, term) = (letters(120), letters(12) + [0x61])
            var start = 0
            // Each search begins again after the last occurrence.
            while start <= text.count {
                let expected = text.indices.dropFirst(start).first {
                    text[$0...].starts(with: term)
                }
                // With the lowest budget, the first comparison in vain starts the linear search.
                for budget in [-10_000, 0, 1_024] {
                    var comparisons = 0
                    let found = unsafe text.withUnsafeBufferPointer {
                        unsafe $0.offset(of: term, from: start, budget: budget, &comparisons)
                    }
                    XCTAssertEqual(found, expected, "\(term) in \(text) from \(start)")
                }
                guard let expected else { break }
                start = expected + term.count
            }
        }
    }

    func testATextOfOneLetterIsSearchedWithLinearlyManyComparisons() {
        let letters = [UInt8](repeating: 0x61, count: 300)
        for term in [letters + [0x62] + letters, letters + [0x62, 0x61], [0x61, 0x62] + letters] {
            func comparisons(_ count: Int) -> Int {
                let text = [UInt8](repeating: 0x61, count: count)
                var comparisons = 0
                let found = unsafe (text + term).withUnsafeBufferPointer {
                    unsafe $0.offset(of: term, from: 0, budget: 1_024, &comparisons)
                }
                XCTAssertEqual(found, count)
                return comparisons
            }
            let (less, more) = (comparisons(10_000), comparisons(20_000))
            XCTAssertLessThan(less, 4 * 10_000)
            XCTAssertLessThan(more, 2 * less + 10_000)
        }
    }

    func testATermInALongTextOfOneLetterIsFoundInEachRecord() {
        func letters(_ count: Int) -> String { String(repeating: "a", count: count) }
        let term = "\(letters(300))b\(letters(300))"
        let late = letters(10_000) + term
        let index = SearchIndex([letters(10_000), late, "x", late + late]) { [$0] }
        XCTAssertEqual(index.results(for: term).positions, [1, 3])
        XCTAssertEqual(index.results(for: "\(letters(600)) -\(term)").positions, [0])
        let ranges = SearchQuery(term).ranges(in: late + late)
        XCTAssertEqual(ranges.map { (late + late)[$0].utf8.count }, [601, 601])
        XCTAssertEqual(SearchQuery("a aa aaa").ranges(in: late).count, 2)
    }

    func testTheResultsOfABroaderQueryAreNarrowed() {
        let rows: [(old: String, new: String, isNarrower: Bool)] = [
            ("beat", "beatl", true), ("a b", "ab", true), ("-ab", "-a", true), ("", "a", true),
            ("", "-a", true), ("a", "b a", true), ("-a", "-ab", false), ("a -x", "a", false),
            ("ab", "a", false), ("a", "", false), ("a b", "a", false), ("\"a b\"", "a b", false),
        ]
        for row in rows {
            let isNarrower = SearchQuery(row.new).isNarrower(than: SearchQuery(row.old))
            XCTAssertEqual(isNarrower, row.isNarrower, "\(row)")
        }

        // Results that lack matches show which records are searched.
        let index = SearchIndex(["a", "ab", "abc", "b", "c", "d", "e", "f"]) { [$0] }
        let all = index.results(for: "a")
        func narrowed(_ query: String, _ positions: [Int]) -> [Int] {
            let earlier = SearchResults(
                positions: positions,
                query: all.query,
                revision: all.revision
            )
            return index.results(for: query, narrowing: earlier).positions
        }
        XCTAssertEqual(narrowed("ab", [2, 3]), [2])
        XCTAssertEqual(narrowed("b", [2, 3]), [1, 2, 3])
        // One search of the index is faster than one for each of many records.
        XCTAssertEqual(narrowed("ab", [2, 3, 4]), [1, 2])
    }

    // MARK: - The rules, in other words

    private func matches(_ query: SearchQuery, _ texts: [String]) -> Bool {
        let folded = texts.map { text in
            var bytes: [UInt8] = []
            text.appendFolded(to: &bytes)
            return String(decoding: bytes, as: UTF8.self)
        }
        func occurs(_ term: [UInt8]) -> Bool {
            folded.contains {
                $0.utf8.firstRange(of: String(decoding: term, as: UTF8.self).utf8) != nil
            }
        }
        return query.terms.allSatisfy(occurs) && !query.exclusions.contains(where: occurs)
    }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    private func phrase(_ count: Int, _ random: inout SeededRandom) -> String {
        let letters = [
            "a", "b", "a", "b", "c", "A", "á", "a\u{301}", "\u{301}", "ß", "s", "ﬁ", "f", " ", " ",
            "\t", "’",
            "'", "\u{AD}", "한", "하", "가", "①", "-", "👩‍👧", "\r\n",
        ]
        return (0..<Int.random(in: 0...count, using: &random))
            .map { _ in letters.randomElement(using: &random) ?? "" }.joined()
    }

    private func query(_ random: inout SeededRandom) -> String {
        (0..<Int.random(in: 0...3, using: &random)).map { _ in
            let term = phrase(3, &random)
            switch Int.random(in: 0...5, using: &random) {
            case 0: return "-\(term) "
            case 1: return "\"\(term)\""
            default: return term + " "
            }
        }.joined()
    }
}
