import FootingExtendedAttributes
import Foundation
import TestSupport
import XCTest

final class TextCodingTests: XCTestCase {
    func testTextIsStoredAsItIs() throws {
        let store = try StoredValue(of: self)

        for text in [
            "", "a", "fifteen bytes 15", "naïve", "e\u{301}", "\u{E9}", "👩‍👩‍👧", "a\0b\0", "\n\r\t",
        ] {
            let bytes = try store.bytes(of: text, as: .utf8)
            XCTAssertEqual(bytes, Data(text.utf8), text)
            let read = try store.value(in: text.utf8, as: .utf8)
            XCTAssertEqual(read.map { Array($0.utf8) }, Array(text.utf8), text)
        }
    }

    func testTextThatIsNoUTF8IsRefused() throws {
        let store = try StoredValue(of: self)
        let rows: [[UInt8]] = [
            [0x80], [0xE9], Array("caf".utf8) + [0xE9], [0xC3], [0xC0, 0xAF], [0xED, 0xA0, 0x80],
            [0xF4, 0x90, 0x80, 0x80], [0xFF, 0xFE], [0xF0, 0x9F, 0x91],
            // U+FFFD itself is valid, but not in place of invalid bytes.
            Array("\u{FFFD}".utf8) + [0xFF],
        ]

        for row in rows { try store.assertRefuses(row, as: ExtendedAttributeCoding<String>.utf8) }
        try store.assertReads("\u{FFFD}".utf8, as: .utf8, "\u{FFFD}")
    }

    func testTextFromARandomMixOfBytesIsReadExactlyIfItIsUTF8() throws {
        let store = try StoredValue(of: self)
        var numbers = SeededRandom(seed: 1)

        for _ in 0..<rounds(2_000, underStress: 16_000) {
            let count = Int.random(in: 0..<24, using: &numbers)
            let bytes = (0..<count).map { _ in
                [0x41, 0xC3, 0xA9, 0xCC, 0x81, 0xE2, 0x82, 0xAC, 0xF0, 0x9F].randomElement(
                    using: &numbers
                ) as UInt8? ?? 0
            }
            if let text = String(validating: bytes, as: UTF8.self) {
                let read = try store.value(in: bytes, as: .utf8)
                XCTAssertEqual(read.map { Array($0.utf8) }, Array(text.utf8), "\(bytes)")
            } else {
                try store.assertRefuses(bytes, as: ExtendedAttributeCoding<String>.utf8)
            }
        }
    }

    func testBytesAreStoredAsTheyAre() throws {
        let store = try StoredValue(of: self)

        for bytes in [[], [0], Array(0...255), [1, 0, 0]] as [[UInt8]] {
            try store.assertWrites(bytes, as: .bytes, bytes: bytes)
            try store.assertWrites(Data(bytes), as: .bytes, bytes: bytes)
            let slice = (Data([7]) + Data(bytes)).dropFirst()
            XCTAssertEqual(try store.bytes(of: slice, as: .bytes), Data(bytes))
        }
    }

    func testTruthIsOneOfTwoWords() throws {
        let store = try StoredValue(of: self)

        try store.assertWrites(true, as: .trueFalse, "true")
        try store.assertWrites(false, as: .trueFalse, "false")
        try store.assertRefuses(
            [
                "", "TRUE", "True", "False", "1", "0", "yes", "t", "tru", "truee", " true", "true ",
                "true\n", "true\0", "fals", "falsee",
            ],
            as: .trueFalse
        )
    }

    func testListsHaveCommasBetweenTheirElements() throws {
        let store = try StoredValue(of: self)

        try store.assertWrites([], as: .commaSeparated, "")
        try store.assertWrites(["holiday"], as: .commaSeparated, "holiday")
        try store.assertWrites(["holiday", "beach"], as: .commaSeparated, "holiday,beach")
        try store.assertWrites(["", ""], as: .commaSeparated, ",")
        try store.assertWrites(["", "a", ""], as: .commaSeparated, ",a,")
        try store.assertWrites([" a ", "b\n", "\0"], as: .commaSeparated, " a ,b\n,\0")
        // A comma and an accent behind it are one character, and still a comma.
        try store.assertReads("a,\u{301}b".utf8, as: .commaSeparated, ["a", "\u{301}b"])
        let read = try store.value(in: "e\u{301},\u{E9}".utf8, as: .commaSeparated)
        XCTAssertEqual(read?.map { Array($0.utf8) }, [[0x65, 0xCC, 0x81], [0xC3, 0xA9]])
    }

