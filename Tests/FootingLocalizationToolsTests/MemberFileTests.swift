import FootingLocalization
import FootingLocalizationMembers
import Foundation
import TestSupport
import XCTest

final class MemberFileTests: XCTestCase {
    private func file(
        _ tables: [String: String],
        access: AccessLevel = .internal
    ) throws -> MemberFile {
        let folder = try TemporaryFolder(self)
        for (path, text) in tables { try folder.write(Data(text.utf8), to: path) }
        let paths = tables.keys.map { folder.url.appending(path: $0).path }
        return MemberFile(tablesAt: paths, language: "en", access: access)
    }

    /// The declarations alone.
    private func declarations(_ tables: [String: String]) throws -> [String] {
        let content = try file(tables).content
        return content.split(separator: "\n").map { $0.trimmingPrefix(while: { $0 == " " }) }
            .filter { $0.hasPrefix("static") || $0.hasPrefix("enum") }.map {
                String($0.dropLast(2))
            }
    }

    func testTheFileHasAMemberForEachKey() throws {
        let file = try file([
            "Localizable.xcstrings": catalog(
                """
                "books.left": {
                    "comment": "In the list",
                    "localizations": {"en": {"stringUnit": {"state": "translated", "value":
                        "%(count)lld books of \\"%@\\" left"}}}
                },
                "OK": {}
                """
            ), "en.lproj/Mail.strings": "/* The title\n   of the window */\ntitle = Inbox;",
        ])
        XCTAssertEqual(
            file.content,
            #"""
            // Generated from string tables: edit the tables instead.
            // swift-format-ignore-file

            import FootingLocalization

            extension LocalizedMessage {
                /// %(count)lld books of "%@" left
                ///
                /// In the list
                ///
                /// Key “books.left” in the table Localizable.
                static func booksLeft(count arg1: some NumericArgument, _ arg2: any FormatArgument) -> LocalizedMessage {
                    LocalizedMessage("books.left", arguments: [arg1.formatValue, arg2.formatValue], default: "%1$lld books of \"%2$@\" left")
                }

                /// OK
                ///
                /// Key “OK” in the table Localizable.
                static var ok: LocalizedMessage {
                    LocalizedMessage("OK", arguments: [], default: "OK")
                }

                enum Mail {
                    /// Inbox
                    ///
                    /// The title
                    /// of the window
                    ///
                    /// Key “title” in the table Mail.
                    static var title: LocalizedMessage {
                        LocalizedMessage("title", arguments: [], table: "Mail", default: "Inbox")
                    }
                }
            }

            """#
        )
        XCTAssertEqual(file.warnings, [])
    }

    func testPluralFormsBesideOtherArgumentsAreThoseOfThePage() throws {
        let root = URL(filePath: #filePath).appending(path: "../../..").standardized
        let page = root.appending(path: "Documentation/Footing.docc/LocalizingAPackage.md")
        let text = try String(contentsOf: page, encoding: .utf8)
        let start = try XCTUnwrap(text.range(of: "```json\n\"owned\"")?.lowerBound)
        let block = text[start...].split(separator: "```").first?.dropFirst("json\n".count)
        let tables = ["Localizable.xcstrings": catalog(String(try XCTUnwrap(block)))]
        let l10n = try makeStore(tables).localizer(for: ["en"])
        XCTAssertEqual(l10n("owned", "Anna", 1), "Anna has 1 book.")
        XCTAssertEqual(l10n("stored", 5, 1), "5 books on 1 shelf")
        XCTAssertEqual(
            try declarations(tables),
            [
                "static func owned(name arg1: any FormatArgument, count arg2: some "
                    + "NumericArgument) -> LocalizedMessage",
                "static func stored(books arg1: some NumericArgument, shelves arg2: some "
                    + "NumericArgument) -> LocalizedMessage",
            ]
        )
    }

    func testCommentsOfStringsAreThoseOfTranslators() throws {
        let text = "/* One */\n\na = x;\n/* Two */ b = y;\n/* Three\n   lines */\nc = z;\nd = w;\n"
        for encoding in [String.Encoding.utf8, .utf16] {
            let folder = try TemporaryFolder(self)
            let data = try XCTUnwrap(text.data(using: encoding))
            let url = try folder.write(data, to: "en.lproj/Localizable.strings")
            let file = MemberFile(tablesAt: [url.path], language: "en", access: .internal)
            let lines = file.content.split(separator: "\n").map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            XCTAssertEqual(
                lines.filter { $0.hasPrefix("/// ") && !$0.hasPrefix("/// Key") },
                [
                    "/// x", "/// One", "/// y", "/// Two", "/// z", "/// Three", "/// lines",
                    "/// w",
                ],
                "\(encoding)"
            )
        }
    }

    func testKeysWithMembers() throws {
        let found = try declarations([
            "Localizable.xcstrings": catalog(
                """
                "plain": {}, "with.dots-and_more": {}, "minutes %lld": {}, "two words": {},
                "by hand": {"extractionState": "manual"}, "stale": {"extractionState": "stale"},
                "none": {"generatesSymbol": false}, "own": {"shouldTranslate": false}, "%@": {},
                "in": {}, "1st": {}, "é": {}
                """
            )
        ])
        XCTAssertEqual(
            found,
            [
                "static var _1st: LocalizedMessage", "static var byHand: LocalizedMessage",
                "static var `in`: LocalizedMessage",
                "static func minutes(_ arg1: some NumericArgument) -> LocalizedMessage",
                "static var plain: LocalizedMessage",
                "static var withDotsAndMore: LocalizedMessage", "static var é: LocalizedMessage",
            ]
        )
    }

    func testParametersFollowThePositionsOfTheSource() throws {
        let rows = [
            ("%@ %d", "(_ arg1: any FormatArgument, _ arg2: some NumericArgument)"),
            ("%2$@", "(_ arg1: any FormatArgument, _ arg2: any FormatArgument)"),
            ("%1$@ and %1$@", "(_ arg1: any FormatArgument)"),
            (
                "%*.*f",
                "(_ arg1: some NumericArgument, _ arg2: some NumericArgument, _ arg3: some NumericArgument)"
            ),
            ("100 % of %.2f", "(_ arg1: some NumericArgument)"), ("100 %", nil), ("100%%", nil),
        ]
        for (string, parameters) in rows {
            XCTAssertEqual(
                try declarations(["en.lproj/Localizable.strings": "key = \"\(string)\";"]),
                [
                    parameters.map { "static func key\($0) -> LocalizedMessage" }
                        ?? "static var key: LocalizedMessage"
                ],
                string
            )
        }
    }

    /// A default is no string of a catalog, so it knows no names.
    func testDefaultsHavePositionsInPlaceOfNames() throws {
        let rows = [
            ("%(name)@", #""%1$@""#),
            ("%@: %(n)05.1f, 5%% of %(n)lld", #""%1$@: %2$05.1f, 5%% of %2$lld""#),
            ("%2$(b)@ of %1$@", #""%2$@ of %1$@""#), ("%@ (name) %d", #""%@ (name) %d""#),
            ("%(n)*d", nil), ("%(name)@, 100%", nil),
        ]
        for (string, text) in rows {
            let content = try file([
                "Localizable.xcstrings": catalog(
                    #""key": {"localizations": {"en": {"stringUnit": {"state": "translated", "value": "\#(string)"}}}}"#
                )
            ]).content
            let found = content.split(separator: "default: ").dropFirst().first?
                .prefix { !$0.isNewline }.dropLast()
            XCTAssertEqual(found.map(String.init), text, string)
        }
    }

    func testCollidingKeysHaveNoMember() throws {
        let tables = [
            "en.lproj/Localizable.strings": "OK = a;\nok = b;\nother = c;\nMail = d;",
            "en.lproj/mail.strings": "x = y;",
        ]
        XCTAssertEqual(
            try declarations(tables),
            [
                "static var mail: LocalizedMessage", "static var other: LocalizedMessage",
                "enum Mail", "static var x: LocalizedMessage",
            ]
        )
        let warnings = try file(tables).warnings.map { $0.split(separator: ".strings:").last ?? "" }
        XCTAssertEqual(
            warnings,
            [
                "1: warning: “OK” and “ok” would have the name “ok”, so it has no member: rename the "
                    + "key, or set “generatesSymbol” to false. [memberCollision]",
                "2: warning: “ok” and “OK” would have the name “ok”, so it has no member: rename the "
                    + "key, or set “generatesSymbol” to false. [memberCollision]",
            ]
        )
    }

    func testFaultyTablesAreWarnings() throws {
        let file = try file(["en.lproj/Localizable.strings": "a = b;\nc = ;\nd = e;"])
        XCTAssertTrue(file.content.contains("static var d:"))
        XCTAssertFalse(file.content.contains("static var c:"))
        XCTAssertEqual(file.warnings.count, 1)
        XCTAssertTrue(
            file.warnings[0].contains("Localizable.strings:2: warning: "),
            file.warnings[0]
        )
        let broken = try self.file(["Localizable.xcstrings": "{"])
        XCTAssertFalse(broken.content.contains("extension"))
        XCTAssertEqual(broken.warnings.count, 1)
    }

    func testAccess() throws {
        let content = try file(["en.lproj/T.strings": "a = b;"], access: .public).content
        for line in [
            "public import FootingLocalization", "    public enum T {",
            "        public static var a: ",
        ] {
            XCTAssertTrue(content.contains(line), line)
        }
    }

    func testACatalogHasItsOwnSourceLanguage() throws {
        let catalog = #"{"sourceLanguage": "de", "version": "1.0", "strings": {"left %lld": {}}}"#
        XCTAssertEqual(
            try declarations([
                "A/Localizable.xcstrings": catalog,
                "B/Other.xcstrings": catalog.replacing("de", with: "en"),
                "en.lproj/Mail.strings": "title = Inbox;", "de.lproj/Mail.strings": "x = y;",
            ]),
            [
                "static func left(_ arg1: some NumericArgument) -> LocalizedMessage", "enum Mail",
                "static var title: LocalizedMessage", "enum Other",
                "static func left(_ arg1: some NumericArgument) -> LocalizedMessage",
            ]
        )
    }
}
