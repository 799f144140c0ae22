import FootingMapping
import Foundation
import XCTest

/// Format settings of fields, beyond the values in the table: paths, resolutions and counts.
final class FieldFormatTests: XCTestCase {
    struct Values: Equatable {
        var list = [7]
        var lists = [[7]]
        var limits = ["old": 7]
        var plan = Plan.old
        var plans: [Plan] = []
        var inner = Inner()
    }
    struct Inner: Equatable {
        var id = 1
        var list = [1]
        static let mapping = Mapping<Inner> {
            Field("id", \.id)
            Field("list", \.list)
        }
    }

    func testAnElementThatALossyFieldDropsIsAnIssueWithItsPlace() throws {
        let mapping = Mapping<Values> {
            Field("a.list", \.list).lossy().required()
            Field("lists", \.lists).lossy()
            Field("limits", \.limits).lossy()
        }
        let json = #"{"a": {"list": [1, "x"]}, "lists": [[], ["y", 2]], "limits": {"secret": "z"}}"#
        try applying(mapping, to: Values(), json) { values, report in
            XCTAssertEqual(values, Values(list: [1], lists: [[], [2]], limits: [:]))
            XCTAssertEqual(
                report.issues.map(\.path.description),
                ["$.a.list[1]", "$.lists[1][0]", "$.limits[*]"]
            )
            XCTAssertEqual(Set(report.issues.map(\.resolution)), [.droppedElement])
            XCTAssertEqual(report.appliedCount, 3)
            XCTAssertEqual(report.convertedCount, 3)
        }
    }

    func testElementsThatALossyFieldDropsCountBeyondTheLimit() throws {
        let mapping = Mapping<Values> { Field("list", \.list).lossy() }
        var options = MappingOptions.standard
        options.limits.issues = 3
        let json = "{\"list\": [" + (0..<20).map { "\"x\($0)\"" }.joined(separator: ", ") + ", 5]}"
        try applying(mapping, to: Values(), json, options) { values, report in
            XCTAssertEqual(values.list, [5])
            XCTAssertEqual(report.issues.count, 3)
            XCTAssertEqual(report.issueCount, 20)
        }
    }

