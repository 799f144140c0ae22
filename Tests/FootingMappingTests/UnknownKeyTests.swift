import FootingMapping
import Foundation
import XCTest

final class UnknownKeyTests: XCTestCase {
    struct Inner {
        var id = 0
        static let mapping = Mapping<Inner> { Field("id", \.id) }
    }
    struct Values {
        var name = ""
        var city = ""
        var inner = Inner()
        var counts: [String: Int] = [:]

        static let mapping = Mapping<Values> {
            Field("name", \.name).aliases("title", "label")
            Field("inner", \.inner, Inner.mapping)
            Field("place.city", \.city)
            Field("inner.city", \.city)
            Field("counts", \.counts)
        }
    }

    private var listing: MappingOptions {
        var options = MappingOptions.standard
        options.listsUnknownKeys = true
        return options
    }

    func testEveryKeyThatNoFieldReadsIsListedWithItsPath() throws {
        let json = """
            {"label": "x", "name": "y", "a": 1, "z": [2], "b": null, "place": {"zip": "1", "city": "c"},
             "inner": {"id": 1, "city": "d", "extra": {}}, "counts": {"any": 1}}
            """
        try applying(Values.mapping, to: Values(), json) { _, report in
            XCTAssertEqual(report.notes, [])
            XCTAssertEqual(report.unknownKeyCount, 6)
        }
        try applying(Values.mapping, to: Values(), json, listing) { _, report in
            XCTAssertEqual(report.unknownKeyCount, 6)
            XCTAssertEqual(
                Set(report.notes.map(\.description)),
                [
                    "$.a: unknown key (number)", "$.z: unknown key (array)",
                    "$.b: unknown key (null)",
                    "$.place.zip: unknown key (string)", "$.label: unknown key (string)",
                    "$.inner.extra: unknown key (object)",
                ]
            )
            XCTAssertEqual(
                report.notes.map(\.kind.rawValue),
                Array(repeating: "unknownKey", count: 6)
            )
        }
    }

    func testOrderIsThatOfTheTextOrOfTheBytesOfADictionary() throws {
        let json = #"{"b": 1, "é": 1, "B": 1, "a": 1, "": 1, "name": "x", "aa": 1}"#
        let orders = [["b", "é", "B", "a", "", "aa"], ["", "B", "a", "aa", "b", "é"]]
        for (input, keys) in zip(try Input.all(json), orders) {
            for _ in 0..<10 {
                var values = Values()
                let report = try input.apply(Values.mapping, to: &values, options: listing)
                XCTAssertEqual(report.notes.map(\.path.components), keys.map { [.key($0)] })
            }
        }
    }

    func testListEndsAtTheLimitAndTheCountGoesOn() throws {
        var options = listing
        options.limits.issues = 3
        let members = (10..<60).map { #""k\#($0)": 1"# }.joined(separator: ",")
        for json in ["{\(members)}", #"{"inner": {\#(members)}}"#] {
            try applying(Values.mapping, to: Values(), json, options) { _, report in
                XCTAssertEqual(report.unknownKeyCount, 50)
                XCTAssertEqual(report.notes.map { "\($0.path)".suffix(3) }, ["k10", "k11", "k12"])
            }
        }
    }

    func testKeyIsCutBetweenScalars() throws {
        var options = listing
        options.limits.keyBytes = 4
        for (key, shown) in [
            ("abcde", "abcd"), ("abcd", "abcd"), ("abcé", "abc"), ("ab\u{20AC}", "ab"),
            ("\u{1F600}!", "\u{1F600}"),
        ] {
            for spelled in [
                key, key.unicodeScalars.map { $0 == "a" ? #"\u0061"# : "\($0)" }.joined(),
            ] {
                try applying(Values.mapping, to: Values(), #"{"\#(spelled)": 1}"#, options) {
                    XCTAssertEqual($1.notes.map(\.path.components), [[.key(shown)]], key)
                }
            }
        }
    }

    func testKeyWithoutTextIsListedWithoutAName() throws {
        var values = Values()
        let json = Data(#"{"\uD800": 1}"#.utf8)
        let report = try Values.mapping.apply(json: json, to: &values, options: listing)
        XCTAssertEqual(report.notes.map(\.description), ["$[*]: unknown key (number)"])
    }

    func testKeysOfAnObjectThatAFieldReadsAsAWholeAreKnown() throws {
        struct Prices {
            var all: [String: Int] = [:]
            var first = 0
            static let mapping = Mapping<Prices> {
                Field("prices", \.all)
                Field("prices.a", \.first)
            }
        }
        for options in [.standard, listing] {
            try applying(Prices.mapping, to: Prices(), #"{"prices": {"a": 1, "b": 2}}"#, options) {
                XCTAssertEqual($0.all.count, 2)
                XCTAssertEqual($1.unknownKeyCount, 0)
                XCTAssertEqual($1.notes, [])
            }
        }
    }

    func testObjectsOnTheWayToAListAreNotMapped() throws {
        for input in try Input.all(#"{"x": 1, "d": {"y": 1, "list": [{"id": 1, "z": 2}]}}"#) {
            let report = try input.makeArray(
                Inner.mapping,
                of: Inner(),
                at: "d.list",
                options: listing
            ).report
            XCTAssertEqual(report.notes.map { "\($0.path)" }, ["$.d.list[0].z"])
            XCTAssertEqual(report.unknownKeyCount, 1)
        }
    }

    struct Parent {
        var children: [Child] = []
        static let mapping = Mapping<Parent> { Field("children", \.children) }
    }
    struct Child: Mappable {
        var id = 0
        static let mapping = Mapping<Child> { Field("id", \.id).required() }
    }

    func testKeysOfObjectsInListsHaveTheirWholePath() throws {
        let json = #"{"children": [{"id": 1}, {"id": 2, "x": 1}, {"y": 1}]}"#
        try applying(Parent.mapping, to: Parent(), json, listing) { _, report in
            XCTAssertEqual(
                report.notes.map { "\($0.path)" },
                ["$.children[1].x", "$.children[2].y"]
            )
            XCTAssertEqual(report.unknownKeyCount, 2)
        }
    }

    func testKeysAreListedInAnyCaseToo() throws {
        var options = listing
        options.keyStrategy = .caseInsensitive
        let json = #"{"NAME": "x", "Inner": {"ID": 1, "Other": 2}, "More": 1}"#
        try applying(Values.mapping, to: Values(), json, options) { _, report in
            XCTAssertEqual(Set(report.notes.map { "\($0.path)" }), ["$.More", "$.inner.Other"])
            XCTAssertEqual(report.unknownKeyCount, 2)
        }
    }
}
