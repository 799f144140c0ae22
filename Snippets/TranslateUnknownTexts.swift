// Translates strings that users write, with a translation service: here one with a single phrase.

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

let data = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Data")
let store = LocalizationStore(try ResourceBundle.locate("Tour", in: [data]))
let l10n = store.localizer(for: ["en"])
let service = PhraseService()

let translator = TextTranslator { text, source, target in
    try await service.translate(text, from: source, to: target)
}
let greeting = await l10n.translated("Guten Tag!", from: "de", by: translator)
print(greeting)  // Good day!

// Strings that can't be translated, or need no translation, are shown unchanged.
let evening = await l10n.translated("Guten Abend!", from: "de", by: translator)
print(evening)  // Guten Abend!
print(await l10n.translated("Hello!", from: "en-GB", by: translator))  // Hello!

// A program without tables offers its languages by empty ones.
let languages = ResourceBundle(
    name: "Languages",
    files: ["de.lproj/Localizable.strings": [], "fr.lproj/Localizable.strings": []]
)
let offered = LocalizationStore(languages, developmentLanguage: "en")
print(offered.localizer(for: ["fr-CA"]).languages)  // [fr]
