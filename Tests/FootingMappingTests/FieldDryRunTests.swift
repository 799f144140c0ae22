import Foundation
import XCTest

@testable import FootingMapping

/// Fields in a trial run: every conversion and rule runs, and no property is set.
final class FieldDryRunTests: XCTestCase {
    class Animal {
        var id = 0 { didSet { sets += 1 } }
        var home = MappingTests.Address() { didSet { sets += 1 } }
        var sets = 0

        static let mapping = Mapping<Animal> {
            Field("id", \.id).required().validated("positive") { $0 > 0 }
            Field("home", \.home, MappingTests.Address.mapping)
        }
    }

    final class Dog: Animal {
        var read: Int {
            get {
                XCTFail("read")
                return 0
            }
            set { XCTFail("set to \(newValue)") }
        }
    }

    private static func mapping(_ calls: Calls) -> Mapping<Dog> {
        Mapping {
            InheritedFields(Animal.mapping) { dog in
                XCTFail("asked for the parent")
                return dog
            }
            Field("a") { (_, value: Int) in XCTFail("set to \(value)") }
            Field("b", \.read) { (text: String) in
                calls.add("transform \(text)")
                return Int(text)
            }
            .validated("small") { number in
                calls.add("rule \(number)")
                return number < 100
            }
            .skippingEqual()
        }
    }

    func testClosuresThatSetDoNotRunAndThoseThatDecideDo() throws {
        let cases: [(String, [String], [String])] = [
            (
                #"{"id": 1, "home": {"city": "Ulm"}, "a": 1, "b": 5}"#,
                ["transform 5", "rule 5"], []
            ),
            (
                #"{"id": 0, "home": {"city": []}, "a": "x", "b": "500"}"#,
                ["transform 500", "rule 500"],
                ["$.id rejected", "$.home.city typeMismatch", "$.a notNumeric", "$.b rejected"]
            ),
            (#"{"b": "x"}"#, ["transform x"], ["$.id missing", "$.b rejected"]),
        ]
        for (json, expected, issues) in cases {
            for input in try Input.all(json) {
                let calls = Calls()
                let plan = Self.mapping(calls).plan
                let outcome =
                    switch input {
                    case .bytes(let data):
                        try plan.run(json: data, onto: .none, .standard, for: .make).get()
                    case .dictionary(let values):
                        plan.run(values, onto: .none, .standard, for: .make)
                    }
                XCTAssertEqual(calls.all, expected, json)
                XCTAssertEqual(outcome.report.issues.map { "\($0.path) \($0.code)" }, issues, json)
                XCTAssertEqual(outcome.isComplete, issues.isEmpty, json)
            }
        }
    }
}

/// The arguments of a mapping's closures.
///
/// A test calls them on its own thread only.
private final class Calls: @unchecked Sendable {
    private(set) var all: [String] = []

    func add(_ call: String) {
        all.append(call)
    }
}
