// Throws and stores messages without a language, and shows each reader the message in his own.

import FootingLocalization
import Foundation

// The plugin `LocalizationKeys` generates such members from the tables of a target.
extension LocalizedMessage {
    static func booksMapped(count: some NumericArgument) -> LocalizedMessage {
        LocalizedMessage("books.mapped", arguments: [count.formatValue])
    }

    static func notStored(_ reason: any FormatArgument) -> LocalizedMessage {
        LocalizedMessage("not.stored", arguments: [reason.formatValue])
    }
}

struct StorageError: Error {
    let message: LocalizedMessage
}

let data = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Data")
let store = LocalizationStore(try ResourceBundle.locate("Tour", in: [data]))

// Anywhere, for a reader in no language yet:
func save(to volume: String) throws(StorageError) {
    throw StorageError(message: .notStored(volume))
}

// At the edge, once for each reader:
do {
    try save(to: "ramfs")
} catch {
    for language: LanguageTag in ["en", "de"] {
        let l10n = store.localizer(for: [language])
        print(l10n(error.message))
    }
}
// This volume keeps no attributes: ramfs
// Dieses Volume speichert keine Attribute: ramfs

let l10n = store.localizer(for: ["en"])
print(l10n(.booksMapped(count: 5)))  // 5 books were read.
print(l10n(.booksMapped(count: .verbatim(2026))))  // 2026 books were read.

// Without a generated member:
print(l10n(LocalizedMessage("greeting", "Anna")))  // Hello, Anna!
