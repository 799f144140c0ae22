import FootingMapping
import Foundation
import XCTest

/// Properties that a closure computes from a converted value.
final class FieldTransformTests: XCTestCase {
    struct Size: Equatable {
        var width = 1
        var height = 1
    }
    struct PriceError: Error, CustomStringConvertible {
        let text: String
        var description: String { "bad price \(text)" }
    }
    struct Article: Equatable {
        var cents = 7
        var discount: Int? = 7
        var size = Size()
        var day = 0
        var tags = "old"
        var isPaid = false
        var watched = 7 { didSet { sets += 1 } }
        var sets = 0

        static let mapping = Mapping<Article> {
            Field("price", \.cents) { (amount: Decimal) in Int("\(amount * 100)") }
            Field("off", \.discount) { (text: String) in Int(text.dropLast()) }
            Field("size", \.size) { (sides: [Int]) in
                guard sides.count == 2 else { throw PriceError(text: "\(sides)") }
                return Size(width: sides[0], height: sides[1])
            }
            Field("day", \.day) { (date: Date) in Int(date.timeIntervalSince1970) / 86400 }
            Field("paid", \.isPaid) { (plan: Plan) in plan != .free }
            Field("watched", \.watched) { (number: Int) in number * 2 }
        }
    }

    private static let listing: MappingOptions = {
        var options = MappingOptions.standard
        options.listsFields = true
        return options
    }()

