// Strings from several tables, for a device, and for readers who exclude a language.

import FootingLocalization
import Foundation

let data = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Data")
let bundle = try ResourceBundle.locate("Bakery", in: [data])
let store = LocalizationStore(bundle, developmentLanguage: "en")
let l10n = store.localizer(for: ["pl"])

print(store.tableNames)  // ["Localizable", "Offers", "Shop"]
print(l10n("welcome", "Anna"))  // Witaj, Anna!
print(l10n("orders", 3, table: "Shop"))  // 3 zamówienia są w piecu.
print(l10n("farewell", "Anna", default: "Goodbye, %@!"))  // No table has it.

// The string for a given device; on Linux, the default is `other`.
let phones = LocalizationStore(bundle, developmentLanguage: "en", device: "iphone")
print(phones.localizer(for: ["en"])("order.hint", table: "Offers"))  // Tap to order.
print(store.localizer(for: ["en"])("order.hint", table: "Offers"))  // Click to order.
let tills = LocalizationStore(bundle, developmentLanguage: "en", device: "till")
print(tills.localizer(for: ["en"])("order.hint", table: "Offers"))  // Click to order.

// Empty strings count as missing, and the source's are shown instead.
let lenient = LocalizationStore(
    bundle,
    developmentLanguage: "en",
    skippingEmptyStrings: true
)
print(lenient.localizer(for: ["pl"])("welcome", "Anna"))  // Witaj, Anna!

// Any language but English, which remains for keys that no other language has.
print(store.localizer(acceptLanguage: "en;q=0, *").languages)  // [de, en]
print(store.localizer(acceptLanguage: "de;q=0, *").languages)  // [en]
