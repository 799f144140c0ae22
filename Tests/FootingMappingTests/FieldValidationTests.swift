import FootingMapping
import Foundation
import XCTest

/// Rules that a value must satisfy before it is set.
final class FieldValidationTests: XCTestCase {
    struct RuleError: Error {}

    struct Person: Equatable {
        var age = 30
        var name = "Ada"
        var nickname: String? = "A"
        var scores = [1]
        var watched = 7 { didSet { sets += 1 } }
        var sets = 0
        var plan = Plan.old

        static let mapping = Mapping<Person> {
            Field("age", \.age).validated("from 0 to 150") { (0...150).contains($0) }
            Field("name", \.name)
                .validated("not empty") { !$0.isEmpty }
                .validated("at most 5 letters") { $0.count <= 5 }
                .validated("without digits") { name in
                    guard !name.contains("!") else { throw RuleError() }
                    return !name.contains(where: \.isNumber)
                }
            Field("nickname", \.nickname).validated("there") { $0 != nil }
            Field("scores", \.scores).validated("rising") { $0 == $0.sorted() }
            Field("watched", \.watched).validated("odd") { $0 % 2 == 1 }
        }
    }

    func testAValueThatKeepsTheRulesIsSetAsItWouldBeWithoutThem() throws {
        var options = MappingOptions.standard
        options.listsFields = true
        let json = #"{"age": "150", "name": "Bo", "nickname": "B", "scores": [1, 2], "watched": 9}"#
        try applying(Person.mapping, to: Person(), json, options) { person, report in
            XCTAssertEqual(
                person,
                Person(age: 150, name: "Bo", nickname: "B", scores: [1, 2], watched: 9, sets: 1)
            )
            XCTAssertTrue(report.isClean)
            XCTAssertEqual(
                report.notes.map(\.kind),
                [.converted, .applied, .applied, .applied, .applied]
            )
        }
    }

