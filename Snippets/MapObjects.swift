// Nested objects: updated in place, created in lists, omitted if something is missing.

import FootingMapping
import Foundation

struct Line: Mappable {
    var article = ""
    var count = 1

    static let mapping = Mapping<Line> {
        Field("article", \.article).required()
        Field("count", \.count)
    }
}

struct Customer {
    var name: String
    var phone: String?

    static let mapping = Mapping<Customer> {
        Field("name", \.name)
        Field("phone", \.phone)
    }
}

// A type without an initializer that takes no arguments passes an initial value.
extension Customer: MappingConvertible {
    static func converted(
        from source: borrowing MappingSource
    ) -> MappingConversion<Customer> {
        mapping.make(Customer(name: "unknown"), from: source)
    }

    func write(to output: inout MappingOutput) throws(MappingRefusal) {
        try Customer.mapping.write(self, to: &output)
    }
}

struct Address: Mappable {
    var city = ""
    var zip = ""

    static let mapping = Mapping<Address> {
        Field("city", \.city)
        Field("zip", \.zip)
    }
}

struct Order {
    var shipping = Address(city: "Gdańsk", zip: "80-001")
    var billing: Address?
    var lines: [Line] = []
    var customers: [String: Customer] = [:]

    static let mapping = Mapping<Order> {
        Field("shipping", \.shipping)
        Field("billing", \.billing)
        Field("lines", \.lines)
        Field("customers", \.customers)
    }
}

let payload = Data(
    #"""
    {
        "shipping": {"city": "Sopot"},
        "billing": {"city": "Łódź", "zip": 90001},
        "lines": [{"article": "A-7", "count": "2"}, {"count": 5}, {"article": "B-1", "count": "many"}],
        "customers": {"buyer": {"phone": 5550100}}
    }
    """#.utf8
)

var order = Order()
do throws(MappingError) {
    let report = try Order.mapping.apply(json: payload, to: &order)
    print("Ships to \(order.shipping.zip) \(order.shipping.city)")
    print("Billed to", order.billing.map { "\($0.zip) \($0.city)" } ?? "nobody")
    for line in order.lines { print("  \(line.count) x \(line.article)") }
    for (role, customer) in order.customers { print("The \(role) is \(customer.name)") }
    print(report)
    for issue in report.issues { print("  \(issue)") }
} catch {
    print("Not a JSON document: \(error)")
}
