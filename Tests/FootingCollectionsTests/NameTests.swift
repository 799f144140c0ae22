@testable import FootingCollections
import Foundation
import TestSupport
import XCTest

final class NameTests: XCTestCase {
    private static let expected = [
        "", " ", "_x", "1", "01", "001", "2", "A", "a9", "a10", "aero", "Ærø", "Angstrom",
        "Ångström", "b", "e", "é", "É", "file 9", "file 10", "n", "ñ", "o", "O'Neil", "O’Neil",
        "ore", "øre", "ss", "ß", "x y", "x-y", "xy", "Z", "zzz", "е", "Ё", "я", "中国", "日本",
    ]

    func testNamesAreInTheOrderOfTheTable() {
        let expected = Self.expected
        for (index, name) in expected.enumerated() {
            for (otherIndex, other) in expected.enumerated() {
                let difference = (index - otherIndex).signum()
                XCTAssertEqual(
                    NameComparator().compare(name, other).rawValue,
                    difference,
                    "\(name) \(other)"
                )
                XCTAssertEqual(NameKey(name) < NameKey(other), difference < 0, "\(name) \(other)")
            }
        }
        var random = SeededRandom(seed: 1)
        let shuffled = expected.shuffled(using: &random)
        XCTAssertEqual(shuffled.sorted(byName: \.self), expected)
        XCTAssertEqual(shuffled.sorted(byName: \.self, order: .reverse), expected.reversed())
        XCTAssertEqual(shuffled.sorted { NameKey($0) < NameKey($1) }, expected)
        XCTAssertEqual(shuffled.sorted(using: .names(order: .reverse)), expected.reversed())
        XCTAssertEqual(
            shuffled.sorted(using: KeyPathComparator(\String.self, comparator: .names)),
            expected
        )
    }

    func testSmallDifferencesDecideInTheOrderOfTheLevels() {
        let rows = [
            "a1", "a01", "A1", "A01", "á1", "Á1", "a1b", "a01b", "a1é", "a01É", "a2",
        ]
        for (name, next) in zip(rows, rows.dropFirst()) {
            XCTAssertLessThan(NameKey(name), NameKey(next))
        }
        // Zero has no leading zeros but the surplus ones.
        XCTAssertEqual(["000", "0", "00", "1"].sorted(byName: \.self), ["0", "00", "000", "1"])
        XCTAssertEqual(["a\u{0}", "a", "a "].sorted(byName: \.self), ["a", "a ", "a\u{0}"])
    }

    func testTheKeyOfALetterIsBeforeAllNamesThatBeginWithIt() {
        let letters = "abcdefghijklmnopqrstuvwxyz".map(String.init) + ["\u{80}"]
        for (letter, next) in zip(letters, letters.dropFirst()) {
            for start in [letter, letter.uppercased(), letter + "\u{30A}"] {
                for name in [start, start + " b", start + "zz", start + "я"] {
                    XCTAssertLessThanOrEqual(NameKey(letter), NameKey(name))
                    XCTAssertLessThan(NameKey(name), NameKey(next))
                }
            }
        }
        XCTAssertLessThan(NameKey("9"), NameKey("a"))
        // Numbers have neither decimals nor signs.
        XCTAssertLessThan(NameKey("1.5"), NameKey("1.25"))
        XCTAssertLessThan(NameKey("-1"), NameKey("-2"))
        for name in ["\u{81}", "я", "中", "👩"] {
            XCTAssertLessThan(NameKey("\u{80}"), NameKey(name))
        }
    }

    func testEachNameIsEvaluatedOnceAndTheSortIsStable() {
        var evaluations = 0
        let names = ["b", "a", "B", "a", "b", "á"].enumerated().map { $0 }
        for (order, expected) in [
            (SortOrder.forward, [1, 3, 5, 0, 4, 2]), (.reverse, [2, 0, 4, 5, 1, 3]),
        ] {
            let sorted = names.sorted(
                byName: {
                    evaluations += 1; return $0.element
                },
                order: order
            )
            XCTAssertEqual(sorted.map(\.offset), expected)
        }
        XCTAssertEqual(evaluations, 2 * names.count)
    }

    func testNamesWithOneFoldHaveDifferentHashes() {
        // Each bit of a number says if a letter is a capital.
        let hashes = (0..<1_000).map { number in
            let letters = (0..<10).map { number >> $0 & 1 == 0 ? "a" : "A" }
            return NameKey(letters.joined()).hashValue
        }
        XCTAssertGreaterThan(Set(hashes).count, 900)
    }

