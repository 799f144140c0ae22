// Shows tables in all languages side by side, their changes, a written file, and an explained
// look-up.

import FootingLocalization
import FootingLocalizationTools
import Foundation

let data = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Data")
let folder = FileManager.default.temporaryDirectory.appending(path: "CompareTables-\(UUID())")
defer { try? FileManager.default.removeItem(at: folder) }

let store = LocalizationStore(try ResourceBundle.locate("Tour", in: [data]))
let joined = JoinedTable(store)
print(joined["greeting", "pl"] ?? "not translated")  // Cześć, %@!
print(joined.csv().prefix(60))

// Plural forms stay in their file.
do {
    let url = folder.appending(path: "de.lproj/Localizable.strings")
    let file = try TableFile(store, language: "de", at: url)
    print(file.data.count)
} catch {
    print(error)
}

func write(_ texts: KeyValuePairs<String, String>, to path: String) throws {
    let url = folder.appending(path: path)
    let parent = url.deletingLastPathComponent()
    try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
    var file = TableFile(texts, at: url)
    try file.write()
}

try write(["send": "Send"], to: "1.0.bundle/en.lproj/Localizable.strings")
try write(["send": "Senden"], to: "1.0.bundle/de.lproj/Localizable.strings")
try write(["send": "Send now"], to: "1.1.bundle/en.lproj/Localizable.strings")
try write(["send": "Senden"], to: "1.1.bundle/de.lproj/Localizable.strings")
let released = LocalizationStore(try ResourceBundle.locate("1.0", in: [folder]))
let current = LocalizationStore(try ResourceBundle.locate("1.1", in: [folder]))
let changes = LocalizationChanges(from: released, to: current)
for finding in changes.staleTranslations { print(finding) }

let l10n = store.localizer(for: ["fr", "pl"])
print(l10n.explain("books.mapped", count: 2))
