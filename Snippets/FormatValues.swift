// Dates, prices and lists in the language of the text around them.

import FootingLocalization
import Foundation

let data = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Data")
let bundle = try ResourceBundle.locate("Tour", in: [data])
let store = LocalizationStore(bundle, developmentLanguage: "en")

extension Localizer {
    /// The locale of the first language that is asked for a text.
    var locale: Locale { Locale(identifier: languages.first?.description ?? "en") }
}

let l10n = store.localizer(for: ["de-AT", "en"])
print(l10n.locale.identifier)  // de

let published = Date(timeIntervalSince1970: 1_767_225_600)
let day = published.formatted(
    Date.FormatStyle(date: .long, locale: l10n.locale, timeZone: .gmt)
)
print(l10n("published", day))  // Erschienen 1. Januar 2026.

let price = Decimal(1234.5).formatted(.currency(code: "EUR").locale(l10n.locale))
print(l10n("published", price))  // Erschienen 1.234,50 €.

let rooms = ["A", "B", "C"].formatted(.list(type: .and).locale(l10n.locale))
print(l10n("greeting", rooms))  // Hallo, A, B und C!

extension Localizer {
    /// The reader's locale if the reader's first preference is in the language that answers, or
    /// else the locale of that language.
    func locale(for reader: LanguagePreferences) -> Locale {
        guard let preference = reader.languages.first else { return locale }
        let own = Locale(identifier: preference.description)
        let (asked, answer) = (own.language, locale.language)
        let answers = asked.languageCode == answer.languageCode && asked.script == answer.script
        return answers ? own : locale
    }
}

let style = Date.FormatStyle(date: .numeric, timeZone: .gmt)
let reader: LanguagePreferences = ["en-GB"]
let british = store.localizer(for: reader)
print(published.formatted(style.locale(british.locale)))  // 1/1/2026
print(published.formatted(style.locale(british.locale(for: reader))))  // 01/01/2026
print(british.locale(for: ["fr-CA", "en-GB"]).identifier)  // en, since French doesn't answer.

print(store.localizer(for: ["de-CH"])("books.mapped", 12345))  // 12.345 Bücher wurden gelesen.
