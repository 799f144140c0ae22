@testable import FootingCollections
import Foundation
import TestSupport
import XCTest

final class FoldingTests: XCTestCase {
    func testRowsOfTheTableAreFolded() {
        let rows: [(String, String)] = [
            ("Ærø", "aero"), ("Łódź", "lodz"), ("Đorđe", "dorde"), ("Ðð Þþ", "dd thth"),
            ("Œuvre", "oeuvre"), ("ıİ", "ii"), ("Ħħ Ŧŧ Ŋŋ", "hh tt nn"), ("Straße ẞ", "strasse ss"),
            ("ƀ ǥ ɨ ƶ ɏ Ⱥ Ꝁ", "b g i z y a k"), ("Ꞡ ꞣ ꞥ ꞧ Ꞩ Ꝉ ꝋ Ɀ ꟈ ꟊ", "g k n r s l o ɀ d s"),
            ("‘a’ ‚a‛ aʼ a′ a´ a` a＇ a｀", "'a' 'a' a' a' a' a' a' a'"),
            ("“a” „a‟ «a» a″ ＂", "\"a\" \"a\" \"a\" a\" \""),
            ("a‐b‑c‒d–e—f―g−h－i", "a-b-c-d-e-f-g-h-i"),
            ("a \t\r\n\u{A0}\u{2003}\u{3000}b", "a b"), ("  ", " "),
            (
                "so\u{AD}ft \u{200D}j\u{200E}\u{202A}\u{2066} v\u{FE0F}\u{E0100} \u{FEFF}b",
                "soft j v b"
            ),
            ("ＡＢ１ ｶﾞ ﬁ ① x² Ⅳ ㎏", "ab1 カ\u{3099} fi 1 x2 iv kg"),
            ("Ångström ÉCOLE naïve", "angstrom ecole naive"), ("Ёлка Й", "елка и"),
            ("Ὀδυσσεύς ᾳ", "οδυσσευσ α"), ("שָׁלוֹם", "שלום"), ("مُحَمَّد", "محمد"), ("آ", "ا"),
            ("हिन्दी ที่ が", "हिन्दी ที่ か\u{3099}"), ("a\u{301}\u{20DD}\u{1DC4}", "a"),
            ("한글", "\u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF}"),
            ("\u{0} _-x", "\u{0} _-x"), ("👩‍👧 中国", "👩👧 中国"), ("", ""), ("a\u{A8}b \u{AF}", "a b "),
        ]
        for (string, expected) in rows {
            XCTAssertEqual(Array(folded(string).utf8), Array(expected.utf8), string)
        }
    }

    func testEveryScalarFoldsAsFoundationDoes() {
        var differences: [String] = []
        var (changed, longest, later) = (0, 0, 0)
        for value in UInt32(0)...0x10FFFF {
            // The planes from 3 to 13 are not assigned.
            guard isUnderStress || !(0x32000..<0xE0000 ~= value || value > 0xE0200),
                let scalar = Unicode.Scalar(value)
            else { continue }
            let string = String(scalar)
            let fold = folded(string)
            let isChanged = Array(fold.utf8) != Array(string.utf8)
            if isChanged { changed += 1 }
            // Most scalars fold to themselves.
            guard isUnderStress || isChanged || value % 16 == 0 else { continue }
            longest = max(longest, fold.utf8.count)
            XCTAssertEqual(Array(folded(fold).utf8), Array(fold.utf8), "not idempotent: \(string)")
            if string == fold, value > 0x3000, FoldTable.isIdeographOrUnassigned(scalar) {
                continue
            }
            let expected = Self.independentFold(of: string)
            if Array(expected.utf8) == Array(fold.utf8) { continue }
            // Foundation knows a later version of Unicode than the table.
            if let age = scalar.properties.age, age.major > 15 { later += 1; continue }
            differences.append("U+\(String(value, radix: 16)): \(fold), not \(expected)")
        }
        XCTAssertEqual(differences, [])
        XCTAssertEqual(longest, 33)
        // The table has neither Hangul syllables nor the variation selectors of plane 14.
        XCTAssertEqual(changed, FoldTable.count + 11_172 + 240)
        print("\(later) scalars change since a later version of Unicode")
    }

