import FootingLocalization
import FootingLocalizationTools
import Foundation
import TestSupport
import XCTest

final class XLIFFReaderTests: XCTestCase {
    func testUnitsOfXLIFF() throws {
        let rows: [(units: String, expected: [String])] = [
            (
                """
                <trans-unit id="a"><source>A</source><target state="translated">Б</target>
                <note>N</note></trans-unit><trans-unit id="b"><source>B</source></trans-unit>
                """, ["a|A|Б|translated|N", "b|B|-|-|-"]
            ),
            (
                """
                <group><trans-unit id="&lt;a&#10;"><source> A\n </source><target/>
                <note/></trans-unit></group>
                """, ["<a\n| A\n ||-|-"]
            ),
            // Other elements of a unit have sources and targets too.
            (
                """
                <trans-unit id="a"><source>A</source><seg-source><mrk>A</mrk></seg-source>
                <alt-trans><source>x</source><target>y</target></alt-trans></trans-unit>
                """, ["a|A|-|-|-"]
            ),
            // Inline elements are flattened.
            (
                """
                <trans-unit id="a"><source>A<x id="1" equiv-text="%@"/><g id="2">B</g></source>
                <target><ph id="1">%@</ph><mrk mtype="x">Б<bx id="3" equiv-text="!"/></mrk>
                <![CDATA[<в>]]></target></trans-unit>
                """, ["a|A%@B|%@Б!\n<в>|-|-"]
            ),
        ]
        for row in rows {
            let file = try readTranslations(xliff(row.units))
            XCTAssertEqual(file.units.map(unitSummary), row.expected)
            XCTAssertEqual(file.language, "ru")
            XCTAssertEqual(file.sourceLanguage, "en")
            XCTAssertTrue(file.findings.isEmpty)
            XCTAssertTrue(file.units.allSatisfy { $0.original == "A.xcstrings" })
        }
    }

    func testUnitsOfXLIFF2() throws {
        let rows: [(units: String, expected: [String])] = [
            (
                """
                <unit id="u1" name="a"><notes><note>N</note></notes><segment state="final">
                <source>A</source><target>Б</target></segment></unit>
                """, ["a|A|Б|translated|N"]
            ),
            (
                """
                <unit id="a"><segment state="translated"><source>A.</source><target>А.</target>
                </segment><ignorable><source> </source></ignorable><segment state="initial">
                <source>B<ph id="1" disp="%@"/></source><target>Б<ph id="1" equiv="%@"/></target>
                </segment></unit>
                """, ["a|A. B%@|А. Б%@|new|-"]
            ),
            // Without one of its segments, the translation is not whole.
            (
                """
                <unit id="a"><segment><source>A.</source><target>А.</target></segment>
                <segment><source>B</source></segment></unit>
                """, ["a|A.B|-|-|-"]
            ),
            (
                """
                <unit id="a"><segment><source>A</source><target order="3">А</target></segment>
                <ignorable><source>. </source></ignorable>
                <segment><source>B</source><target order="1">Б</target></segment></unit>
                """, ["a|A. B|Б. А|-|-"]
            ),
            (
                """
                <group id="g"><unit id="a"><segment state="reviewed"><source>A</source>
                <target><pc id="1">А</pc></target></segment></unit></group>
                """, ["a|A|А|translated|-"]
            ),
        ]
        for row in rows {
            for version in ["2.0", "2.1", "2.2"] {
                let text = xliff2(row.units).replacing(
                    "version=\"2.0\"",
                    with: "version=\"\(version)\""
                )
                XCTAssertEqual(try readTranslations(text).units.map(unitSummary), row.expected)
            }
        }
    }

