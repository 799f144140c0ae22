import FootingMapping
import Foundation
import XCTest

final class SensitiveTests: XCTestCase {
    struct Values {
        var text = ""
        var number = 0
        var flag = false
        var optional: Int?
        var list: [Int] = []
        var members: [String: Int] = [:]
    }

    static let mapping = Mapping<Values> {
        Field("text", \.text)
        Field("number", \.number)
        Field("flag", \.flag)
        Field("optional", \.optional).required()
        Field("list", \.list)
        Field("members", \.members)
    }

    private var showing: MappingOptions {
        var options = MappingOptions.standard
        options.includesValues = true
        options.includesKeys = true
        options.listsUnknownKeys = true
        options.listsFields = true
        return options
    }

    func testValueIsShownAsWrittenOnlyIfAskedFor() throws {
        let cases: [(String, String?, String)] = [
            (
                #"{"number": "12a"}"#, "12a",
                #"$.number: not a number (string "12a", wanted Int); kept"#
            ),
            (
                #"{"number": "a\nb"}"#, "a\nb",
                #"$.number: not a number (string "a\nb", wanted Int); kept"#
            ),
            (
                #"{"number": 1.50}"#, "1.5",
                "$.number: not exactly representable (number 1.5, wanted Int); kept"
            ),
            (
                #"{"number": -7e0, "text": true}"#, "true",
                "$.text: wrong kind of value (bool true, wanted String); kept"
            ),
            (#"{"text": null}"#, nil, "$.text: null, but not optional (null, wanted String); kept"),
            (
                #"{"text": ["x"]}"#, nil,
                "$.text: wrong kind of value (array, wanted String); kept"
            ),
            (
                #"{"text": {"x": 1}}"#, nil,
                "$.text: wrong kind of value (object, wanted String); kept"
            ),
            (
                #"{"list": [1, "x"]}"#, "x",
                #"$.list[1]: not a number (string "x", wanted Int); kept"#
            ),
            (
                #"{"members": {"k": false}}"#, "false",
                "$.members.k: wrong kind of value (bool false, wanted Int); kept"
            ),
        ]
        for (json, value, description) in cases {
            for input in try Input.all(json) {
                var values = Values()
                let report = try input.apply(Self.mapping, to: &values, options: showing)
                let issue = try XCTUnwrap(report.issues.first { $0.code != .missing }, json)
                // Only bytes keep the digits as they were written.
                let isBytes = if case .bytes = input { true } else { false }
                let (shown, said) =
                    isBytes && value == "1.5"
                    ? ("1.50", description.replacing("1.5,", with: "1.50,")) : (value, description)
                XCTAssertEqual(issue.value, shown, json)
                XCTAssertEqual(issue.description, said, json)
                XCTAssertFalse("\(report) \(String(reflecting: report))".contains("12a"))
                let quiet = try input.apply(Self.mapping, to: &values)
                XCTAssertEqual(quiet.issues.compactMap(\.value), [], json)
            }
        }
    }

    func testAbsentValueIsNotShown() throws {
        try applying(Self.mapping, to: Values(), "{}", showing) {
            XCTAssertEqual($1.issues.map(\.value), [nil])
        }
    }

    func testValueIsCutAt64BytesBetweenScalars() throws {
        let a = String(repeating: "a", count: 62)
        for (text, shown) in [
            (a + "bc", a + "bc"), (a + "bcd", a + "bc"), (a + "é", a + "é"),
            (a + "b\u{20AC}", a + "b"),
            (a + "\u{1F600}", a),
        ] {
            for spelled in [text, #"\u0061"# + text.dropFirst()] {
                try applying(Self.mapping, to: Values(), #"{"number": "\#(spelled)"}"#, showing) {
                    XCTAssertEqual($1.issues.first?.value, shown)
                }
            }
        }
        var values = Values()
        let digits = String(repeating: "9", count: 500)
        let json = Data(#"{"number": \#(digits)}"#.utf8)
        let report = try Self.mapping.apply(json: json, to: &values, options: showing)
        XCTAssertEqual(report.issues.first?.value, String(repeating: "9", count: 64))
    }

    struct Card: Mappable {
        var number = 0
        var holder = ""
        static let mapping = Mapping<Card> {
            Field("number", \.number)
            Field("holder", \.holder)
        }
    }
    struct Login: Mappable {
        var password = 0
        static let mapping = Mapping<Login> { Field("password", \.password).sensitive() }
    }
    struct Account {
        var pin = 0
        var pins: [Int] = []
        var table: [String: [Int]] = [:]
        var card = Card()
        var cards: [Card] = []
        var spare: Card?
        var held = Card() { didSet {} }
        var inner = 0
        var again = ""
        var login = Login()
        var logins: [Login] = []
        var key = 0
        var text: [Int] = []

        static let mapping = Mapping<Account> {
            Field("pin", \.pin).aliases("code").sensitive()
            Field("pins", \.pins).sensitive()
            Field("table", \.table).sensitive()
            Field("card", \.card, Card.mapping).sensitive()
            Field("cards", \.cards).sensitive().lossy()
            Field("spare", \.spare).sensitive()
            Field("held", \.held, Card.mapping).sensitive()
            Field("card.deep.inner", \.inner)
            Field("pin", \.again)
            Field("login", \.login)
            Field("logins", \.logins)
            Field("safe.key", \.key).sensitive()
            Field("text", \.text).embeddedJSON().sensitive()
            Field("ruled", \.key).validated("is even") { $0.isMultiple(of: 2) }.sensitive()
            Field("made", \.key) { (text: String) in Int(text) }.sensitive()
        }
    }

    func testNothingBelowASensitiveFieldShows() throws {
        let secret = "hunter2"
        let object = #"{"number": "\#(secret)", "\#(secret)": 1, "holder": {"\#(secret)": 1}}"#
        let documents = [
            #"{"pin": "\#(secret)"}"#, #"{"code": "\#(secret)"}"#, #"{"pin": ["\#(secret)"]}"#,
            #"{"pins": ["\#(secret)", 1]}"#, #"{"pins": "\#(secret)"}"#,
            #"{"table": {"\#(secret)": ["\#(secret)"]}}"#, #"{"table": "\#(secret)"}"#,
            #"{"card": \#(object)}"#, #"{"card": "\#(secret)"}"#,
            #"{"card": {"deep": {"\#(secret)": 1, "inner": "\#(secret)"}}}"#,
            #"{"card": {"deep": "\#(secret)"}}"#,
            #"{"cards": [\#(object), "\#(secret)"]}"#, #"{"cards": "\#(secret)"}"#,
            #"{"spare": \#(object)}"#, #"{"spare": "\#(secret)"}"#,
            #"{"held": \#(object)}"#, #"{"held": "\#(secret)"}"#,
            #"{"login": {"password": "\#(secret)"}}"#, #"{"login": "\#(secret)"}"#,
            #"{"logins": [{"password": "\#(secret)"}, "\#(secret)"]}"#,
            #"{"logins": "\#(secret)"}"#,
            #"{"safe": "\#(secret)"}"#, #"{"safe": {"key": "\#(secret)"}}"#,
            #"{"made": "\#(secret)"}"#, #"{"ruled": "\#(secret)"}"#,
            #"{"text": "[\"\#(secret)\"]"}"#, #"{"text": "\#(secret)"}"#,
        ]
        for strategy in [MappingOptions.KeyStrategy.exact, .snakeCase, .caseInsensitive] {
            for isAtomic in [false, true] {
                var options = showing
                options.keyStrategy = strategy
                options.isAtomic = isAtomic
                for json in documents {
                    try applying(Account.mapping, to: Account(), json, options) { _, report in
                        XCTAssertGreaterThan(report.issueCount, 0, json)
                        var dumped = ""
                        dump(report, to: &dumped)
                        XCTAssertFalse(dumped.contains(secret), "\(json) \(dumped)")
                        XCTAssertFalse(String(reflecting: report).contains(secret), json)
                        XCTAssertFalse(report.issues.contains { "\($0)".contains(secret) }, json)
                    }
                }
            }
        }
    }

    func testFieldsBesideASensitiveOneShowAsEver() throws {
        let json = """
            {"pin": "x", "other": 1, "safe": {"unknown": 1, "key": "x"}, "login": {"password": "x", "y": 1},
             "again": 1}
            """
        try applying(Account.mapping, to: Account(), json, showing) { _, report in
            XCTAssertEqual(
                Set(report.notes.filter { $0.kind == .unknownKey }.map { "\($0.path)" }),
                ["$.other", "$.safe.unknown", "$.login.y", "$.again"]
            )
        }
        let mapping = Mapping<Values> {
            Field("text", \.text).sensitive()
            Field("number", \.number)
        }
        try applying(mapping, to: Values(), #"{"text": [], "number": "x"}"#, showing) {
            XCTAssertEqual($1.issues.map(\.value), [nil, "x"])
        }
    }

    func testIssueOfASensitiveFieldStillSaysWhereAndWhy() throws {
        let json = #"{"table": {"a": [1, "x"]}, "card": {"number": "x", "u": 1}}"#
        try applying(Account.mapping, to: Account(), json, showing) { _, report in
            XCTAssertEqual(
                report.issues.map(\.description),
                [
                    "$.table[*][1]: not a number (string, wanted Int); kept",
                    "$.card.number: not a number (string, wanted Int); kept",
                ]
            )
            XCTAssertEqual(
                report.notes.filter { $0.kind == .unknownKey }.map(\.description),
                ["$.card[*]: unknown key (number)"]
            )
            XCTAssertEqual(report.unknownKeyCount, 1)
        }
    }
}

/// A value in place of an object may contain what the object's sensitive fields would.
final class SensitiveObjectTests: XCTestCase {
    private struct Account: Mappable {
        var pin = 0
        static let mapping = Mapping<Account> { Field("pin", \.pin).sensitive() }
    }

    private struct Holder {
        var one = Account()
        var maybe: Account?
        var list: [Account] = []
        var named: [String: Account] = [:]
        var lists: [String: [Account]] = [:]
        var rows: [[String: Account]] = []
        var pin = 0

        static let mapping = Mapping<Holder> {
            Field("one", \.one)
            Field("maybe", \.maybe)
            Field("list", \.list)
            Field("named", \.named)
            Field("lists", \.lists)
            Field("rows", \.rows)
            Field("way.account.pin", \.pin)
        }
    }

    func testNoValueShowsWhereAnObjectBelongs() throws {
        var options = MappingOptions.standard
        options.includesValues = true
        options.includesKeys = true
        for value in [#""SECRET""#, #"["SECRET"]"#, #"{"a": "SECRET"}"#, #"{"a": ["SECRET"]}"#] {
            for key in ["one", "maybe", "list", "named", "lists", "rows", "way"] {
                for input in try Input.all(#"{"\#(key)": \#(value)}"#) {
                    var holder = Holder()
                    let report = try input.apply(Holder.mapping, to: &holder, options: options)
                    var dumped = ""
                    dump(report, to: &dumped)
                    XCTAssertFalse(dumped.contains("SECRET"), "\(key) \(value)")
                }
            }
        }
        for json in [#""SECRET""#, #"["SECRET"]"#] {
            let made = try Holder.mapping.makeArray(
                of: Holder(),
                json: Data(json.utf8),
                options: options
            )
            XCTAssertFalse("\(made.report.issues)".contains("SECRET"))
        }
    }
}
