// Untrusted input: all or nothing, within limits, and without secrets in a log.

import FootingMapping
import Foundation

struct Settings {
    var userName = "nobody"
    var pin = 0
    var timeout = 30
    var tags: [String] = []
    var lastUsed: Date?

    static let mapping = Mapping<Settings> {
        Field("userName", \.userName).required()
        Field("pin", \.pin).sensitive()
        Field("timeout", \.timeout)
        Field("tags", \.tags)
    }
}

var options = MappingOptions.untrusted
options.isAtomic = true
options.keyStrategy = .snakeCase
options.listsUnknownKeys = true
options.includesValues = true
options.limits.elements = 6

let payload = Data(
    #"""
    {"user_name": "ada", "pin": "12a4", "timeout": "soon", "tags": ["a", "b", "c", "d", "e", "f", "g"],
     "time_out": 5}
    """#.utf8
)

var settings = Settings()
do {
    let report = try Settings.mapping.apply(json: payload, to: &settings, options: options)
    for issue in report.issues { print("\(issue.path.jsonPointer): \(issue.message)") }
    for note in report.notes { print(note) }
    try report.requireClean()
} catch {
    if let report = error.report { print("Refused: \(report)") }
}
print(settings.userName)
// /pin: not a number (string, wanted Int); kept
// /timeout: not a number (string "soon", wanted Int); kept
// /tags: limit exceeded: elements (array, wanted [String]); kept
// $.time_out: unknown key (number)
// Refused: 0 values applied (0 converted), 3 issues, 1 unknown key
// nobody

let changes: [String: Any] = ["USERNAME": "grace", "Timeout": 60]
options.keyStrategy = .caseInsensitive
let report = Settings.mapping.apply(changes, to: &settings, options: options)
print(settings.userName, settings.timeout, report.isClean)
// grace 60 true

let rows: [Any] = [["userName": "a"], ["timeout": 5], ["userName": "b"]]
options.keyStrategy = .exact
for isAtomic in [false, true] {
    options.isAtomic = isAtomic
    let made = Settings.mapping.makeArray(of: Settings(), from: rows, options: options)
    print(made.values.map(\.userName), made.report.issues)
}
// ["a", "b"] [$[1].userName: required, but missing (wanted String); dropped]
// [] [$[1].userName: required, but missing (wanted String); failed]

let answer: [String: Any] = ["data": ["users": rows]]
let made = Settings.mapping.makeArray(of: Settings(), from: answer, at: "data.users")
print(made.values.count)
// 2

// A test for properties without a field: set all properties, and find those that are unchanged.
let full: [String: Any] = ["userName": "a", "pin": 1, "timeout": 1, "tags": ["a"]]
let blank = Settings()
let filled = Settings.mapping.make(blank, from: full).value ?? blank
let unmapped = zip(Mirror(reflecting: blank).children, Mirror(reflecting: filled).children)
    .filter { "\($0.value)" == "\($1.value)" }
    .compactMap(\.0.label)
print(unmapped)
// ["lastUsed"]
