import FootingMapping
import Foundation
import XCTest

/// Dictionaries, whose keys come from the input.
final class DictionaryTests: XCTestCase {
    struct Values: Equatable {
        var limits = ["old": 7]
        static let mapping = Mapping<Values> { Field("limits", \.limits) }
        static let lossy = Mapping<Values> { Field("limits", \.limits).lossy() }
    }

    func testNoKeyOfTheInputIsInTheReportUnlessAsked() throws {
        let json = #"{"limits": {"secret-key": "secret-value", "b": 1, "c": true}}"#
        for mapping in [Values.mapping, Values.lossy] {
            try applying(mapping, to: Values(), json) { _, report in
                XCTAssertEqual(
                    report.issues.map(\.path.description),
                    ["$.limits[*]", "$.limits[*]"]
                )
                var dump = ""
                Swift.dump(report, to: &dump)
                for text in ["\(report)", "\(report.issues)", String(reflecting: report), dump] {
                    XCTAssertFalse(text.contains("secret"), text)
                }
            }
        }
        var options = MappingOptions.standard
        options.includesKeys = true
        options.limits.keyBytes = 7
        try applying(Values.mapping, to: Values(), json, options) { _, report in
            let paths = Set(report.issues.map(\.path.description))
            XCTAssertEqual(paths, ["$.limits.secret-", "$.limits.c"])
        }
    }

    func testALongKeyIsCutBetweenScalars() throws {
        var options = MappingOptions.standard
        options.includesKeys = true
        let cuts = [
            "", "a", "a", "aé", "aéo", "aéo", "aéo\u{308}", "aéo\u{308}z", "aéo\u{308}z",
        ]
        for (limit, expected) in cuts.enumerated() {
            options.limits.keyBytes = limit
            let json = "{\"limits\": {\"aéo\u{308}z\": \"x\"}}"
            try applying(Values.mapping, to: Values(), json, options) { _, report in
                guard case .key(let key)? = report.issues.first?.path.components.last else {
                    return XCTFail("\(limit)")
                }
                XCTAssertEqual(Array(key.utf8), Array(expected.utf8), "\(limit)")
            }
        }
    }

    func testKeysThatAreEqualInSwiftAreOneKeyInBytes() throws {
        let json = Data("{\"limits\": {\"\u{E9}\": 1, \"b\": 5, \"e\u{301}\": 2}}".utf8)
        let cases: [(MappingOptions.DuplicateKeys, [String: Int]?)] = [
            (.first, ["\u{E9}": 1, "b": 5]), (.last, ["\u{E9}": 2, "b": 5]), (.reject, nil),
        ]
        for (choice, expected) in cases {
            var options = MappingOptions.standard
            options.duplicateKeys = choice
            var values = Values()
            let report = try Values.mapping.apply(json: json, to: &values, options: options)
            XCTAssertEqual(values.limits, expected ?? ["old": 7], "\(choice)")
            XCTAssertEqual(report.duplicateKeyCount, 1, "\(choice)")
            XCTAssertEqual(report.issues.map(\.code), expected == nil ? [.duplicateKey] : [])
        }
    }

    func testEqualKeysAreFoundAmongManyAndAfterKeysWithoutText() throws {
        for count in [1, 7, 8, 9, 100] {
            let keys = (0..<count).map { "\"k\($0)\": \($0)" }
            let again = (0..<count).map { "\"k\($0)\": -1" }
            let json = "{\"limits\": {" + (keys + again).joined(separator: ", ") + "}}"
            var values = Values()
            let report = try Values.mapping.apply(json: Data(json.utf8), to: &values)
            XCTAssertEqual(values.limits.count, count)
            XCTAssertEqual(report.duplicateKeyCount, count)
            XCTAssertFalse(values.limits.values.contains(-1), "\(count)")
        }
        let json = #"{"limits": {"\ud800": 1, "": 2, "\ud800": 3}}"#
        var values = Values()
        let report = try Values.lossy.apply(json: Data(json.utf8), to: &values)
        XCTAssertEqual(values.limits, ["": 2])
        XCTAssertEqual(report.issues.map(\.code), [.invalidFormat, .invalidFormat])
    }

    func testAKeyThatIsThereAgainAndAgainIsOneKey() throws {
        for count in [1, 3, 8, 9, 100] {
            let members = (0..<count).map { "\"k\($0)\":\($0)" }
            let all = members + members + members + ["\"k0\":-1"]
            let json = Data("{\"limits\":{\(all.joined(separator: ","))}}".utf8)
            for (choice, value) in [(MappingOptions.DuplicateKeys.first, 0), (.last, -1)] {
                var options = MappingOptions.standard
                options.duplicateKeys = choice
                var expected: [String: Int] = [:]
                for number in 0..<count { expected["k\(number)"] = number == 0 ? value : number }
                var values = Values()
                let report = try Values.mapping.apply(json: json, to: &values, options: options)
                XCTAssertEqual(values.limits, expected, "\(count) keys, \(choice)")
                XCTAssertEqual(report.duplicateKeyCount, 2 * count + 1, "\(count) keys")
            }
        }
    }

    func testKeysThatAreSlowToCompareAreBeyondALimit() throws {
        let marks = String(repeating: "\u{301}\u{316}", count: 50_000)
        for lead in ["a", ""] {
            let json = Data("{\"limits\": {\"\(lead)\(marks)\": 1, \"b\": 2}}".utf8)
            var values = Values()
            let report = try Values.lossy.apply(json: json, to: &values)
            XCTAssertEqual(report.issues.map(\.code), [.limitExceeded])
            XCTAssertEqual(values.limits, ["b": 2])
        }
        // A long key in a script with many combining marks is accepted.
        let thai = String(repeating: "ที่", count: 200)
        var values = Values()
        XCTAssertTrue(
            try Values.mapping.apply(json: Data("{\"limits\": {\"\(thai)\": 1}}".utf8), to: &values)
                .isClean
        )
        XCTAssertEqual(values.limits, [thai: 1])
    }

    func testTooManyKeysAndTooLongKeysAreBeyondTheLimits() throws {
        var options = MappingOptions.standard
        options.limits.elements = 2
        let json = #"{"limits": {"a": 1, "b": 2, "c": 3}}"#
        try applying(Values.mapping, to: Values(), json, options) { values, report in
            XCTAssertEqual(values, Values())
            XCTAssertEqual(report.issues.map(\.code), [.limitExceeded])
            XCTAssertEqual(report.issues.map(\.path.description), ["$.limits"])
        }
        options.limits.elements = 3
        options.limits.stringBytes = 3
        try applying(Values.mapping, to: Values(), #"{"limits": {"abcd": 1}}"#, options) {
            _,
            report in
            XCTAssertEqual(report.issues.map(\.path.description), ["$.limits[*]"])
            XCTAssertEqual(report.issues.map(\.code), [.limitExceeded])
        }
    }
}
