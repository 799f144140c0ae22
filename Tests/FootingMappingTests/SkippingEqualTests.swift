import FootingMapping
import Foundation
import XCTest

/// Properties that are set only if the value differs.
final class SkippingEqualTests: XCTestCase {
    final class Account {
        var visits = 3 { didSet { log.append("visits \(visits)") } }
        var city: String? { didSet { log.append("city") } }
        var tags = ["a"] { didSet { log.append("tags") } }
        var loud = 3 { didSet { log.append("loud") } }
        var log: [String] = []

        static let mapping = Mapping<Account> {
            Field("visits", \.visits).skippingEqual()
            Field("city", \.city).skippingEqual()
            Field("tags", \.tags).skippingEqual()
            Field("loud", \.loud)
        }
    }

    /// The same properties with stored offsets, except one that has an observer.
    struct Values: Equatable {
        var number = 3
        var text: String?
        var ratio = Double.zero
        var sets = 0
        var watched = 3 { didSet { sets += 1 } }

        static let mapping = Mapping<Values> {
            Field("number", \.number).skippingEqual().skippingEqual()
            Field("text", \.text).skippingEqual()
            Field("ratio", \.ratio).skippingEqual()
            Field("watched", \.watched).skippingEqual()
        }
    }

    private static let listing: MappingOptions = {
        var options = MappingOptions.standard
        options.listsFields = true
        return options
    }()

    func testAStringThatIsSlowToCompareIsSetAgain() throws {
        struct Texts: Equatable {
            var one = ""
            var list: [String?] = []
            var named: [String: [String]] = [:]
            static let mapping = Mapping<Texts> {
                Field("one", \.one).skippingEqual()
                Field("list", \.list).skippingEqual()
                Field("named", \.named).skippingEqual()
            }
        }
        for (count, kind) in [(30, MappingNote.Kind.unchanged), (100, .applied)] {
            let text = "e" + String(repeating: "\u{301}", count: count)
            let json = """
                {"one": "\(text)", "list": [null, "\(text)"], "named": {"a": ["\(text)"]}}
                """
            let old = Texts(one: text, list: [nil, text], named: ["a": [text]])
            try applying(Texts.mapping, to: old, json, Self.listing) { texts, report in
                XCTAssertEqual(texts, old)
                XCTAssertEqual(report.notes.map(\.kind), [kind, kind, kind])
            }
        }
    }

    func testAnEqualValueRunsNoObserverAndIsNotCounted() throws {
        let cases: [(String, [String], [String])] = [
            (
                #"{"visits": 3, "city": null, "tags": ["a"], "loud": 3}"#, ["loud"],
                ["unchanged", "unchanged", "unchanged", "applied"]
            ),
            (#"{"visits": "3", "tags": "a"}"#, [], ["unchanged", "unchanged"]),
            (
                #"{"visits": "4", "city": "Ulm", "tags": []}"#, ["visits 4", "city", "tags"],
                ["converted", "applied", "applied"]
            ),
        ]
        for (json, log, kinds) in cases {
            for input in try Input.all(json) {
                let account = Account()
                let report = try input.apply(Account.mapping, to: account, options: Self.listing)
                XCTAssertEqual(account.log, log, json)
                XCTAssertEqual(report.notes.map(\.kind.rawValue), kinds, json)
                XCTAssertEqual(report.appliedCount, log.count, json)
                XCTAssertEqual(
                    report.convertedCount,
                    report.notes.count { $0.kind == .converted },
                    json
                )
                XCTAssertTrue(report.isClean, json)
            }
        }
    }

    func testPropertiesOfAStructAreSkippedToo() throws {
        let same = #"{"number": 3, "text": null, "ratio": -0.0, "watched": 3}"#
        try applying(Values.mapping, to: Values(), same, Self.listing) { values, report in
            XCTAssertEqual(values, Values())
            XCTAssertEqual(values.ratio.sign, .plus)
            XCTAssertEqual(report.appliedCount, 0)
            XCTAssertEqual(Set(report.notes.map(\.kind)), [.unchanged])
            XCTAssertEqual(report.notes.first?.description, "$.number: unchanged (number to Int)")
        }
        let other = #"{"number": 4, "text": "new", "ratio": 1.5, "watched": 5}"#
        try applying(Values.mapping, to: Values(), other) { values, report in
            XCTAssertEqual(values, Values(number: 4, text: "new", ratio: 1.5, sets: 1, watched: 5))
            XCTAssertEqual(report.appliedCount, 4)
        }
    }

    func testARefusedValueIsAnIssueAndNotUnchanged() throws {
        try applying(Values.mapping, to: Values(), #"{"number": "x"}"#, Self.listing) {
            XCTAssertEqual($0, Values())
            XCTAssertEqual($1.issues.map(\.code), [.notNumeric])
            XCTAssertEqual($1.notes, [])
        }
    }

    func testARequiredFieldThatIsUnchangedIsThere() throws {
        let mapping = Mapping<Values> { Field("number", \.number).skippingEqual().required() }
        for (json, isMade) in [(#"{"number": 3}"#, true), ("{}", false)] {
            for input in try Input.all(json) {
                let (value, report) = try input.make(mapping, Values())
                XCTAssertEqual(value, isMade ? Values() : nil, json)
                XCTAssertEqual(report.appliedCount, 0)
            }
        }
        let list = Data(#"[{"number": 3}, {"number": 5}, {"number": []}]"#.utf8)
        let (values, report) = try mapping.makeArray(of: Values(), json: list)
        XCTAssertEqual(values.map(\.number), [3, 5])
        XCTAssertEqual(report.appliedCount, 1)
    }

    func testResultsOfATransformAreCompared() throws {
        struct Size: Equatable { var side = 1 }
        final class Box {
            var size = Size() { didSet { sets += 1 } }
            var sets = 0
            static let mapping = Mapping<Box> {
                Field("size", \.size) { (side: Int) in Size(side: side) }.skippingEqual()
            }
        }
        for (json, sets) in [(#"{"size": 1}"#, 0), (#"{"size": "2"}"#, 1)] {
            for input in try Input.all(json) {
                let box = Box()
                let report = try input.apply(Box.mapping, to: box)
                XCTAssertEqual(box.sets, sets, json)
                XCTAssertEqual(report.appliedCount, sets, json)
            }
        }
    }

    func testAStructInAClassIsNotWrittenBackIfNothingInItChanges() throws {
        final class Owner {
            var address = MappingTests.Address() { didSet { sets += 1 } }
            var sets = 0
            static let address = Mapping<MappingTests.Address> {
                Field("city", \.city).skippingEqual()
                Field("zip", \.zip).skippingEqual()
            }
            static let mapping = Mapping<Owner> { Field("address", \.address, address) }
        }
        let cases = [
            (#"{"address": {"city": "Bonn", "zip": 53111}}"#, 0),
            (#"{"address": {"city": "Ulm", "zip": 53111}}"#, 1),
        ]
        for (json, sets) in cases {
            for input in try Input.all(json) {
                let owner = Owner()
                _ = try input.apply(Owner.mapping, to: owner)
                XCTAssertEqual(owner.sets, sets, json)
            }
        }
    }
}
