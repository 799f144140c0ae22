import FootingMapping
import XCTest

/// Statements that several mappings of a type share, in a type of the user's.
final class SharedFieldsTests: XCTestCase {
    struct Customer: Equatable {
        var name = ""
        var city = ""
        var points = 0

        static let form = Mapping<Customer> {
            Contact()
        }
        static let backup = Mapping<Customer> {
            Contact()
            Field("points", \.points)
        }
    }

    struct Contact: MappingFields {
        @FieldBuilder<Customer> var fields: FieldBuilder<Customer>.Fields {
            Field("name", \.name).required()
            Field("address.city", \.city)
        }
    }

    func testTwoMappingsShareTheStatementsOfAType() {
        let input: [String: Any] = ["name": "Anna", "address": ["city": "Ulm"], "points": 5]
        var (first, second) = (Customer(), Customer())

        let form = Customer.form.apply(input, to: &first)
        let backup = Customer.backup.apply(input, to: &second)

        XCTAssertEqual(first, Customer(name: "Anna", city: "Ulm", points: 0))
        XCTAssertEqual(second, Customer(name: "Anna", city: "Ulm", points: 5))
        XCTAssertEqual(form.appliedCount, 2)
        XCTAssertEqual(backup.appliedCount, 3)
    }

    func testTheRulesOfSharedStatementsHoldInEachMapping() {
        var customer = Customer()
        let report = Customer.backup.apply(["points": 5], to: &customer)
        XCTAssertEqual(report.issues.map(\.code), [.missing])
    }
}