    func testListsThatWouldBeReadDifferentlyCantBeWritten() throws {
        let store = try StoredValue(of: self)

        for list in [[""], ["a,b"], [","], ["a", "b,"], [",\u{301}"]] {
            try store.assertCantWrite(list, as: .commaSeparated)
        }
        try store.assertRefuses([0x61, 0x2C, 0xFF], as: .commaSeparated)
    }

    func testAListOfOneEmptyStringIsRefusedWithItsOwnReason() throws {
        let store = try StoredValue(of: self)

        let empty = try store.assertCantWrite([""], as: .commaSeparated)
        let comma = try store.assertCantWrite(["a,b"], as: .commaSeparated)

        let sentence = try XCTUnwrap(empty?.description)
        XCTAssertTrue(sentence.contains("would be read as an empty list"), sentence)
        XCTAssertFalse(sentence.contains("no comma"), sentence)
        let other = try XCTUnwrap(comma?.description)
        XCTAssertTrue(other.contains("in parts that contain no comma"), other)
    }

    func testRandomListsAreReadBack() throws {
        let store = try StoredValue(of: self)
        var numbers = SeededRandom(seed: 1)

        for _ in 0..<rounds(500, underStress: 4_000) {
            let list = (0..<Int.random(in: 0..<5, using: &numbers)).map { _ in
                String(
                    (0..<Int.random(in: 0..<4, using: &numbers)).compactMap { _ in
                        "ab \u{301}\u{E9}\0\n".randomElement(using: &numbers)
                    }
                )
            }
            guard list != [""] else { continue }
            _ = try store.bytes(of: list, as: .commaSeparated)
            let key = ExtendedAttributeKey(StoredValue.name, as: .commaSeparated)
            XCTAssertEqual(try store.attributes.value(for: key), list)
        }
    }

    func testLongTextIsARawValue() throws {
        struct Text: RawRepresentable, Equatable { let rawValue: String }
        let store = try StoredValue(of: self)
        for long in [String(repeating: "x", count: 3_000), String(repeating: "漢", count: 1_000)] {
            try store.assertWrites(Text(rawValue: long), as: .rawValue(of: .utf8), long)
        }
    }

    func testRawValuesAreThoseOfTheirType() throws {
        enum Stage: String { case draft, review = "in review" }
        enum Word: String { case composed = "\u{E9}" }
        enum Priority: Int8 { case low = -1, high = 1 }
        struct Options: OptionSet, Equatable { let rawValue: UInt16 }
        struct Opened: RawRepresentable, Equatable { let rawValue: Date }
        let store = try StoredValue(of: self)

        try store.assertWrites(Stage.review, as: .rawValue(of: .utf8), "in review")
        try store.assertRefuses(
            ["", "published", "Draft"],
            as: .rawValue(of: .utf8) as Coding<Stage>
        )
        try store.assertWrites(Word.composed, as: .rawValue(of: .utf8), "\u{E9}")
        try store.assertRefuses(["e\u{301}"], as: .rawValue(of: .utf8) as Coding<Word>)
        try store.assertWrites(Priority.low, as: .rawValue(of: .decimal), "-1")
        try store.assertWrites(Priority.low, as: .rawValue(of: .bigEndian), bytes: [0xFF])
        try store.assertRefuses(
            ["0", "128", "low"],
            as: .rawValue(of: .decimal) as Coding<Priority>
        )
        try store.assertWrites(Options(rawValue: 5), as: .rawValue(of: .decimal), "5")
        let opened = Opened(rawValue: Date(timeIntervalSinceReferenceDate: 0))
        try store.assertWrites(opened, as: .rawValue(of: .iso8601), "2001-01-01T00:00:00Z")
    }

    func testACodingOfOnesOwnIsMadeFromAnother() throws {
        let even = ExtendedAttributeCoding<Int>(.decimal, expected: "half of an even number") {
            half in
            half < 1_000 ? half * 2 : nil
        } encode: { number in
            number.isMultiple(of: 2) ? number / 2 : nil
        }
        let store = try StoredValue(of: self)

        try store.assertWrites(42, as: even, "21")
        let unreadable = try store.assertRefuses("1000000000007".utf8, as: even)
        try store.assertRefuses("x".utf8, as: even)
        let unwritable = try store.assertCantWrite(700_000_000_000_001, as: even)

        let sentence = try XCTUnwrap(unreadable?.description)
        XCTAssertTrue(sentence.contains("not half of an even number"), sentence)
        XCTAssertTrue(sentence.contains("user.value"), sentence)
        XCTAssertFalse(sentence.contains("1000000000007"), sentence)
        let refusal = try XCTUnwrap(unwritable?.description)
        XCTAssertTrue(refusal.contains("be written as half of an even number"), refusal)
        XCTAssertFalse(refusal.contains("700000000000001"), refusal)
    }
}

typealias Coding = ExtendedAttributeCoding