    func testNumbersOfAnyLengthCountByTheirValue() {
        let digits = String(repeating: "1", count: 1_000)
        let rows = [
            "n " + digits.dropLast(), "n " + digits, "n 0" + digits, "n " + digits.dropLast() + "2",
            "n " + digits.dropFirst() + "10", "n " + String(repeating: "9", count: 10_000),
        ]
        for (name, next) in zip(rows, rows.dropFirst()) {
            XCTAssertEqual(NameComparator().compare(name, next), .orderedAscending)
            XCTAssertLessThan(NameKey(name), NameKey(next))
        }
        for count in 1...600 {
            let name = String(repeating: "7", count: count)
            XCTAssertLessThan(NameKey(name + "z"), NameKey("7" + name))
            XCTAssertEqual(NameComparator().compare(name + "z", "7" + name), .orderedAscending)
        }
    }

    func testTheOrderOfAnyStringsIsTotal() {
        var random = SeededRandom(seed: 5)
        let letters = [
            "a", "A", "b", "e", "E", "é", "É", "e\u{301}", "\u{301}", "\u{327}", "\u{200D}",
            "\u{AD}",
            "\u{0}", "0", "0", "1", "9", "０", "１", "ß", "ẞ", "ss", "ﬁ", "fi", "İ", "ı", "i", "ǅ",
            "ǆ", "Ǆ", "👩", "👩‍👧", " ", "\t", "-", "–", "'", "’", "한", "\u{1112}", "\u{1161}", "Å",
            "\u{212B}", "Ω", "\u{2126}", "Σ", "ς", "中", "\u{94D}", "\u{93C}", "～",
        ]
        func string() -> String {
            (0..<Int.random(in: 0...4, using: &random))
                .map { _ in letters.randomElement(using: &random) ?? "" }.joined()
        }
        var previous = (0..<3).map { _ in string() }
        for _ in 0..<rounds(20_000, underStress: 3_400_000) {
            previous = [previous[Int.random(in: 0...2, using: &random)], string(), string()]
            let keys = previous.map { NameKey($0) }
            for (index, other) in [(0, 1), (1, 2), (0, 2)] {
                let result = NameComparator().compare(previous[index], previous[other])
                let isSame = previous[index] == previous[other]
                func names() -> String { "\(previous.map { $0.unicodeScalars.map(\.value) })" }
                // Equal strings whose marks are in another order may fold differently.
                if !isSame || keys[index] == keys[other] {
                    XCTAssertEqual(result == .orderedSame, isSame, names())
                }
                XCTAssertEqual(
                    NameComparator().compare(previous[other], previous[index]).rawValue,
                    -result.rawValue,
                    names()
                )
                XCTAssertEqual(keys[index] < keys[other], result == .orderedAscending, names())
                XCTAssertEqual(keys[other] < keys[index], result == .orderedDescending, names())
                if keys[index] == keys[other] {
                    XCTAssertEqual(keys[index].hashValue, keys[other].hashValue)
                }
            }
            let sorted = keys.sorted()
            XCTAssertFalse(
                sorted[2] < sorted[0],
                "\(sorted.map { $0.name.unicodeScalars.map(\.value) })"
            )
            XCTAssertFalse(sorted[2] < sorted[1])
            XCTAssertFalse(sorted[1] < sorted[0])
        }
    }

    func testOrdinaryNamesAreOrderedAsFoundationDoes() {
        var random = SeededRandom(seed: 11)
        let syllables = [
            "an", "Ber", "é", "lo", "mÜ", "O'", "ña", "Zo", " ", " von ", "Å", "ø", "ss", "ß", "-",
            "10", "2",
        ]
        func name() -> String {
            (0..<Int.random(in: 1...4, using: &random))
                .map { _ in syllables.randomElement(using: &random) ?? "" }.joined()
        }
        var differences = 0
        let count = rounds(2_000, underStress: 100_000)
        for _ in 0..<count {
            let (name, other) = (name(), name())
            let expected = name.localizedStandardCompare(other)
            if NameComparator().compare(name, other) != expected { differences += 1 }
        }
        print("\(differences) of \(count) pairs are in another order than Foundation's")
        XCTAssertLessThan(differences, count / 20)
    }
}