    func testTheFirstRuleThatRefusesAValueExplainsIt() throws {
        let cases = [
            (#"{"age": 151}"#, "$.age", "from 0 to 150"),
            (#"{"age": "-1"}"#, "$.age", "from 0 to 150"),
            (#"{"name": ""}"#, "$.name", "not empty"),
            (#"{"name": "123456"}"#, "$.name", "at most 5 letters"),
            (#"{"name": "1"}"#, "$.name", "without digits"),
            (
                #"{"name": "!1"}"#, "$.name",
                "the rule threw FootingMappingTests.FieldValidationTests.RuleError"
            ),
            (#"{"nickname": null}"#, "$.nickname", "there"),
            (#"{"scores": [2, 1]}"#, "$.scores", "rising"),
            (#"{"watched": 8}"#, "$.watched", "odd"),
        ]
        for (json, path, explanation) in cases {
            try applying(Person.mapping, to: Person(), json) { person, report in
                XCTAssertEqual(person, Person(), json)
                XCTAssertEqual(report.issues.map { "\($0.path)" }, [path], json)
                XCTAssertEqual(report.issues.map(\.code), [.rejected], json)
                XCTAssertEqual(report.issues.map(\.explanation), [explanation], json)
                XCTAssertEqual(report.issues.map(\.resolution), [.keptOldValue], json)
                XCTAssertEqual(report.appliedCount, 0, json)
            }
        }
        try applying(Person.mapping, to: Person(), #"{"age": 151}"#) { _, report in
            XCTAssertEqual(
                report.issues.map(\.description),
                ["$.age: rejected: from 0 to 150 (number, wanted Int); kept"]
            )
        }
    }

    func testAValueThatIsNotConvertedMeetsNoRule() throws {
        struct Root { var id = 0 }
        let mapping = Mapping<Root> {
            Field("id", \.id).validated("never asked") { _ in
                XCTFail("asked")
                return true
            }
        }
        for value in ["null", #""x""#, "[]", "1.5"] {
            try applying(mapping, to: Root(), #"{"id": \#(value)}"#) { _, report in
                XCTAssertEqual(report.issueCount, 1, value)
                XCTAssertNotEqual(report.issues.map(\.code), [.rejected], value)
                XCTAssertEqual(report.issues.map(\.explanation), [nil], value)
            }
        }
        try applying(mapping, to: Root(), "{}") { _, report in XCTAssertTrue(report.isClean) }
    }

    /// The order of a field's modifiers has no effect.
    func testModifiersComposeInAnyOrder() throws {
        struct Root: Equatable { var plan = Plan.old }
        let mappings: [Mapping<Root>] = [
            Mapping {
                Field("plan", \.plan).validated("not basic") { $0 != .basic }.skippingEqual()
                    .unknownCase(.free).aliases("p").required()
            },
            Mapping {
                Field("plan", \.plan).required().aliases("p").unknownCase(.free)
                    .skippingEqual().validated("not basic") { $0 != .basic }
            },
            Mapping {
                Field("plan", \.plan).unknownCase(.free).validated("not basic") { $0 != .basic }
                    .required().skippingEqual().aliases("p")
            },
            Mapping {
                Field("plan", \.plan) { (plan: Plan) in plan }.unknownCase(.free).skippingEqual()
                    .aliases("p").validated("not basic") { $0 != .basic }.required()
            },
        ]
        let cases: [(String, Plan, String)] = [
            (#"{"p": "gold"}"#, .free, "fallbackCase"),
            (#"{"p": "old"}"#, .old, "unchanged"),
            (#"{"plan": "basic"}"#, .old, "rejected: not basic"),
            ("{}", .old, "missing"),
        ]
        var options = MappingOptions.standard
        options.listsFields = true
        for (index, mapping) in mappings.enumerated() {
            for (json, plan, outcome) in cases {
                try applying(mapping, to: Root(), json, options) { root, report in
                    let issue = report.issues.first.map { issue in
                        issue.explanation.map { "\(issue.code): \($0)" } ?? "\(issue.code)"
                    }
                    let note = report.notes.first.map { "\($0.kind)" }
                    XCTAssertEqual(root.plan, plan, "\(index) \(json)")
                    XCTAssertEqual(issue ?? note, outcome, "\(index) \(json)")
                    XCTAssertEqual(report.issueCount + report.notes.count, 1, "\(index) \(json)")
                }
            }
        }
    }

    func testARuleLooksAtWhatATransformHasMade() throws {
        struct Root: Equatable {
            var cents: Int? = 7
            var size = Size()
            struct Size: Equatable { var side = 1 }
        }
        let mapping = Mapping<Root> {
            Field("price", \.cents) { (amount: Decimal) in Int("\(amount * 100)") }
                .validated("at most 100 euros") { $0.map { $0 <= 10_000 } ?? true }
            Field("size", \.size) { (side: Int) in Root.Size(side: side) }
                .validated("not flat") { $0.side > 0 }
        }
        for (json, expected, issues) in [
            (#"{"price": 100, "size": 2}"#, Root(cents: 10000, size: .init(side: 2)), []),
            (#"{"price": null}"#, Root(cents: nil), []),
            (
                #"{"price": 100.01, "size": 0}"#, Root(),
                [
                    "$.price: rejected: at most 100 euros (number, wanted Decimal?); kept",
                    "$.size: rejected: not flat (number, wanted Int); kept",
                ]
            ),
        ] {
            try applying(mapping, to: Root(), json) { root, report in
                XCTAssertEqual(root, expected, json)
                XCTAssertEqual(report.issues.map(\.description), issues, json)
            }
        }
    }

    func testARuleOfARequiredFieldFailsTheObject() throws {
        struct Root: Equatable { var id = 0 }
        let mapping = Mapping<Root> {
            Field("id", \.id).validated("positive") { $0 > 0 }.required()
        }
        for (json, isMade) in [(#"{"id": 1}"#, true), (#"{"id": 0}"#, false)] {
            for input in try Input.all(json) {
                let (value, report) = try input.make(mapping, Root())
                XCTAssertEqual(value, isMade ? Root(id: 1) : nil, json)
                XCTAssertEqual(report.issues.map(\.resolution), isMade ? [] : [.madeNothing], json)
            }
        }
        let list = Data(#"[{"id": 1}, {"id": 0}, {"id": 3}]"#.utf8)
        let (values, report) = try mapping.makeArray(of: Root(), json: list)
        XCTAssertEqual(values, [Root(id: 1), Root(id: 3)])
        XCTAssertEqual(
            report.issues.map { "\($0.path) \($0.resolution) \($0.explanation ?? "")" },
            ["$[1].id droppedElement positive"]
        )
    }

    func testAnIgnoredNullMeetsNoRuleUnlessThePropertyIsOptional() throws {
        var options = MappingOptions.standard
        options.ignoresNull = true
        let json = #"{"age": null, "nickname": null}"#
        try applying(Person.mapping, to: Person(), json, options) { person, report in
            XCTAssertEqual(person, Person())
            XCTAssertEqual(report.issues.map(\.explanation), ["there"])
        }
    }

    func testARuleOnAnObjectInPlaceRefusesItAndSaysSo() throws {
        struct Inner: Equatable { var id = 1 }
        struct Root: Equatable { var inner = Inner() }
        let inner = Mapping<Inner> { Field("id", \.id) }
        let mapping = Mapping<Root> {
            Field("inner", \.inner, inner).validated("five") { $0.id == 5 }.skippingEqual()
        }
        try applying(mapping, to: Root(), #"{"inner": {"id": 5}}"#) { root, report in
            XCTAssertEqual(root, Root())
            XCTAssertEqual(report.issues.map(\.code), [.unusableFormat])
            XCTAssertEqual(
                report.issues.map(\.explanation),
                ["an object that is updated in place can't be validated by its field"]
            )
        }
    }

    func testARuleOfOneFieldBelongsToNoCopyOfIt() throws {
        struct Root { var id = 0 }
        let plain = Field<Root, Int>("id", \.id)
        let strict = plain.validated("never") { _ in false }
        for (field, id) in [(plain, 5), (strict, 0)] {
            try applying(Mapping<Root> { field }, to: Root(), #"{"id": 5}"#) { root, _ in
                XCTAssertEqual(root.id, id)
            }
        }
    }
}
