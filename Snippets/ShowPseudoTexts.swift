// Shows a program's strings in pseudolocales, before there are translations.

import FootingLocalization
import Foundation

let data = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Data")
let store = LocalizationStore(try ResourceBundle.locate("Tour", in: [data]))

// No accents: not from a table. Longer strings: do they fit? No closing bracket: truncated.
let accented = store.localizer(for: ["en-XA"])
print(accented("greeting", "Anna"))  // [Ĥééļļöö, Anna!]
print(accented("books.mapped", 2))  // A form of English, with accents.

// From right to left, and with keys in place of texts.
print(store.localizer(for: ["ar-XB"])("tour.next"))
print(store.localizer(for: ["qps-keys"])("tour.next"))  // Localizable.tour.next

// For files.
print(PseudoLocale.accented.string(for: "Hello, %@!"))  // [Ĥééļļöö, %@!]
