import FootingMapping
import Foundation

struct ZipError: Error {
    let text: String
}

class Customer {
    private(set) var id = 0
    private(set) var name = "unknown"
    var zip: Int?

    func rename(_ name: String) {
        self.name = name.trimmingCharacters(in: .whitespaces)
    }

    static let mapping = Mapping<Customer> {
        Field("id") { $0.id = $1 }
        Field("name") { $0.rename($1) }
        Field("zip", \.zip) { (text: String) in
            guard text.count == 5 else { throw ZipError(text: text) }
            return Int(text)
        }
    }
}

final class Subscriber: Customer {
    var cents = 0
    var age = 0
    var visits = 0 {
        didSet { print("visits: \(visits)") }
    }

    static let subscriberMapping = Mapping<Subscriber> {
        InheritedFields(Customer.mapping) { $0 }
        Field("price", \.cents) { (amount: Decimal) in Int("\(amount * 100)") }
        Field("age", \.age).validated("from 0 to 150") { (0...150).contains($0) }
        Field("visits", \.visits).skippingEqual()
    }
}

let payload = Data(
    #"""
    {"id": "8", "name": " Ada ", "zip": "053111", "price": "12.50", "age": 1815, "visits": "0"}
    """#.utf8
)

var options = MappingOptions.standard
options.listsFields = true

let subscriber = Subscriber()
do throws(MappingError) {
    let mapping = Subscriber.subscriberMapping
    let report = try mapping.apply(json: payload, to: subscriber, options: options)
    print(subscriber.id, subscriber.name, subscriber.cents, subscriber.age)
    print(report)
    for note in report.notes { print("  \(note)") }
    for issue in report.issues { print("  \(issue)") }
} catch {
    print("Not a JSON document: \(error)")
}
// 8 Ada 1250 0
// 3 values applied (2 converted), 2 issues, 0 unknown keys
//   $.id: converted (string to Int)
//   $.name: applied (string to String)
//   $.price: converted (string to Int)
//   $.visits: unchanged (string to Int)
//   $.zip: rejected: the transform threw MapFields.ZipError (string, wanted String?); kept
//   $.age: rejected: from 0 to 150 (number, wanted Int); kept

// A null clears an optional property, whatever type the closure takes; the others are unchanged.
print(Subscriber.subscriberMapping.apply(["zip": NSNull(), "visits": 7], to: subscriber))
// visits: 7
// 2 values applied (0 converted), 0 issues, 0 unknown keys
