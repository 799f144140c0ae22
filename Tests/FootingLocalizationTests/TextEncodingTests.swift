import FootingLocalization
import Foundation
import XCTest

final class TextEncodingTests: XCTestCase {
    func testBytesThatAreNoUnicodeAreShownAsReplacementsAndNameTheirLine() throws {
        let quote: [UInt8] = [0x22, 0]
        let begin: [UInt8] = [0x0A, 0, 0x6B, 0, 0x3D, 0] + quote  // k="
        let end: [UInt8] = quote + [0x3B, 0]
        let rows: [(name: String, bytes: [UInt8], text: String, codes: [LocalizationIssue.Code])] =
            [
                (
                    "a lone lead", [0xFF, 0xFE] + begin + [0x3D, 0xD8, 0x61, 0] + end, "\u{FFFD}a",
                    [.undecodableText]
                ),
                (
                    "a lone trail", [0xFF, 0xFE] + begin + [0x00, 0xDE] + end, "\u{FFFD}",
                    [.undecodableText]
                ),
                (
                    "a lead at the end", [0xFF, 0xFE] + begin + [0x61, 0] + end + [0x3D, 0xD8], "a",
                    [.undecodableText, .syntax]
                ),
                (
                    "odd length", [0xFF, 0xFE] + begin + [0x61, 0] + end + [0x20], "a",
                    [.undecodableText, .syntax]
                ),
                (
                    "odd length, no mark", begin + [0x61, 0] + end + [0x20], "a",
                    [.undecodableText, .syntax]
                ),
            ]
        for row in rows {
            let store = try makeStore(data: ["en.lproj/Localizable.strings": Data(row.bytes)])
            XCTAssertEqual(store.localizer(for: [])("k"), row.text, row.name)
            XCTAssertEqual(store.report.issues.map(\.code), row.codes, row.name)
            XCTAssertEqual(store.report.issues.first?.line, 2, row.name)
        }
    }

    func testANumberBeyondUnicodeIsAReplacement() throws {
        let bytes: [UInt8] =
            "k='".unicodeScalars.flatMap { [0, 0, 0, UInt8($0.value)] }
            + [0, 0x11, 0, 0] + [0, 0, 0xD8, 0]
            + "';".unicodeScalars.flatMap { [0, 0, 0, UInt8($0.value)] }
        let store = try makeStore(data: ["en.lproj/Localizable.strings": Data(bytes)])
        XCTAssertEqual(store.localizer(for: [])("k"), "\u{FFFD}\u{FFFD}")
        XCTAssertEqual(store.report.issues.map(\.code), [.undecodableText])
        XCTAssertTrue("\(store.report.issues)".contains("2 places"), "\(store.report.issues)")
    }

    func testAMarkAloneIsAnEmptyTable() throws {
        let marks: [[UInt8]] = [
            [0xEF, 0xBB, 0xBF], [0xFF, 0xFE], [0xFE, 0xFF], [0xFF, 0xFE, 0, 0], [0, 0, 0xFE, 0xFF],
        ]
        for mark in marks {
            let store = try makeStore(data: ["en.lproj/Localizable.strings": Data(mark)])
            XCTAssertEqual(store.languages, ["en"], "\(mark)")
            XCTAssertEqual(store.report.issueCount, 0, "\(mark)\n\(store.report.issues)")
        }
    }

    func testTheFewestBytesAreReadWithoutATrap() throws {
        var inputs: Set<Data> = []
        for first in [0, 0x22, 0x3B, 0xEF, 0xFE, 0xFF] as [UInt8] {
            for second in [0, 0x22, 0xBB, 0xFE, 0xFF] as [UInt8] {
                for third in [0, 0x22, 0xBF] as [UInt8] {
                    for count in 1...3 {
                        inputs.insert(Data([first, second, third].prefix(count)))
                    }
                }
            }
        }
        XCTAssertEqual(inputs.count, 6 + 6 * 5 + 6 * 5 * 3)
        for data in inputs {
            let store = try makeStore(data: ["en.lproj/Localizable.strings": data])
            XCTAssertEqual(store.languages, ["en"], "\(Array(data))")
        }
    }

    func testAZeroInsideOfATextIsACharacter() throws {
        let data = Data("\"key\" = \"a\0b\";".utf8)
        let store = try makeStore(data: ["en.lproj/Localizable.strings": data])
        XCTAssertEqual(store.localizer(for: [])("key"), "a\0b")
        XCTAssertEqual(store.report.issueCount, 0)
    }
}
