import FootingLocalization
import Foundation
import XCTest

/// Tables in property lists that other programs wrote, or that nobody would write.
final class PropertyListTableTests: XCTestCase {
    private let strings = "en.lproj/Localizable.strings"
    private let dict = "en.lproj/Localizable.stringsdict"

    func testABinaryListWithAnImpossibleLengthIsAnIssueOfTheFile() throws {
        let hugeCount: [UInt8] = [0x13, 0x40, 0, 0, 0, 0, 0, 0, 0]
        let key: [UInt8] = [0x51, 0x61]
        let rows: [(name: String, parts: [[UInt8]])] = [
            ("an array of 2^62", [[0xAF] + hugeCount]),
            ("a dictionary of 2^62", [[0xDF] + hugeCount]),
            (
                "UTF-16 of 40 units in 41 bytes",
                [[0xD1, 1, 2], key, [0x6F, 0x10, 40] + [UInt8](repeating: 0, count: 41)]
            ),
            ("a string of 2^62", [[0xD1, 1, 2], key, [0x5F] + hugeCount]),
            ("data of 2^62", [[0xD1, 1, 2], key, [0x4F] + hugeCount]),
            ("a date of 4 bytes", [[0xD1, 1, 2], key, [0x32, 0, 0, 0, 0]]),
            ("a part that is not there", [[0xD1, 1, 9], key]),
            ("a number as a key", [[0xD1, 1, 1], [0x10, 1]]),
            ("half of a surrogate", [[0xD1, 1, 2], key, [0x61, 0xD8, 0]]),
        ]
        for (name, parts) in rows {
            for file in [strings, dict] {
                let store = try makeStore(data: [file: binaryList(parts)])
                XCTAssertEqual(store.report.issues.map(\.code), [.invalidPropertyList], name)
            }
        }
    }

    func testAKeyTwiceInAnXMLListIsAnIssueHoweverItIsWritten() throws {
        let spellings = [
            "<key>a</key>", "<key >a</key>", "<key>a</key >", "<key\n>a</key\n>",
            "<key><![CDATA[a]]></key>", "<key>&#97;</key>", "<key>&#x61;</key>",
            "<key><!-- a -->a</key>",
        ]
        for first in spellings {
            for second in spellings {
                let xml = """
                    <plist><dict>
                    \(first) <string>1</string>
                    <key>b</key><string>x</string> \(second) <string>2</string>
                    </dict></plist>
                    """
                let store = try makeStore([strings: xml])
                let issues = store.report.issues
                XCTAssertEqual(issues.map(\.code), [.duplicateKey], xml)
                XCTAssertEqual(issues.first?.key, "a", xml)
                let line = 3 + first.split(separator: "\n").count - 1
                XCTAssertEqual(issues.first?.line, line, xml)
                XCTAssertEqual(store.localizer(for: [])("a"), "2", xml)
            }
        }
    }

    func testAKeyTwiceInABinaryListHasItsLastString() throws {
        let rows: [(name: String, first: [UInt8], second: [UInt8])] = [
            ("ASCII", [0x51, 0x61], [0x51, 0x61]), ("UTF-16", [0x51, 0x61], [0x61, 0, 0x61]),
        ]
        for (name, first, second) in rows {
            let parts: [[UInt8]] = [
                [0xD2, 1, 2, 3, 4], first, second, [0x51, 0x31], [0x51, 0x32],
            ]
            let store = try makeStore(data: [strings: binaryList(parts)])
            XCTAssertEqual(store.report.issues.map(\.code), [.duplicateKey], name)
            XCTAssertEqual(store.report.issues.first?.key, "a", name)
            XCTAssertEqual(store.localizer(for: [])("a"), "2", name)
        }
        // Composed and decomposed are two keys, as in every table.
        let parts: [[UInt8]] = [
            [0xD2, 1, 2, 3, 4], [0x61, 0, 0xE9], [0x62, 0, 0x65, 3, 1], [0x51, 0x31], [0x51, 0x32],
        ]
        let store = try makeStore(data: [strings: binaryList(parts)])
        XCTAssertEqual(store.report.issueCount, 0)
        let l10n = store.localizer(for: [])
        XCTAssertEqual([l10n("\u{E9}"), l10n("e\u{301}")], ["1", "2"])
    }

    func testAFormTwiceIsAnIssueOfItsEntry() throws {
        let xml = """
            <plist><dict>
            <key>n</key><dict><key>NSStringLocalizedFormatKey</key><string>%#@n@</string>
            <key>n</key><dict>
            <key>NSStringFormatSpecTypeKey</key><string>NSStringPluralRuleType</string>
            <key>other</key><string>%d old</string>
            <key>other</key><string>%d new</string>
            </dict></dict></dict></plist>
            """
        let store = try makeStore([dict: xml])
        XCTAssertEqual(store.localizer(for: [])("n", 5), "5 new")
        XCTAssertEqual(store.report.issues.map(\.code), [.duplicateKey])
        XCTAssertEqual(store.report.issues.first?.key, "n")
        XCTAssertEqual(store.report.issues.first?.line, 6)
    }

