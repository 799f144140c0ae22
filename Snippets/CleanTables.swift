// Checks tables from translators, checks the corrected tables, and exports tables for translators.

import FootingLocalization
import FootingLocalizationTools
import Foundation

let data = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Data")
func show(_ text: some CustomStringConvertible) {
    print("\(text)".replacing(data.path + "/", with: ""), terminator: "\n\n")
}

let drafts = data.appending(path: "Drafts")
let sent = try ResourceBundle.locate("Bakery", in: [drafts])
show(LocalizationLint(sent, developmentLanguage: "en"))

let shipped = try ResourceBundle.locate("Bakery", in: [data])
let lint = LocalizationLint(
    shipped,
    developmentLanguage: "en",
    ignoring: [.sameAsSource]
)
show(lint)

// The export for translators, with a column for each language.
let open = LocalizationStore(sent, developmentLanguage: "en")
show(JoinedTable(open).csv(disarmingFormulas: true))

// Write a table, here without the keys that the development language doesn't have.
let joined = JoinedTable(open)
let texts = joined.rows.compactMap { row -> (key: String, value: String)? in
    guard joined[row.key, "en"] != nil, let text = joined[row.key, "de"] else { return nil }
    return (row.key, text)
}
let url = URL(filePath: "de.lproj/Localizable.strings")
show(String(decoding: TableFile(texts, at: url).data, as: UTF8.self))

// Explain a string that a reader sees.
let store = LocalizationStore(shipped, developmentLanguage: "en")
let l10n = store.localizer(for: ["fr", "pl"])
show(l10n.explain("orders", count: 3, table: "Shop"))
