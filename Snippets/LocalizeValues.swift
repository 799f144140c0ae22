// Puts texts in place of the keys in a description of a screen, as it was read of JSON or a property list.

import FootingLocalization
import Foundation

let data = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Data")
let store = LocalizationStore(try ResourceBundle.locate("Tour", in: [data]))
let l10n = store.localizer(for: ["en"])

let screen: [String: Any] = [
    "title": "@tour.title", "owner": #"\@anna"#, "rows": ["@tour.next", "17"],
]
let shown = l10n.localizingValues(in: screen)
print(shown["title"] ?? "")  // A delivery for the library
print(shown["owner"] ?? "")  // @anna
print(shown["rows"] ?? "")  // ["Where to go next", "17"]
