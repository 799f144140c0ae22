// Reports the keys without a string in a reader's language, and shows other strings instead.

import FootingLocalization
import Foundation

let data = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Data")
let store = LocalizationStore(try ResourceBundle.locate("Tour", in: [data]))
let l10n = store.localizer(for: ["pl", "en"])

// For a log, or a list of what translators lack: once for each key.
store.onMissingKey { missing in
    print("\(missing.language) lacks “\(missing.key)” in \(missing.table)")
    return nil
}
print(l10n("books.lent", default: "No book is lent."))  // pl lacks “books.lent” in Localizable
print(l10n("books.lent", default: "No book is lent."))  // No book is lent.

// For testers: nothing that is missing stays unseen.
store.onMissingKey { missing in "⟦\(missing.key)⟧" }
print(l10n("books.lent", default: "No book is lent."))  // ⟦books.lent⟧

store.onMissingKey(nil)
print(l10n("books.lent", default: "No book is lent."))  // No book is lent.
