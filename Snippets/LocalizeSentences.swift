// Sentences in the user's language, with its plural forms.
//
// Try `LANG=pl_PL.UTF-8 swift run LocalizeSentences`.

import FootingLocalization
import Foundation

let data = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Data")

let bundle = try ResourceBundle.locate("Tour", in: [data])
let store = LocalizationStore(bundle, developmentLanguage: "en")
let l10n = store.localizer(for: .system)

print(l10n("greeting", "Anna"))  // Hello, Anna!
print(l10n("books.mapped", 1))  // 1 book was read.
print(l10n("books.mapped", 2))  // 2 books were read.
print(l10n("books.mapped", 12345))  // 12,345 books were read.
print(l10n("stored", "user.stage", "record.json"))
print(l10n("published", .verbatim(2026)))  // Published in 2026.
print(l10n("farewell", "Anna", default: "Goodbye, %@!"))  // No table has it.

// Your own type as an argument.
struct ShelfMark: FormatArgument {
    var room: String
    var shelf: Int
    var formatValue: FormatValue { "\(room)-\(shelf)".formatValue }
}
print(l10n("next", ShelfMark(room: "B", shelf: 7)))

// A server answers each request in the language of its reader.
func summary(for reader: LanguagePreferences, books: Int) -> String {
    let l10n = store.localizer(for: reader)
    return l10n("greeting", "Anna") + " " + l10n("books.mapped", books)
}
print(summary(for: ["pl"], books: 5))  // Cześć, Anna! Wczytano 5 książek.
print(summary(for: ["de-AT", "en"], books: 12345))  // Hallo, Anna! 12.345 Bücher wurden gelesen.

// A translator's mistake gives a visible string and an issue, not a crash.
print(l10n("stored", 7))
print(store.report)  // 1 issue

for issue in store.report.issues where issue.code == .missingArgument {
    print(issue.key ?? "no key", issue.line ?? 0, issue.resolution)
}

// In a test, a report with issues is an error with the first of them.
do {
    try store.report.requireClean()
} catch {
    print(error)
}

// A list of arguments, and an unused string as the default, to detect a missing key.
print(l10n("stored", arguments: ["user.stage", "record.json"]))
let isMissing = l10n("farewell", default: "\0") == "\0"
print(isMissing)  // true

// The error about a missing bundle lists every path that was tried.
do {
    _ = try ResourceBundle.locate("Shop", in: [data])
} catch {
    print(error)
}
