// One process that answers each request in the language of its header.

import FootingLocalization
import Foundation

let data = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Data")

// Once, when the server starts.
let bundle = try ResourceBundle.locate("Tour", in: [data])
let store = LocalizationStore(bundle, developmentLanguage: "en")

// For each request, on any thread.
func answer(acceptLanguage header: String, books: Int) -> String {
    let l10n = store.localizer(acceptLanguage: header)
    return l10n("greeting", "Anna") + " " + l10n("books.mapped", books)
}
print(answer(acceptLanguage: "de-AT, en;q=0.5", books: 12345))
// Hallo, Anna! 12.345 Bücher wurden gelesen.
print(answer(acceptLanguage: "uk, pl;q=0.9, *;q=0.1", books: 5))
// Cześć, Anna! Wczytano 5 książek.

// The languages of a header, without a store.
let reader = LanguagePreferences(acceptLanguage: "en;q=0.3, pl, de;q=0.8, fr;q=0")
print(reader.languages)  // [pl, de, en]

// A price keeps all its digits.
if let price = Decimal(string: "1234.505") {
    print(store.localizer(for: ["de"])("published", price))  // Erschienen 1.234,505.
}

// In Arabic or Hebrew strings, names in Latin letters don't move the text beside them.
let isolating = store.localizer(for: ["he", "en"]).isolatingArguments()
print(isolating("greeting", "Anna"))  // Hello, Anna! English answers, and needs nothing.

// Strings that differ by device: here those for the phones that a server serves.
let phones = LocalizationStore(bundle, developmentLanguage: "en", device: "iphone")
print(phones.languages)

// German for readers of Swiss German, who understand it according to CLDR.
let matching = LanguageMatching(acceptsRelatedLanguages: true)
let swiss = store.localizer(for: ["gsw"], matching: matching)
print(swiss.languages)  // [de, en]
