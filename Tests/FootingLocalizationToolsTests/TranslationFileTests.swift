import FootingLocalization
import FootingLocalizationTools
import Foundation
import TestSupport
import XCTest

/// Files for translators as they are read, in all formats.
final class TranslationFileTests: XCTestCase {
    private func read(
        _ text: String,
        _ path: String = "ru.xliff",
        language: LanguageTag? = nil
    ) throws -> TranslationFile {
        try TranslationFile.read(Array(text.utf8), at: path, language: language)
    }

    private func xliff(_ units: String, target: String = "ru") -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2">
        <file original="A.xcstrings" source-language="en" target-language="\(target)">
        <body>\(units)</body></file></xliff>
        """
    }

    private func xliff2(_ units: String) -> String {
        """
        <xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en"
            trgLang="ru"><file id="f" original="A.xcstrings">\(units)</file></xliff>
        """
    }

    /// A unit as `id|source|target|state|comment`.
    private func summary(_ unit: TranslationUnit) -> String {
        let texts = [unit.source, unit.target, unit.state?.rawValue, unit.comment]
        return ([unit.id] + texts.map { $0 ?? "-" }).joined(separator: "|")
    }

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
            let file = try read(xliff(row.units))
            XCTAssertEqual(file.units.map(summary), row.expected)
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
                XCTAssertEqual(try read(text).units.map(summary), row.expected)
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
            let file = try read(xliff(unit))
            XCTAssertEqual(file.units.map(\.state), [row.state], row.attributes)
            XCTAssertTrue(file.findings.isEmpty)
        }
        let unit =
            "\n<trans-unit id=\"a\"><source>A</source><target state=\"done\">Б</target></trans-unit>"
        let file = try read(xliff(unit))
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
            XCTAssertThrowsError(try read(row.text), row.name) { error in
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

    func testTheMarkIsNoCharacter() throws {
        let unit = xliff("<trans-unit id=\"a\"><source>A</source><target>Б</target></trans-unit>")
        XCTAssertEqual(try read("\u{FEFF}" + unit, "ru.xml").units.map(\.target), ["Б"])
    }

    func testCommentsAndIdsAreReadInLinearTime() throws {
        func rows(_ count: Int) -> [(name: String, path: String, text: String)] {
            let markers = String(repeating: "|==|", count: count)
            return [
                (
                    "comments", "a.po",
                    po("\"Language: de\\n\"", "\n")
                        + String(repeating: "#. a comment\n", count: count)
                        + "msgid \"a\"\nmsgstr \"b\""
                ),
                (
                    "notes", "ru.xliff",
                    xliff(
                        "<trans-unit id=\"a\"><source>A</source>"
                            + String(repeating: "<note>a comment</note>", count: count)
                            + "</trans-unit>"
                    )
                ), ("markers", "ru.csv", "id,target\n\(markers),a\n"),
            ]
        }
        let count = rounds(40_000, underStress: 200_000)
        for (small, large) in zip(rows(count / 10), rows(count)) {
            let times = try [small, large].map { row in
                try ContinuousClock().measure {
                    let file = try read(row.text, row.path)
                    XCTAssertEqual(file.units.count, 1, row.name)
                    if row.name == "markers" { _ = file.documents(as: .po) }
                }
            }
            // With a copy for each comment or marker, ten times as many take 100 times as long.
            XCTAssertLessThan(times[1], max(times[0], .milliseconds(50)) * 40, large.name)
        }
    }

    func testTheLanguageThatIsPassedHasThePluralForms() throws {
        let text = po(
            "\"Plural-Forms: nplurals=2; plural=n != 1;\\n\"",
            "msgid \"a\"\nmsgid_plural \"b\"\nmsgstr[0] \"X\"\nmsgstr[1] \"Y\""
        )
        XCTAssertEqual(
            try read(text, "a.po", language: "de").units.map(summary),
            ["a|==|plural.one|a|X|-|-", "a|==|plural.other|b|Y|-|-"]
        )
    }

    func testMoreThanAMillionUnitsAreRefused() throws {
        let count = rounds(0, underStress: 1_000_001)
        let rows: [(path: String, head: String, unit: String, tail: String)] = [
            ("ru.csv", "id,target\n", "a,b\n", ""),
            ("ru.po", "", "msgid \"a\"\nmsgstr \"b\"\n", ""),
            (
                "ru.xliff", "<xliff version=\"1.2\"><file target-language=\"ru\"><body>\n",
                "<trans-unit id=\"a\"/>\n", "</body></file></xliff>"
            ),
        ]
        for row in rows where count > 0 {
            let text = row.head + String(repeating: row.unit, count: count) + row.tail
            XCTAssertThrowsError(try read(text, row.path, language: "ru"), row.path) { error in
                XCTAssertEqual((error as? LocalizationToolsError)?.code, .limitExceeded, row.path)
            }
        }
    }

    func testDepthIsNoProblem() throws {
        let depth = 100_000
        let text =
            "<trans-unit id=\"a\"><source>A</source><target>"
            + String(repeating: "<g>", count: depth) + "Б" + String(repeating: "</g>", count: depth)
            + "</target></trans-unit>"
        XCTAssertEqual(try read(xliff(text)).units.map(\.target), ["Б"])
    }

    func testALargeFileIsRefused() throws {
        let folder = try TemporaryFolder(self)
        let url = try folder.write("<xliff version=\"1.2\">", to: "ru.xliff")
        let handle = try FileHandle(forWritingTo: url)
        try handle.truncate(atOffset: 100 << 20)
        try handle.close()
        XCTAssertThrowsError(try TranslationFile(contentsOf: url)) { error in
            XCTAssertEqual((error as? LocalizationToolsError)?.code, .limitExceeded)
        }
        let missing = folder.url.appending(path: "missing.xliff")
        XCTAssertThrowsError(try TranslationFile(contentsOf: missing)) { error in
            XCTAssertEqual((error as? LocalizationToolsError)?.code, .noSuchFile)
        }
    }

    func testTheLanguageIsNeeded() throws {
        let unit = "<trans-unit id=\"a\"><source>A</source></trans-unit>"
        let rows: [(name: String, text: String, path: String)] = [
            ("none", xliff(unit).replacing(" target-language=\"ru\"", with: ""), "ru.xliff"),
            ("the source's", xliff(unit, target: "en"), "en.xliff"),
            (
                "two",
                xliff(unit + "</body></file><file original=\"B\" target-language=\"pl\"><body>"),
                "ru.xliff"
            ), ("no name", "id,target\na,b\n", "translations of today.csv"),
            ("a template", "msgid \"\"\nmsgstr \"Language: \\n\"\n", "Localizable.pot"),
        ]
        for row in rows {
            XCTAssertThrowsError(try read(row.text, row.path), row.name) { error in
                XCTAssertEqual(
                    (error as? LocalizationToolsError)?.code,
                    .unusableLanguage,
                    "\(row.name) \(error)"
                )
            }
        }
        let text = xliff(unit).replacing(" target-language=\"ru\"", with: "")
        XCTAssertEqual(try read(text, language: "pl").language, "pl")
        XCTAssertEqual(try read("id,target\na,b\n", "x/pt-BR.csv").language, "pt-BR")
    }

    func testAFolderFromXcodeIsRead() throws {
        let folder = try TemporaryFolder(self)
        let text = xliff("<trans-unit id=\"a\"><source>A</source><target>Б</target></trans-unit>")
        try folder.write(text, to: "ru.xcloc/Localized Contents/ru.xliff")
        try folder.write("{}", to: "ru.xcloc/contents.json")
        let file = try TranslationFile(contentsOf: folder.url.appending(path: "ru.xcloc"))
        XCTAssertEqual(file.units.map(\.target), ["Б"])
        XCTAssertThrowsError(try TranslationFile(contentsOf: folder.url)) { error in
            XCTAssertEqual((error as? LocalizationToolsError)?.code, .invalidXLIFF)
        }
    }

    func testTheLastOfTwoUnitsCounts() throws {
        let unit = "<trans-unit id=\"a\"><source>A</source><target>Б</target></trans-unit>\n"
        let other = unit.replacing("Б", with: "В")
        XCTAssertEqual(try read(xliff(unit + unit)).findings, [])
        let file = try read(xliff(unit + other))
        XCTAssertEqual(file.units.map(\.target), ["В"])
        XCTAssertEqual(file.findings.map(\.code), [.duplicateKey])
        XCTAssertEqual(file.findings.map(\.line), [5])
    }

    func testTwoUnitsWithOtherStatesAreAFinding() throws {
        let unit = { (state: String) in
            "<trans-unit id=\"a\"><source>A</source><target state=\"\(state)\">Б</target></trans-unit>"
        }
        let file = try read(xliff(unit("translated") + unit("needs-review-l10n")))
        XCTAssertEqual(file.units.map(\.state), [.needsReview])
        XCTAssertEqual(file.findings.map(\.code), [.duplicateKey])
        XCTAssertEqual(try read(xliff(unit("final") + unit("translated"))).findings.count, 0)
    }

    func testEntriesOfPO() throws {
        let file = try read(
            #"""
            # A translator's comment
            msgid ""
            msgstr ""
            "Language: pt_BR\n"
            "Content-Type: text/plain; charset=UTF-8\n"
            "X-Original: A.xcstrings\n"