    func testStatesOfXLIFF() throws {
        let rows: [(attributes: String, state: TranslationUnit.State?)] = [
            ("", nil), ("state=\"translated\"", .translated), ("state=\"final\"", .translated),
            ("state=\"signed-off\"", .translated), ("state=\"new\"", .new),
            ("state=\"needs-review-l10n\"", .needsReview),
            ("state=\"needs-translation\"", .needsReview),
            ("state=\"needs-adaptation\"", .needsReview),
            ("state=\"translated\" state-qualifier=\"leveraged-mt\"", .machineTranslated),
            ("state=\"new\" state-qualifier=\"leveraged-mt\"", .new),
        ]
        for row in rows {
            let unit =
                "<trans-unit id=\"a\"><source>A</source><target \(row.attributes)>Б</target></trans-unit>"
            let file = try readTranslations(xliff(unit))
            XCTAssertEqual(file.units.map(\.state), [row.state], row.attributes)
            XCTAssertTrue(file.findings.isEmpty)
        }
        let unit =
            "\n<trans-unit id=\"a\"><source>A</source><target state=\"done\">Б</target></trans-unit>"
        let file = try readTranslations(xliff(unit))
        XCTAssertEqual(file.units.map(\.state), [.translated])
        XCTAssertEqual(
            file.findings.map(\.description),
            [
                "ru.xliff:5: info: “done” is not a known state: the unit counts as translated. [unknownName]"
            ]
        )
    }

    func testInvalidXLIFFIsRefused() throws {
        let whole = xliff("<trans-unit id=\"a\"><source>A</source></trans-unit>")
        let rows: [(name: String, text: String, line: Int?)] = [
            ("cut in a tag", String(whole.dropLast(5)), 4),
            ("cut in text", String(whole.prefix(240)), 4),
            ("no end of the root", whole.replacing("</xliff>", with: ""), 4),
            ("malformed", whole.replacing("</source>", with: "</sourc>"), 4),
            ("not XLIFF", "<plist version=\"1.2\"/>", 1), ("empty", "", nil),
            ("1.1", whole.replacing("\"1.2\"", with: "\"1.1\""), 2),
            ("3.0", whole.replacing("\"1.2\"", with: "\"3.0\""), 2),
            ("no version", whole.replacing(" version=\"1.2\"", with: ""), 2),
            (
                "document type",
                "<?xml version=\"1.0\"?>\n<!-- -->\n<!DOCTYPE xliff>" + whole.dropFirst(38), 3
            ),
            (
                "document type after a comment with a tag",
                "<!--> <xliff> -->\n<!DOCTYPE xliff>" + whole.dropFirst(38), 2
            ),
            (
                "entity bomb",
                "<!DOCTYPE x [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]>" + whole.dropFirst(38), 1
            ),
            ("undefined entity", whole.replacing(">A<", with: ">&e;<"), 4),
            ("another encoding", whole.replacing("UTF-8", with: "UTF-7"), 1),
            ("no id", whole.replacing(" id=\"a\"", with: ""), 4),
            ("text after the root", whole + "\n<a/>", nil),
        ]
        for row in rows {
            XCTAssertThrowsError(try readTranslations(row.text), row.name) { error in
                let error = error as? LocalizationToolsError
                XCTAssertEqual(error?.code, .invalidXLIFF, row.name)
                if let line = row.line { XCTAssertEqual(error?.line, line, row.name) }
                XCTAssertEqual(error?.file, "ru.xliff", row.name)
            }
        }
    }

    func testXLIFFInAnotherEncodingIsRefused() throws {
        let text =
            "<?xml version=\"1.0\"?>\n<!DOCTYPE x [<!ENTITY e SYSTEM \"a\">]>"
            + xliff("<trans-unit id=\"a\"><source>A</source><target>Б&e;</target></trans-unit>")
            .dropFirst(38)
        let encodings: [String.Encoding] = [
            .utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian, .utf32BigEndian,
        ]
        for encoding in encodings {
            for mark in ["", "\u{FEFF}"] {
                let data = try XCTUnwrap((mark + text).data(using: encoding))
                XCTAssertThrowsError(try TranslationFile.read(Array(data), at: "ru.xliff")) {
                    let error = $0 as? LocalizationToolsError
                    XCTAssertEqual(error?.code, .invalidXLIFF, "\(encoding)")
                    XCTAssertEqual(error?.message, "The file is not in UTF-8: save it in UTF-8.")
                    XCTAssertEqual(error?.line, 1)
                }
            }
        }
    }

    func testDepthIsNoProblem() throws {
        let depth = 100_000
        let text =
            "<trans-unit id=\"a\"><source>A</source><target>"
            + String(repeating: "<g>", count: depth) + "Б" + String(repeating: "</g>", count: depth)
            + "</target></trans-unit>"
        XCTAssertEqual(try readTranslations(xliff(text)).units.map(\.target), ["Б"])
    }
}