    func testComposedAndDecomposedStringsFoldAlike() {
        var random = SeededRandom(seed: 3)
        let ranges: [ClosedRange<UInt32>] = [
            0x20...0x7E, 0xC0...0x24F, 0x300...0x345, 0x370...0x3FF, 0x400...0x45F, 0x600...0x655,
            0x1E00...0x1FFF, 0x3041...0x30FF, 0xAC00...0xD7A3, 0x4E00...0x4FFF,
        ]
        for _ in 0..<rounds(2_000, underStress: 100_000) {
            var scalars = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 1...12, using: &random) {
                let range = ranges.randomElement(using: &random) ?? 0x20...0x7E
                if let scalar = Unicode.Scalar(.random(in: range, using: &random)) {
                    scalars.append(scalar)
                }
            }
            let string = String(scalars)
            let fold = folded(string.precomposedStringWithCanonicalMapping)
            let other = folded(string.decomposedStringWithCanonicalMapping)
            XCTAssertEqual(Array(fold.utf8), Array(other.utf8), string)
            XCTAssertEqual(Array(folded(fold).utf8), Array(fold.utf8), string)
        }
    }

    func testMarksThatStayAreDifferentInAnotherOrder() {
        XCTAssertNotEqual(
            Array(folded("\u{915}\u{93C}\u{94D}").utf8),
            Array(folded("\u{915}\u{94D}\u{93C}").utf8)
        )
    }

    private func folded(_ string: String) -> String {
        var bytes: [UInt8] = []
        string.appendFolded(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    // MARK: - The rules, in other words

    private static let strokes: [Character: String] = [
        "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "ŋ": "n", "ƚ": "l",
        "‘": "'", "’": "'", "‚": "'", "‛": "'", "ʼ": "'", "′": "'", "´": "'", "`": "'",
        "“": "\"", "”": "\"", "„": "\"", "‟": "\"", "«": "\"", "»": "\"", "″": "\"",
        "‐": "-", "‑": "-", "‒": "-", "–": "-", "—": "-", "―": "-", "−": "-",
    ]

    private static func independentFold(of string: String) -> String {
        var string = string
        while true {
            var next = ""
            for scalar in string.unicodeScalars {
                let name = scalar.properties.name ?? ""
                if let replacement = strokes[Character(scalar)] {
                    next += replacement
                } else if name.hasPrefix("LATIN SMALL LETTER "),
                    name.split(separator: " ")[3].count == 1, isStroked(name)
                {
                    next += name.split(separator: " ")[3].lowercased()
                } else if scalar.properties.isWhitespace {
                    next += " "
                } else if !isDropped(scalar) {
                    next += String(scalar).decomposedStringWithCompatibilityMapping
                }
            }
            if Array(next.utf8) == Array(string.utf8) {
                next = next.unicodeScalars.map { caseFold($0) }.joined()
                if Array(next.utf8) == Array(string.utf8) { return next }
            }
            string = next.replacing(#/ +/#, with: " ")
        }
    }

    /// Whether a name says that a letter has a stroke, of any direction, height and length, and
    /// nothing else.
    private static func isStroked(_ name: String) -> Bool {
        let words = name.split(separator: " ")[4...].joined(separator: " ")
        let kinds = ["", "DIAGONAL ", "OBLIQUE ", "HIGH ", "LONG ", "SHORT "]
        let ends = ["", " OVERLAY", " AND DIAGONAL STROKE"]
        return kinds.contains { kind in ends.contains { words == "WITH \(kind)STROKE\($0)" } }
    }

    private static func caseFold(_ scalar: Unicode.Scalar) -> String {
        // Unicode folds variants of Cyrillic letters, and Cherokee to its older, capital letters.
        if 0x1C80...0x1C88 ~= scalar.value { return String(scalar).uppercased().lowercased() }
        let isCherokee = scalar.properties.name?.hasPrefix("CHEROKEE ") == true
        let string = String(scalar)
        return isCherokee
            ? string.uppercased() : string.folding(options: .caseInsensitive, locale: nil)
    }

    private static func isDropped(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x300...0x36F, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F:
            true
        case 0x483...0x489, 0x591...0x5C7, 0x610...0x61A, 0x64B...0x65F, 0x670, 0x6D6...0x6ED:
            [.nonspacingMark, .enclosingMark].contains(scalar.properties.generalCategory)
        case 0xAD, 0x61C, 0x180B...0x180F, 0x200B...0x200F, 0x202A...0x202E, 0x2060,
            0x2066...0x2069, 0xFE00...0xFE0F, 0xFEFF, 0xE0100...0xE01EF:
            true
        default: false
        }
    }
}

extension FoldTable {
    /// Scalars without a decomposition, which the test leaves out to be quick.
    fileprivate static func isIdeographOrUnassigned(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isUnifiedIdeograph
            || [.unassigned, .privateUse].contains(scalar.properties.generalCategory)
    }
}
