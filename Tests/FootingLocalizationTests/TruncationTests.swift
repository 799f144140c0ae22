@testable import FootingLocalization
import Foundation
import TestSupport
import XCTest

/// Files of two kilobytes that end after each of their bytes.
final class TruncationTests: XCTestCase {
    private let entries = (0..<44).map { number in
        (key: "key \(number)", text: "Text ä \"\(number)\" 😀 %1$@ und so weiter")
    }

    private func strings(_ entries: ArraySlice<(key: String, text: String)>) -> String {
        entries.map { "\"\($0.key)\" = \"\($0.text.replacing("\"", with: "\\\""))\";\n" }.joined()
    }

    private func propertyList(_ format: PropertyListSerialization.PropertyListFormat) throws -> Data
    {
        let texts = Dictionary(uniqueKeysWithValues: entries.map { ($0.key, $0.text) })
        return try PropertyListSerialization.data(
            fromPropertyList: texts,
            format: format,
            options: 0
        )
    }

    func testATextKeepsWhatStandsBeforeTheCutInEveryEncoding() {
        let encodings: [(encoding: String.Encoding, mark: [UInt8])] = [
            (.utf8, []), (.utf8, [0xEF, 0xBB, 0xBF]), (.utf16LittleEndian, []),
            (.utf16LittleEndian, [0xFF, 0xFE]), (.utf16BigEndian, []),
            (.utf16BigEndian, [0xFE, 0xFF]), (.utf32LittleEndian, []),
            (.utf32LittleEndian, [0xFF, 0xFE, 0, 0]), (.utf32BigEndian, []),
            (.utf32BigEndian, [0, 0, 0xFE, 0xFF]),
        ]
        for (encoding, mark) in encodings {
            let width = "\n".data(using: encoding)?.count ?? 1
            let entries = self.entries.prefix(44 / width)
            let text = strings(entries)
            // Where each entry ends, by the encoding's own count.
            var ends: [Int] = []
            for line in text.split(separator: "\n") {
                let count = "\(line)".data(using: encoding)?.count ?? 0
                ends.append((ends.last ?? mark.count - width) + width + count)
            }
            let file = mark + Array(text.data(using: encoding) ?? Data())
            XCTAssertGreaterThan(file.count, 2000)
            // Of an odd step every one of a character's four bytes is the first that is cut.
            for length in stride(from: 0, through: file.count, by: isUnderStress ? 3 : 29) {
                let place = "\(encoding) \(mark) cut after \(length)"
                let table = ReadTable(Array(file[..<length]), .strings)
                let whole = ends.filter { $0 <= length }.count
                let isKept = zip(entries[..<whole], table.texts).allSatisfy { entry, kept in
                    kept.key == entry.key && kept.text == entry.text
                }
                XCTAssertTrue(isKept && whole <= table.texts.count, place)
                // At most the one that is cut is there as well.
                XCTAssertLessThanOrEqual(table.texts.count, whole + 1, place)
                XCTAssertTrue(table.wasRead, place)
            }
        }
    }

    func testAPropertyListIsReadWholeOrNotAtAll() throws {
        let forms: [(PropertyListSerialization.PropertyListFormat, mayEndEarly: Bool)] = [
            (.xml, true), (.binary, false),
        ]
        for (format, mayEndEarly) in forms {
            let file = try [UInt8](propertyList(format))
            XCTAssertGreaterThan(file.count, 1500)
            for length in stride(from: 1, to: file.count, by: isUnderStress ? 1 : 7) {
                let table = ReadTable(Array(file[..<length]), .strings)
                if !table.wasRead {
                    XCTAssertEqual(table.texts.count, 0, "\(format) \(length)")
                    XCTAssertGreaterThan(table.issueCount, 0, "\(format) \(length)")
                    continue
                }
                // `bplist0` is a word, and what is no list yet may be a text with faults.
                let isWhole = table.texts.count == entries.count
                let isList = length > 16
                XCTAssertTrue(isWhole && mayEndEarly || !isList, "\(format) \(length)")
            }
            XCTAssertEqual(ReadTable(file, .strings).texts.count, entries.count, "\(format)")
        }
    }

    func testPluralsAreReadWholeOrNotAtAll() throws {
        let forms = ["one": "%d Buch", "few": "%d Bücher", "other": "%d Bücher &amp; mehr"]
        let xml = Data(stringsDict((0..<4).map { ("n\($0)", "%#@n@ ü", "n", "d", forms) }).utf8)
        for file in [xml, try binaryPropertyList(xml)] {
            let file = [UInt8](file)
            for length in stride(from: 1, to: file.count, by: isUnderStress ? 1 : 5) {
                let table = ReadTable(Array(file[..<length]), .stringsDict)
                XCTAssertEqual(table.texts.count, table.wasRead ? 4 : 0, "\(length)")
                XCTAssertEqual(table.issueCount, table.wasRead ? 0 : 1, "\(length)")
            }
            XCTAssertEqual(ReadTable(file, .stringsDict).texts.map(\.text).count, 4)
            XCTAssertEqual(ReadTable([], .stringsDict).issueCount, 0)
        }
    }
}
