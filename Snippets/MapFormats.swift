import FootingMapping
import Foundation

enum Plan: String, MappingConvertible {
    case free, basic, team
}

struct Account {
    var id = UUID()
    var joined = Date.distantPast
    var birthday: Date?
    var plan = Plan.basic
    var avatar: URL?
    var key = Data()
    var credit = Decimal(0)
    var roles: [String] = []
    var scores: [Int] = []
    var limits: [String: Int] = [:]
    var settings: [String: Bool] = [:]
    var seen: Date?

    static let mapping = Mapping<Account> {
        Field("id", \.id)
        Field("joined", \.joined).dates(.rfc3339, .epochMilliseconds)
        Field("birthday", \.birthday).dates(.format("dd.MM.yyyy", in: .gmt))
        Field("plan", \.plan).unknownCase(.free)
        Field("avatar", \.avatar).relative(to: URL(string: "https://example.org/images/"))
        Field("key", \.key).bytes(.base64, .base64URL)
        Field("credit", \.credit)
        Field("roles", \.roles).split(by: ",")
        Field("scores", \.scores).lossy()
        Field("limits", \.limits)
        Field("settings", \.settings).embeddedJSON()
        Field("seen", \.seen).dates(.format("yyyy-MM-dd HH:mm:ss.SSSxxx", in: .gmt))
    }
}

let payload = Data(
    #"""
    {"id": "e621e1f8-c36c-495a-93fc-0c247a3e6e5f", "joined": 1795294730250, "birthday": "10.12.1815",
     "plan": "gold", "avatar": "ada.png", "key": "-_8", "credit": 10.10, "roles": "admin,author",
     "scores": [7, "8", "nine"], "limits": {"files": 100, "shares": "many"},
     "settings": "{\"mail\": true, \"news\": \"no\"}"}
    """#.utf8
)

var options = MappingOptions.standard
options.listsFields = true

var account = Account()
do throws(MappingError) {
    let report = try Account.mapping.apply(json: payload, to: &account, options: options)
    print(account.joined.timeIntervalSince1970, account.plan, account.credit, account.roles)
    print(account.avatar?.absoluteString ?? "none", Array(account.key), account.scores)
    print(account.limits, account.settings.count)
    print(report)
    for note in report.notes where note.kind == .fallbackCase { print("  \(note)") }
    for issue in report.issues { print("  \(issue)") }
} catch {
    print("Not a JSON document: \(error)")
}
// 1795294730.25 free 10.1 ["admin", "author"]
// https://example.org/images/ada.png [251, 255] [7, 8]
// [:] 2
// 10 values applied (9 converted), 2 issues, 0 unknown keys
//   $.plan: fallbackCase (string to Plan)
//   $.scores[2]: not a number (string, wanted Int); dropped
//   $.limits[*]: not a number (string, wanted Int); kept

// Keys of a dictionary come from the input, so they are in a report only with `includesKeys`.
options.includesKeys = true
for issue in try Account.mapping.apply(json: payload, to: &account, options: options).issues {
    print(issue.path)
}
// $.scores[2]
// $.limits.shares

// All values of an environment or a web form are strings, which a mapping converts.
let form = ["joined": "2026-11-21T21:58:50+01:00", "credit": "12.50", "scores": "9"]
print(Account.mapping.apply(form, to: &account), account.credit, account.scores)
// 3 values applied (3 converted), 0 issues, 0 unknown keys 12.5 [9]