    func testARequiredFieldIsSetIfOnlyElementsAreDropped() throws {
        let mapping = Mapping<Values> { Field("list", \.list).lossy().required() }
        let (values, report) = try mapping.make(Values(), json: Data(#"{"list": ["x"]}"#.utf8))
        XCTAssertEqual(values?.list, [])
        XCTAssertEqual(report.issueCount, 1)
    }

    func testRulesOfAFieldHoldForNoOtherField() throws {
        let mapping = Mapping<Values> {
            Field("lists", \.lists).lossy()
            Field("list", \.list)
            Field("inner", \.inner, Inner.mapping).lossy().embeddedJSON()
        }
        let json = #"{"lists": [["x"]], "list": [1, "x"], "inner": {"list": ["x"]}}"#
        try applying(mapping, to: Values(), json) { values, report in
            XCTAssertEqual(values, Values(lists: [[]]))
            XCTAssertEqual(
                report.issues.map(\.resolution),
                [.droppedElement, .keptOldValue, .keptOldValue]
            )
        }
    }

    func testAnObjectInATextIsMappedInPlaceWithThePathOfItsValues() throws {
        let mapping = Mapping<Values> { Field("inner", \.inner, Inner.mapping).embeddedJSON() }
        let json = #"{"inner": "{\"id\": \"x\", \"list\": [5], \"more\": 0}"}"#
        try applying(mapping, to: Values(), json) { values, report in
            XCTAssertEqual(values, Values(inner: Inner(list: [5])))
            XCTAssertEqual(report.issues.map(\.path.description), ["$.inner.id"])
            XCTAssertEqual(report.unknownKeyCount, 1)
        }
        var values = Values()
        let report = try mapping.apply(json: Data(json.utf8), to: &values)
        XCTAssertEqual(report.issues.map(\.offset), [10])
        // A string of a dictionary has no offset in JSON bytes.
        let fromDictionary = mapping.apply(["inner": #"{"id": "x"}"#], to: &values)
        XCTAssertEqual(fromDictionary.issues.map(\.offset), [nil])
        let broken = try mapping.apply(json: Data(#"{"inner": "{"}"#.utf8), to: &values)
        XCTAssertEqual(broken.issues.map(\.code), [.invalidFormat])
        XCTAssertEqual(broken.issues.map(\.offset), [10])
    }

    func testJSONInATextKeepsToTheLimits() throws {
        let mapping = Mapping<Values> { Field("inner", \.inner, Inner.mapping).embeddedJSON() }
        var options = MappingOptions.standard
        options.limits.stringBytes = 5
        let deep = String(repeating: "[", count: 600)
        for (json, options) in [
            (#"{"inner": "{\"id\": 5}"}"#, options), ("{\"inner\": \"\(deep)\"}", .standard),
        ] {
            try applying(mapping, to: Values(), json, options) { values, report in
                XCTAssertEqual(values, Values())
                XCTAssertEqual(report.issues.map(\.code), [.limitExceeded])
            }
        }
    }

    func testThePartsOfATextHaveIndexesAndTheOffsetOfTheText() throws {
        let mapping = Mapping<Values> { Field("list", \.list).split(by: ",") }
        var values = Values()
        let json = Data(#"{"list": "1,x,3,y"}"#.utf8)
        let report = try mapping.apply(json: json, to: &values)
        XCTAssertEqual(report.issues.map(\.path.description), ["$.list[1]", "$.list[3]"])
        XCTAssertEqual(report.issues.map(\.offset), [9, 9])
        var options = MappingOptions.standard
        options.limits.elements = 3
        let limited = try mapping.apply(json: json, to: &values, options: options)
        XCTAssertEqual(limited.issues.map(\.code), [.limitExceeded])
    }

    func testAFallbackCaseIsNotedByItself() throws {
        let mapping = Mapping<Values> {
            Field("plan", \.plan).unknownCase(.free)
            Field("plans", \.plans).unknownCase(.basic)
        }
        var options = MappingOptions.standard
        options.listsFields = true
        let json = #"{"plan": "gold", "plans": ["old", "gold"]}"#
        try applying(mapping, to: Values(), json, options) { values, report in
            XCTAssertEqual(values.plan, .free)
            XCTAssertEqual(values.plans, [.old, .basic])
            XCTAssertEqual(report.notes.map(\.kind), [.fallbackCase, .fallbackCase])
            XCTAssertEqual(report.convertedCount, 2)
        }
        try applying(mapping, to: Values(), #"{"plan": "free", "plans": []}"#, options) {
            XCTAssertEqual($1.notes.map(\.kind), [.applied, .applied])
        }
    }

    func testTextsAloneAreInputToo() {
        struct Settings: Equatable {
            var port = 0
            var isVerbose = false
            var hosts: [String] = []
            var since: Date?
            static let mapping = Mapping<Settings> {
                Field("PORT", \.port)
                Field("VERBOSE", \.isVerbose)
                Field("HOSTS", \.hosts).split(by: ":")
                Field("SINCE", \.since).dates(.epochString)
            }
        }
        let environment: [String: String] = [
            "PORT": "8080", "VERBOSE": "yes", "HOSTS": "a:b", "SINCE": "0", "HOME": "/",
        ]
        var settings = Settings()
        let report = Settings.mapping.apply(environment, to: &settings)
        XCTAssertEqual(
            settings,
            Settings(
                port: 8080,
                isVerbose: true,
                hosts: ["a", "b"],
                since: Date(timeIntervalSince1970: 0)
            )
        )
        XCTAssertEqual(report.unknownKeyCount, 1)
        XCTAssertTrue(report.isClean)
    }
}
