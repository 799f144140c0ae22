// An application's tables before a library's, read for one reader, or reloaded when they change.

import FootingLocalization
import Foundation

let data = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Data")

let app = try ResourceBundle.locate("Reader", in: [data])
let library = try ResourceBundle.locate("Tour", in: [data])
let stacked = LocalizationStore([app, library], developmentLanguage: "en")
let l10n = stacked.localizer(for: ["en"])

print(l10n("greeting", "Anna"))  // Good day, Anna! The application's own.
print(l10n("books.mapped", 2))  // 2 books were read. Only the library has it.

// A string catalog, read directly.
print(stacked.localizer(for: ["de"])("%lld pages", 1))  // 1 Seite

// A string for a narrow space.
print(l10n("inbox"))  // There are no new messages in your inbox.
print(l10n.fitting(width: 20)("inbox"))  // No new messages.

// A command has one reader: only the languages for this reader are read.
let own = LocalizationStore(
    [app, library],
    developmentLanguage: "en",
    for: ["de-AT"]
)
print(own.languages)  // [de, en]

// A server checks periodically, or on a signal.
func refresh(_ store: LocalizationStore) throws {
    if try store.reloadIfChanged() { for issue in store.report.issues { print(issue) } }
}
try refresh(stacked)
