import FootingMapping
import Foundation

struct Person {
    var id = 0
    var name = ""
    var city: String?
    var isMember = false

    static let mapping = Mapping<Person> {
        Field("id", \.id).required()
        Field("name", \.name).aliases("full_name", "displayName")
        Field("address.city", \.city)
        Field("member", \.isMember)
    }
}

let payload = Data(
    #"""
    {"id": "8", "full_name": "Ada Lovelace", "address": {"city": null, "zip": 53111},
     "member": "maybe", "revision": 3}
    """#.utf8
)

var options = MappingOptions.standard
options.listsFields = true

var person = Person(id: 7, name: "Ada", city: "London", isMember: true)
do throws(MappingError) {
    let report = try Person.mapping.apply(
        json: payload,
        to: &person,
        options: options
    )
    print(person)
    print(report)
    for note in report.notes { print("  \(note)") }
    for issue in report.issues { print("  \(issue)") }
} catch {
    print("Not a JSON document: \(error)")
}
// Person(id: 8, name: "Ada Lovelace", city: nil, isMember: true)
// 3 values applied (1 converted), 1 issue, 2 unknown keys
//   $.id: converted (string to Int)
//   $.full_name: applied (string to String)
//   $.address.city: applied (null to String?)
//   $.member: invalid format (string, wanted Bool); kept

do {
    _ = try Person.mapping.apply(json: Data("{\n  \"id\": 8,\n}".utf8), to: &person)
} catch {
    print("Not a JSON document: \(error)")
}
// Not a JSON document: line 3, column 1: a key in quotation marks is expected

let update: [String: Any] = ["name": "Grace", "id": NSNull(), "address": "unknown"]
for issue in Person.mapping.apply(update, to: &person).issues { print(issue) }
// $.id: null, but not optional (null, wanted Int); kept
// $.address: wrong kind of value (string, wanted object); kept
