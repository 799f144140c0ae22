// Replaces keys by strings in the description of a screen, as read from JSON or a property list.

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

// A single value.
print(l10n.localizingValue("@tour.title"))  // A delivery for the library
print(l10n.localizingValue(#"\@anna"#))  // @anna
print(l10n.localizingValue("@tour.sequel"))  // tour.sequel: no table has it.

/// A view of a user interface that was loaded from a file.
final class Label {
    var text = "@tour.title"
    var hint: String? = "@tour.next"
    var name = "title"
}

// Selected properties of an object.
let label = Label()
l10n.localizeValues(of: label, at: \.text, \.hint)
print(label.text, "–", label.hint ?? "no hint")  // A delivery for the library – Where to go next

/// A page of a site.
struct Page: Decodable {
    var title: String
    var sections: [String]
}

let json = Data(#"{"title": "@tour.title", "sections": ["@tour.next", "17"]}"#.utf8)
var page = try JSONDecoder().decode(Page.self, from: json)
l10n.localizeValues(of: &page, at: \.title, \.sections)
print(page.title, page.sections)  // A delivery for the library ["Where to go next", "17"]
