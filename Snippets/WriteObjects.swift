// Writes objects as the JSON that their mapping reads.

import FootingMapping
import Foundation

struct Line: Mappable, Equatable {
    var article = ""
    var count = 1

    static let mapping = Mapping<Line> {
        Field("article", \.article).required()
        Field("count", \.count)
    }
}

struct Order: Equatable {
    var number = 0
    var customer = ""
    var ordered = Date(timeIntervalSince1970: 0)
    var cents = 0
    var note: String?
    var card = ""
    var lines: [Line] = []

    static let mapping = Mapping<Order> {
        Field("number", \.number).required()
        Field("customer.name", \.customer).aliases("name")
        Field("ordered", \.ordered).dates(.rfc3339, .epochSeconds)
        Field("price", \.cents) { (amount: Decimal) in Int("\(amount * 100)") }
            .written { Decimal($0.cents) / 100 }
        Field("note", \.note)
        Field("card", \.card).sensitive()
        Field("lines", \.lines)
    }
}

var order = Order(number: 7, customer: "Ada", cents: 1_250, lines: [Line(article: "pen", count: 2)])

let (json, report) = Order.mapping.json(from: order, omittingNil: true)
print(String(decoding: json, as: UTF8.self))
// {"customer":{"name":"Ada"},"lines":[{"article":"pen","count":2}],"number":7,
//  "ordered":"1970-01-01T00:00:00Z","price":12.5}
print(report.isClean)

let (copy, _) = try Order.mapping.make(Order(), json: json)
print(copy == order)  // true

let (dictionary, _) = Order.mapping.dictionary(from: order, includingSensitive: true)
print(dictionary.keys.sorted())
// ["card", "customer", "lines", "note", "number", "ordered", "price"]

// A patch tells a null from a missing value by an optional of an optional.
struct ContactPatch {
    var nickname: String??

    static let mapping = Mapping<ContactPatch> {
        Field("nickname", \.nickname)
    }
}

for text in ["{}", #"{"nickname":null}"#, #"{"nickname":"Ada"}"#] {
    let patch = try ContactPatch.mapping.make(ContactPatch(), json: Data(text.utf8)).value
    guard let patch else { continue }
    switch patch.nickname {
    case .none: print("unchanged")
    case .some(.none): print("removed")
    case .some(.some(let name)): print("set to \(name)")
    }
}
// unchanged
// removed
// set to Ada

let removal = ContactPatch.mapping.json(from: ContactPatch(nickname: .some(nil)))
print(String(decoding: removal.data, as: UTF8.self))  // {"nickname":null}
