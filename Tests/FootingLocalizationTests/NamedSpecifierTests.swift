import FootingLocalization
import TestSupport
import XCTest

final class NamedSpecifierTests: XCTestCase {
    /// A source string, a translation, and the translation filled with 1, “two” and 3.
    func testANameHasThePositionOfTheSource() throws {
        let rows: [(source: String, translation: String, filled: String)] = [
            ("%(count)lld books", "%(count)lld Bücher", "1 Bücher"),
            ("%(count)lld of %(title)@", "%(title)@: %(count)lld", "two: 1"),
            ("%(count)lld of %@", "%2$@: %(count)lld", "two: 1"),
            ("%lld of %(title)@", "%(title)@: %1$lld", "two: 1"),
            ("%(a)lld %(b)@ %lld", "%(b)@ %(a)lld %lld", "two 1 3"),
            ("%(a)lld %(a)lld %@", "%(a)lld %@", "1 two"),
            ("%(a)lld %@", "%(a)lld %(a)lld %@ %(a)lld", "1 1 two 1"),
            ("%2$(b)@ %1$(a)lld", "%(a)lld %(b)@", "1 two"),
            ("%2$(b)@ %1$(a)lld", "%1$(b)@", "two"),
            ("%(a).2f %(b)5@|", "%(b)-5@|%(a)+.1f", "two  |+1,0"),
            ("%(a)*@|", "%(a)*@|", "two|"),
            ("%(count)d books", "%(count)d %(other)@", "1 two"),
            ("%(count)d of %d", "%(other)@ %(more)@ %(other)@", "3 %(more)@ 3"),
            // Without a conversion, the text in parentheses is literal.
            ("100 %(net) of %d", "100 %(netto) %d", "100 %(netto) 1"),
            ("%()d %d", "%()d %d", "%()d 1"),
            ("%(50% off)d", "%(50% off)d", "%(501ff)d"),
            ("%(open %d", "%(open %d", "%(open 1"),
        ]
        for row in rows {
            let store = try makeStore([
                "Localizable.xcstrings": catalog(
                    """
                    "k": {"localizations": {
                      "de": \(unit(row.translation)), "en": \(unit(row.source))}}
                    """
                )
            ])
            let text = store.localizer(for: ["de"])("k", 1, "two", 3)
            XCTAssertEqual(text, row.filled, "\(row)")
        }
    }

    func testNamesOfFormsAndVariablesAreThoseOfTheSource() throws {
        let store = try makeStore([
            "Localizable.xcstrings": catalog(
                """
                "forms": {"localizations": {
                  "de": \(plural([("one", "Ein Buch in %(place)@"),
                    ("other", "%(count)lld Bücher in %(place)@")])),
                  "en": \(plural([("one", "A book in %(place)@"),
                    ("other", "%(count)lld books in %(place)@")]))}},
                "%(place)@ has %(count)lld books": {"localizations": {
                  "en": \(plural([("one", "a book"), ("other", "books")]))}},
                "variable": {"localizations": {
                  "en": {"stringUnit": {"state": "translated", "value": "%(who)@: %#@books@"},
                    "substitutions": {"books": {"argNum": 2, "formatSpecifier": "lld",
                      "variations": {"plural": {
                        "one": \(unit("%arg book by %(who)@")),
                        "other": \(unit("%arg books by %(who)@, %(lost)@"))}}}}}}}
                """
            )
        ])
        let (german, english) = (store.localizer(for: ["de"]), store.localizer(for: ["en"]))
        XCTAssertEqual(german("forms", 1, "Wien"), "Ein Buch in Wien")
        XCTAssertEqual(german("forms", 2, "Wien"), "2 Bücher in Wien")
        XCTAssertEqual(english("forms", 1, "Wien"), "A book in Wien")
        // Without a number in the forms, that of the key selects one.
        XCTAssertEqual(english("%(place)@ has %(count)lld books", "Wien", 1), "a book")
        XCTAssertEqual(english("variable", "Anna", 1), "Anna: 1 book by Anna")
        XCTAssertEqual(
            english("variable", "Anna", 2, "x"),
            "Anna: 2 books by Anna, x"
        )
    }

    func testAKeyThatIsTheSourceHasNames() throws {
        let store = try makeStore([
            "Localizable.xcstrings": catalog(
                """
                "%(count)lld of %(title)@": {"localizations": {
                  "de": \(unit("%(title)@: %(count)lld"))}},
                "%(count)lld books": {"shouldTranslate": false}
                """
            )
        ])
        let key = "%(count)lld of %(title)@"
        XCTAssertEqual(store.localizer(for: ["de"])(key, 1, "two"), "two: 1")
        XCTAssertEqual(store.localizer(for: ["en"])(key, 1, "two"), "1 of two")
        XCTAssertEqual(store.localizer(for: ["de"])("%(count)lld books", 7), "7 books")
        XCTAssertEqual(store.report.issueCount, 0, "\(store.report.issues)")
    }

    func testOtherTablesKnowNoNames() throws {
        let dictionary = stringsDict([
            ("dict", "%#@v@", "v", "d", ["other": "%(count)d"])
        ])
        let store = try makeStore([
            "en.lproj/Localizable.strings": #""k" = "%(count)lld books";"#,
            "en.lproj/Localizable.stringsdict": dictionary,
        ])
        let localizer = store.localizer(for: ["en"])
        XCTAssertEqual(localizer("k", 1), "%(count)lld books")
        XCTAssertEqual(localizer("dict", 1), "%(count)d")
        XCTAssertEqual(localizer("no such key", 1, default: "%(count)d"), "%(count)d")
    }

    func testAMissingArgumentShowsTheSpecifier() throws {
        let store = try makeStore([
            "Localizable.xcstrings": catalog(
                #""k": {"localizations": {"en": \#(unit("%(count)lld books"))}}"#
            )
        ])
        XCTAssertEqual(store.localizer(for: ["en"])("k", arguments: []), "%(count)lld books")
        XCTAssertTrue("\(store.report.issues)".contains("%(count)lld"), "\(store.report.issues)")
    }

    func testManyNamesTakeLinearTime() throws {
        // A quadratic search through 50,000 names would take a minute.
        let count = rounds(10_000, underStress: 50_000)
        let names = (0..<count).map { "%(n\($0))@" }.joined()
        let string = names + String(repeating: "%(", count: count)
        let store = try makeStore([
            "Localizable.xcstrings": catalog(#""k": {"localizations": {"en": \#(unit(string))}}"#)
        ])
        XCTAssertTrue(store.localizer(for: ["en"])("k", "first").hasPrefix("first%(n1)@%(n2)@"))
    }

    func testANamedDefaultTableIsTheDefaultTable() throws {
        let store = try makeStore([
            "en.lproj/Localizable.strings": "k = v;", "en.lproj/Other.strings": "k = o;",
            "de.lproj/Other.strings": "k = p;",
        ])
        let asked = Log<String>()
        store.onMissingKey { missing in
            asked.add(missing.table)
            return nil
        }
        for language: LanguageTag in ["en", "de"] {
            let localizer = store.localizer(for: [language])
            for table in [nil, "", "Localizable"] {
                XCTAssertEqual(localizer("k", table: table), "v")
                XCTAssertEqual(localizer("%@", "x", table: table), "x")
            }
        }
        XCTAssertEqual(Set(asked.entries), ["Localizable"])
    }
}