            #. Comment
            #. of two lines
            #: Sources/A.swift
            #, fuzzy, objc-format
            #| msgid "old"
            msgctxt "a"
            msgid ""
            "A\n"
            "\"%@\""
            msgstr "\tЯ\\\101"

            msgid "without context"
            msgstr ""
            #~ msgid "obsolete"
            #~ msgstr "x"
            """#,
            "a.po"
        )
        XCTAssertEqual(file.language, "pt-BR")
        XCTAssertEqual(
            file.units.map(summary),
            [
                "a|A\n\"%@\"|\tЯ\\A|needs_review|Comment\nof two lines",
                "without context|without context|-|-|-",
            ]
        )
        XCTAssertEqual(file.units.map(\.original), ["A.xcstrings", "A.xcstrings"])
    }

    private func po(_ header: String, _ entries: String) -> String {
        "msgid \"\"\nmsgstr \"\"\n\(header)\n\(entries)\n"
    }

    func testPluralFormsOfPO() throws {
        let entry = """
            msgctxt "a"
            msgid "one"
            msgid_plural "many"
            msgstr[0] "X"
            msgstr[1] "Y"
            msgstr[2] "Z"
            """
        let slavic =
            "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 "
            + "|| n%100>=20) ? 1 : 2);"
        let rows: [(language: String, field: String, units: [String])] = [
            (
                "ru", slavic,
                [
                    "a|==|plural.one|one|X|-|-", "a|==|plural.few|many|Y|-|-",
                    "a|==|plural.many|many|Z|-|-", "a|==|plural.other|many|Z|needs_review|-",
                ]
            ),
            (
                "ru", "nplurals=2; plural=n != 1;",
                ["a|one|X|-|-"]
            ),
            (
                "de", "nplurals=2; plural=(n != 1);",
                [
                    "a|==|plural.one|one|X|-|-", "a|==|plural.other|many|Y|-|-", "a|one|Z|-|-",
                ]
            ),
            (
                "ja", "nplurals=1; plural=0;", ["a|==|plural.other|many|X|-|-", "a|one|Y|-|-"]
            ),
            // The second index is that of whole millions.
            (
                "fr",
                "nplurals=3; plural=(n == 0 || n == 1) ? 0 : n != 0 && n % 1000000 == 0 ? 1 : 2;",
                [
                    "a|==|plural.one|one|X|-|-", "a|==|plural.many|many|Y|-|-",
                    "a|==|plural.other|many|Z|-|-",
                ]
            ),
            // Both forms of whole millions are that of the second index.
            (
                "fr", "nplurals=2; plural=(n > 1);",
                ["a|==|plural.one|one|X|-|-", "a|==|plural.other|many|Y|-|-", "a|one|Z|-|-"]
            ),
            // No number has the third index.
            (
                "de", "nplurals=3; plural=(n != 1);",
                ["a|==|plural.one|one|X|-|-", "a|==|plural.other|many|Y|-|-", "a|one|Z|-|-"]
            ), ("de", "nplurals=INTEGER; plural=EXPRESSION;", ["a|one|X|-|-"]),
        ]
        for row in rows {
            let header = "\"Language: \(row.language)\\n\"\n\"Plural-Forms: \(row.field)\\n\""
            let file = try read(po(header, entry), "a.po")
            XCTAssertEqual(file.units.map(summary), row.units, row.field)
        }
    }

    func testInvalidPOIsRefused() throws {
        let language = "\"Language: de\\n\""
        func plural(_ field: String) -> String {
            po(language + "\n\"Plural-Forms: \(field)\\n\"", "msgid \"a\"\nmsgstr \"b\"")
        }
        let nested = String(repeating: "(", count: 200) + "n" + String(repeating: ")", count: 200)
        let rows: [(text: String, line: Int)] = [
            (po(language, "msgid \"a\nmsgstr \"b\""), 4),
            (po(language, "msgid \"a\"\nmsgstr b"), 5),
            (po(language, "msgid \"a\"\nmsgid \"b\""), 5), (po(language, "msgid \"a\""), 4),
            (po(language, "msgstr \"a\""), 4), (po(language, "msgid \"a\\\"\nmsgstr \"\""), 4),
            (po(language, "hello \"a\""), 4), (po(language, "msgid \"a\"b\"\nmsgstr \"\""), 4),
            (po("\"Content-Type: text/plain; charset=ISO-8859-1\\n\"", ""), 1),
            (plural("nplurals=7; plural=n;"), 1), (plural("nplurals=2; plural=n;"), 1),
            (plural("nplurals=2; plural=n/0;"), 1), (plural("nplurals=2; plural=n ? 1;"), 1),
            (plural("nplurals=2; plural=n !=;"), 1), (plural("plural=0;"), 1),
            (plural("nplurals=2; plural=m;"), 1), (plural("nplurals=2; plural=\(nested);"), 1),
            (plural("nplurals=2; plural=0 - 1;"), 1),
            (plural("nplurals=2; plural=999999999*999999999*999999999;"), 1),
        ]
        for row in rows {
            XCTAssertThrowsError(try read(row.text, "a.po"), row.text) { error in
                let error = error as? LocalizationToolsError
                XCTAssertEqual(error?.code, .invalidPO, row.text)
                XCTAssertEqual(error?.line, row.line, row.text)
            }
        }
        let latin = Array("msgid \"a\"\nmsgstr \"".utf8) + [0xE4, 0x22]
        XCTAssertThrowsError(try TranslationFile.read(latin, at: "de.po")) { error in
            XCTAssertEqual((error as? LocalizationToolsError)?.code, .invalidPO)
            XCTAssertEqual((error as? LocalizationToolsError)?.line, 2)
        }
    }

    func testRecordsOfCSV() throws {
        let rows: [(text: String, units: [String])] = [
            (
                "file,id,comment,source,target,state\r\nA,a,\"N\nO\",\"A, \"\"B\"\"\",Б,new\r\n",
                ["a|A, \"B\"|Б|new|N\nO"]
            ), ("\u{FEFF}target;id\nБ;a\n;b\n", ["a|-|Б|-|-", "b|-|-|-|-"]),
            ("id\ttarget\nä\t1.10", ["ä|-|1.10|-|-"]),
            ("id,target\n\n,\na,x,extra\nb\n", ["a|-|x|-|-", "b|-|-|-|-"]),
            ("id,target,state\na,x,needs-review-l10n\n", ["a|-|x|needs_review|-"]),
        ]
        for row in rows {
            XCTAssertEqual(try read(row.text, "ru.csv").units.map(summary), row.units, row.text)
        }
        let file = try read("id,target,state\n\"a\nb\",x,\nc,y,done\n", "ru.csv")
        XCTAssertEqual(file.findings.map(\.line), [4])
        XCTAssertEqual(file.findings.map(\.code), [.unknownName])
    }

    func testInvalidCSVIsRefused() throws {
        let rows: [(text: String, line: Int)] = [
            ("", 1), ("id;text\n", 1), ("key,target\n", 1), ("id,target\na,b\nc,\"d\n\n", 3),
            ("id,target\n\"", 2),
        ]
        for row in rows {
            XCTAssertThrowsError(try read(row.text, "ru.csv"), row.text) { error in
                let error = error as? LocalizationToolsError
                XCTAssertEqual(error?.code, .invalidCSV, row.text)
                XCTAssertEqual(error?.line, row.line, row.text)
            }
        }
    }
}
