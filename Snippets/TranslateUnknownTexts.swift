// Translates what no table can have, such as what people write, by a service: here one that knows a single text.

import FootingLocalization
import FootingTranslation
import Foundation

struct PhraseService {
    struct UnknownPhrase: Error {}

    func translate(_ text: String, from source: LanguageTag, to target: LanguageTag) async throws
        -> String
    {
        guard text == "Guten Tag!", source == "de", target == "en" else { throw UnknownPhrase() }
        return "Good day!"
    }
}

let data = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Data")
let store = LocalizationStore(try ResourceBundle.locate("Tour", in: [data]))
let l10n = store.localizer(for: ["en"])
let service = PhraseService()

let translator = TextTranslator { text, source, target in
    try await service.translate(text, from: source, to: target)
}
print(await l10n.translated("Guten Tag!", from: "de", by: translator))  // Good day!

// What can't be translated, and what need not be, is shown as it is.
print(await l10n.translated("Guten Abend!", from: "de", by: translator))  // Guten Abend!
print(await l10n.translated("Hello!", from: "en-GB", by: translator))  // Hello!