    func testTheClosureGetsAConvertedValueAndItsResultIsSetAsAConversion() throws {
        let cases: [(String, Article, String)] = [
            (#"{"price": 12.5}"#, Article(cents: 1250), "$.price: converted (number to Int)"),
            (#"{"price": "12.50"}"#, Article(cents: 1250), "$.price: converted (string to Int)"),
            (#"{"off": "30%"}"#, Article(discount: 30), "$.off: converted (string to Int?)"),
            (
                #"{"size": [2, "3"]}"#, Article(size: Size(width: 2, height: 3)),
                "$.size: converted (array to Size)"
            ),
            (
                #"{"day": "1970-01-03T00:00:00Z"}"#, Article(day: 2),
                "$.day: converted (string to Int)"
            ),
            (#"{"paid": "basic"}"#, Article(isPaid: true), "$.paid: converted (string to Bool)"),
        ]
        for (json, expected, note) in cases {
            try applying(Article.mapping, to: Article(), json, Self.listing) { article, report in
                XCTAssertEqual(article, expected, json)
                XCTAssertEqual(report.notes.map(\.description), [note], json)
                XCTAssertEqual(report.appliedCount, 1, json)
                XCTAssertEqual(report.convertedCount, 1, json)
                XCTAssertTrue(report.isClean, json)
            }
        }
    }

    func testARoundedValueStaysRounded() throws {
        struct Root { var half = 0.0 }
        let mapping = Mapping<Root> {
            Field("half", \.half) { (number: Double) in number / 2 }
        }
        let json = Data(#"{"half": 0.12345678901234567890123}"#.utf8)
        var root = Root()
        let report = try mapping.apply(json: json, to: &root, options: Self.listing)
        XCTAssertEqual(root.half, 0.12345678901234567890123 / 2)
        XCTAssertEqual(report.notes.map(\.kind), [.rounded])
    }

    func testAValueThatCannotBeTheClosuresTypeIsAnIssueOfThatType() throws {
        let cases = [
            (#"{"price": "12 Euro"}"#, "$.price: not a number (string, wanted Decimal); kept"),
            (#"{"price": 1e200}"#, "$.price: out of range (number, wanted Decimal); kept"),
            (#"{"price": null}"#, "$.price: null, but not optional (null, wanted Decimal); kept"),
            (#"{"off": {}}"#, "$.off: wrong kind of value (object, wanted String?); kept"),
            (#"{"size": [1, "x"]}"#, "$.size[1]: not a number (string, wanted Int); kept"),
            (
                #"{"paid": "gold"}"#,
                "$.paid: no case has this raw value (string, wanted Plan); kept"
            ),
        ]
        for (json, issue) in cases {
            try applying(Article.mapping, to: Article(), json) { article, report in
                XCTAssertEqual(article, Article(), json)
                XCTAssertEqual(report.issues.map(\.description), [issue], json)
                XCTAssertEqual(report.appliedCount, 0, json)
            }
        }
    }

    func testNilAndAThrowAreRejectedWithTheErrorsTypeAndNothingOfItsText() throws {
        let thrown = "the transform threw FootingMappingTests.FieldTransformTests.PriceError"
        let none = "the transform returned nil"
        let cases = [
            (
                #"{"price": 12.345}"#, "$.price: rejected: \(none) (number, wanted Decimal); kept",
                none
            ),
            (#"{"off": "half"}"#, "$.off: rejected: \(none) (string, wanted String?); kept", none),
            (
                #"{"size": [1, 2, 3]}"#,
                "$.size: rejected: \(thrown) (array, wanted [Int]); kept", thrown
            ),
        ]
        for (json, issue, explanation) in cases {
            try applying(Article.mapping, to: Article(), json) { article, report in
                XCTAssertEqual(article, Article(), json)
                XCTAssertEqual(report.issues.map(\.code), [.rejected], json)
                XCTAssertEqual(report.issues.map(\.description), [issue], json)
                XCTAssertEqual(report.issues.map(\.explanation), [explanation], json)
            }
        }
    }

    func testTheNameOfAPrivateOrLocalErrorHasNoAddress() throws {
        enum Local: Error { case unwanted }
        struct Root { var id = 0 }
        let mapping = Mapping<Root> {
            Field("a", \.id) { (_: Int) throws -> Int? in throw Local.unwanted }
            Field("b", \.id) { (_: Int) throws -> Int? in throw Hidden<Hidden<Int>>() }
            Field("c", \.id) { (_: Int) throws -> Int? in throw CancellationError() }
        }
        try applying(mapping, to: Root(), #"{"a": 1, "b": 1, "c": 1}"#) { _, report in
            XCTAssertEqual(
                report.issues.map(\.explanation),
                [
                    "FootingMappingTests.FieldTransformTests.Local",
                    "FootingMappingTests.Hidden<FootingMappingTests.Hidden<Swift.Int>>",
                    "Swift.CancellationError",
                ].map { "the transform threw \($0)" }
            )
        }
    }

    func testNullSetsAnOptionalPropertyWithoutTheClosure() throws {
        struct Root: Equatable {
            var id: Int? = 7
            var name: String? = "old"
        }
        let mapping = Mapping<Root> {
            Field("id", \.id) { (text: String) in
                XCTFail("called for null")
                return Int(text)
            }
            Field("name", \.name) { (_: String) -> String? in nil }
        }
        for options in [Self.listing, .strict] {
            try applying(mapping, to: Root(), #"{"id": null}"#, options) { root, report in
                XCTAssertEqual(root, Root(id: nil))
                XCTAssertTrue(report.isClean)
                XCTAssertEqual(report.convertedCount, 0)
            }
        }
        try applying(mapping, to: Root(), #"{"name": "new"}"#) { root, report in
            XCTAssertEqual(root, Root())
            XCTAssertEqual(report.issues.map(\.code), [.rejected])
        }
    }

    func testAnEmptyTextIsNullForATransformAsItIsForAnyField() throws {
        struct Root: Equatable {
            var cents: Int? = 7
            var words: Int? = 7
        }
        let mapping = Mapping<Root> {
            Field("cents", \.cents) { (amount: Decimal) in Int("\(amount * 100)") }
            Field("words", \.words) { (text: String) in text.split(separator: " ").count }
        }
        let json = #"{"cents": "", "words": ""}"#
        try applying(mapping, to: Root(), json, .lenient) { root, report in
            XCTAssertEqual(root, Root(cents: nil, words: 0))
            XCTAssertTrue(report.isClean)
        }
        try applying(mapping, to: Root(), json) { root, report in
            XCTAssertEqual(root, Root(cents: 7, words: 0))
            XCTAssertEqual(report.issues.map(\.code), [.notNumeric])
        }
    }

    /// A refusal never becomes `nil`, however the closure is written.
    func testAnOptionalPropertyNeverBecomesNilByAccident() throws {
        struct Root { var id: Int? = 7 }
        @Sendable func digits(_ text: String) -> Int? { Int(text) }
        let mappings: [Mapping<Root>] = [
            Mapping { Field("id", \.id) { (text: String) in Int(text) } },
            Mapping {
                Field("id", \.id) { (text: String) in
                    let number = Int(text)
                    return number
                }
            },
            Mapping {
                Field("id", \.id) { (text: String) in
                    guard text.count < 3 else { return nil }
                    return Int(text)
                }
            },
            Mapping { Field("id", \.id) { (text: String) -> Int? in Int(text) } },
            Mapping { Field("id", \.id) { (text: String) -> Int? in text == "5" ? 5 : nil } },
            Mapping { Field("id", \.id) { (text: String) in text == "5" ? 5 : nil } },
            Mapping { Field("id", \.id, digits) },
            Mapping { Field("id", \.id, { digits($0) }) },
            Mapping { Field("id", \Root.id, digits).required().aliases("x") },
        ]
        for (index, mapping) in mappings.enumerated() {
            for (value, id, codes) in [
                (#""5""#, 5, []), (#""x""#, 7, [MappingIssue.Code.rejected]), ("null", nil, []),
            ] {
                try applying(mapping, to: Root(), #"{"id": \#(value)}"#) { root, report in
                    XCTAssertEqual(root.id, id, "\(index) \(value)")
                    XCTAssertEqual(report.issues.map(\.code), codes, "\(index) \(value)")
                }
            }
        }
    }

    func testTheFormsOfAFieldAreThoseOfTheClosuresType() throws {
        struct Root: Equatable {
            var day = 0
            var sum = 0
            var first: String?
            var plan = Plan.old
        }
        let mapping = Mapping<Root> {
            Field("day", \.day) { (date: Date) in Int(date.timeIntervalSince1970) / 86400 }
                .dates(.epochMilliseconds)
            Field("sum", \.sum) { (numbers: [Int]) in numbers.reduce(0, +) }
                .split(by: "+")
                .lossy()
            Field("first", \.first) { (texts: [String]) in texts.first }.embeddedJSON()
            Field("plan", \.plan) { (plan: Plan) in plan == .old ? nil : plan }
                .unknownCase(.free)
        }
        let json = #"{"day": 172800000, "sum": "1+2+x", "first": "[\"a\"]", "plan": "gold"}"#
        try applying(mapping, to: Root(), json, Self.listing) { root, report in
            XCTAssertEqual(root, Root(day: 2, sum: 3, first: "a", plan: .free))
            XCTAssertEqual(report.issues.map { "\($0.path) \($0.code)" }, ["$.sum[2] notNumeric"])
            XCTAssertEqual(
                report.notes.map(\.kind),
                [.converted, .converted, .converted, .fallbackCase]
            )
        }
    }

    func testObserversRunOnceForAValueAndNotForARefusal() throws {
        try applying(Article.mapping, to: Article(), #"{"watched": 4}"#) { article, _ in
            XCTAssertEqual(article.watched, 8)
            XCTAssertEqual(article.sets, 1)
        }
        try applying(Article.mapping, to: Article(), #"{"watched": 4.5}"#) { article, report in
            XCTAssertEqual(article.sets, 0)
            XCTAssertEqual(report.issues.map(\.code), [.inexact])
        }
    }

    func testARefusalOfARequiredFieldFailsTheObject() throws {
        struct Root: Equatable { var cents = 7 }
        let mapping = Mapping<Root> {
            Field("price", \.cents) { (amount: Decimal) in Int("\(amount * 100)") }.required()
        }
        for (json, isMade) in [(#"{"price": 1.5}"#, true), (#"{"price": 1.234}"#, false)] {
            for input in try Input.all(json) {
                let (value, report) = try input.make(mapping, Root())
                XCTAssertEqual(value, isMade ? Root(cents: 150) : nil, json)
                XCTAssertEqual(report.issues.map(\.resolution), isMade ? [] : [.madeNothing], json)
                var root = Root()
                let update = try input.apply(mapping, to: &root)
                XCTAssertEqual(update.issues.map(\.resolution), isMade ? [] : [.keptOldValue], json)
            }
        }
        let list = Data(#"[{"price": 1}, {"price": 1.234}, {}, {"price": "3"}]"#.utf8)
        let (values, report) = try mapping.makeArray(of: Root(), json: list)
        XCTAssertEqual(values, [Root(cents: 100), Root(cents: 300)])
        XCTAssertEqual(
            report.issues.map { "\($0.path) \($0.code) \($0.resolution)" },
            ["$[1].price rejected droppedElement", "$[2].price missing droppedElement"]
        )
    }

    func testAnIssueOfAnotherFieldHasNoExplanationLeftOver() throws {
        struct Root { var id = 0 }
        let mapping = Mapping<Root> {
            Field("a", \.id) { (_: Int) throws -> Int? in throw PriceError(text: "") }
            Field("b", \.id)
            Field("c", \.id)
        }
        try applying(mapping, to: Root(), #"{"a": 1, "b": "x", "c": []}"#) { _, report in
            XCTAssertEqual(report.issues.map { $0.explanation == nil }, [false, true, true])
        }
    }
}

private struct Hidden<Value>: Error {}