    func testKeysThatOccurAgainInAnEntryAreIssuesIfTheirValuesDiffer() throws {
        let (one, two) = ("<string>1</string>", "<string>2</string>")
        let rows: [(members: String, lines: [Int])] = [
            ("<key>a</key>\(one)\n<key>a</key>\(one)", []),
            ("<key>a</key>\(one)\n<key>a</key>\(two)", [2]),
            ("<key>a</key>\(one)\n<key>a</key>\(two)\n<key>a</key>\(one)", [2, 3]),
            ("<key>é</key>\(one)\n<key>e\u{301}</key>\(two)", []),
            ("<key>a</key><dict><key>b</key>\(one)</dict>\n<key>b</key>\(two)", []),
            ("<key>a</key><dict>\n<key>b</key>\(one)\n<key>b</key>\(two)</dict>", [3]),
            (
                "<key>a</key><dict><key>b</key>\(one)</dict>\n<key>a</key><dict><key>b</key>\(one)"
                    + "</dict>", []
            ),
            (
                "<key>a</key><dict><key>b</key>\(one)</dict>\n<key>a</key><dict><key>b</key>\(two)"
                    + "</dict>", [2]
            ),
            ("<key>a</key><array/>\n<key>a</key><dict/>", [2]),
        ]
        for (members, lines) in rows {
            let xml = "<plist><dict><key>k</key><dict>\(members)</dict></dict></plist>"
            let issues = try makeStore([dict: xml]).report.issues.filter {
                $0.code == .duplicateKey
            }
            XCTAssertEqual(issues.map(\.line), lines, members)
            XCTAssertEqual(Set(issues.map(\.key)), lines.isEmpty ? [] : ["k"], members)
        }
    }

    func testTheLastOfEqualKeysIsUsedInEveryRule() throws {
        let rule = "<key>\(0)</key><string>old</string><key>\(0)</key><string>new</string>"
        for (name, key) in [
            ("NSStringDeviceSpecificRuleType", "other"), ("NSStringVariableWidthRuleType", "20"),
        ] {
            let cases = rule.replacing("0", with: key)
            let rule = "<key>\(name)</key><dict>\(cases)</dict>"
            let xml = "<plist><dict><key>k</key><dict>\(rule)</dict></dict></plist>"
            XCTAssertEqual(try makeStore([dict: xml]).localizer(for: [])("k"), "new", name)
        }
    }

    func testStringsThatTheDecoderTakesForNullAreOrdinary() throws {
        for text in ["$null", "$nullable", "$", "null"] {
            let xml = "<plist><dict><key>k</key><string>\(text)</string></dict></plist>"
            for data in [Data(xml.utf8), try binaryPropertyList(Data(xml.utf8))] {
                let store = try makeStore(data: [strings: data])
                XCTAssertEqual(store.localizer(for: [])("k"), text)
                XCTAssertEqual(store.report.issueCount, 0, "\(text): \(store.report.issues)")
            }
        }
    }

    func testXMLListsAreReadInEveryUnicodeEncoding() throws {
        let xml = """
            <?xml version="1.0" encoding="UTF-16"?>
            <plist version="1.0"><dict><key>k</key>
            <string>ä 😀 &amp; b</string></dict></plist>
            """
        let entry = stringsDict([("n", "%#@n@", "n", "d", ["other": "%d ä"])])
        for encoding: String.Encoding in [
            .utf16, .utf16LittleEndian, .utf16BigEndian, .utf32, .utf32LittleEndian,
            .utf32BigEndian,
        ] {
            let data = try XCTUnwrap(xml.data(using: encoding))
            let store = try makeStore(data: [
                strings: data, dict: try XCTUnwrap(entry.data(using: encoding)),
            ])
            XCTAssertEqual(store.localizer(for: [])("k"), "ä 😀 & b", "\(encoding)")
            XCTAssertEqual(store.localizer(for: [])("n", 3), "3 ä", "\(encoding)")
            XCTAssertEqual(store.report.issueCount, 0, "\(encoding): \(store.report.issues)")
        }
    }

    func testIssuesOfXMLListsHaveTheLineOfTheEntry() throws {
        let xml = """
            <plist>
            <dict>
            <key>a</key><integer>1</integer>
            <key>b</key><dict/>
            </dict></plist>
            """
        let inStrings = try makeStore([strings: xml])
        XCTAssertEqual(inStrings.report.issues.map(\.line), [3, 4])
        let inDict = try makeStore([dict: xml])
        XCTAssertEqual(inDict.report.issues.map(\.code), [.nonStringValue, .missingFormat])
        XCTAssertEqual(inDict.report.issues.map(\.line), [3, 4])
    }
}
