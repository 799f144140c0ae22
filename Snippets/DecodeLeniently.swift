import FootingMapping
import Foundation

enum Plan: String, Codable {
    case free, basic, team
}

struct Line: Codable {
    var article: String
    var count: Int
}

struct Invoice: Codable {
    var number: Int
    var due: Date
    var total: Decimal
    var plan: Plan
    var paid: Bool
    var lines: [Line]
    var note: String?
}

let payload = Data(
    #"""
    {"number": "1204", "due": 1795294730, "total": "99.90", "plan": "gold", "paid": "yes",
     "lines": [{"article": 7, "count": "2"}, {"article": "pen"}], "note": null, "rev": 3}
    """#.utf8
)

var decoder = LenientDecoder()
decoder.fallbackCases = [Plan.free]

do throws(MappingError) {
    let (invoice, report) = try decoder.decode(Invoice.self, json: payload)
    if let invoice { print(invoice.number, invoice.total, invoice.plan, invoice.lines) }
    print(report)
    for issue in report.issues { print("  \(issue)") }
} catch {
    print("Not a JSON document: \(error)")
}
// 1204 99.9 free [DecodeLeniently.Line(article: "7", count: 2)]
// 9 values applied (7 converted), 1 issue, 1 unknown key
//   $.lines[1].count: required, but missing (wanted Int); dropped

// A value whose required input is invalid is not made: its initializer ends at the first error.
let hopeless = Data(#"{"number": "next", "due": "soon", "total": {}, "paid": 2}"#.utf8)
let (none, complaints) = try decoder.decode(Invoice.self, json: hopeless)
print(none == nil, complaints)
for issue in complaints.issues { print("  \(issue)") }
// true 0 values applied (0 converted), 1 issue, 0 unknown keys
//   $.number: not a number (string, wanted Int); failed
