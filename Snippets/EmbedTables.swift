// A store whose tables are embedded in the program, and resource files in the reader's language.

import FootingLocalization
import Foundation

let embedded = ResourceBundle(
    name: "Tour",
    files: ["en.lproj/Localizable.strings": Array(#""greeting" = "Hello, %@!";"#.utf8)]
)
print(LocalizationStore(embedded).localizer(for: ["en"])("greeting", "Anna"))  // Hello, Anna!

/// The struct that SwiftPM generates for a target with `.embedInCode`, with a shorter catalog.
enum PackageResources {
    static let Offers_xcstrings = Array(
        """
        {"sourceLanguage": "en", "version": "1.0", "strings": {"cake": {"localizations": {
            "en": {"stringUnit": {"state": "translated", "value": "Cake"}},
            "de": {"stringUnit": {"state": "translated", "value": "Kuchen"}}
        }}}}
        """.utf8
    )
}

let offers = LocalizationStore(
    ResourceBundle(name: "Shop", files: ["Offers.xcstrings": PackageResources.Offers_xcstrings])
)
print(offers.localizer(for: ["de-AT"])("cake", table: "Offers"))  // Kuchen

// Resource files are on disk.
let data = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Data")
let store = LocalizationStore(try ResourceBundle.locate("Tour", in: [data]))
let l10n = store.localizer(for: ["de-AT"])
let help = l10n.url(forResource: "Help", withExtension: "html")
print(help?.path ?? "no help")  // …/Tour.bundle/de.lproj/Help.html
let letter = l10n.url(forResource: "Welcome", withExtension: "txt", subdirectory: "Letters")
print(letter?.path ?? "no letter")  // …/Tour.bundle/en.lproj/Letters/Welcome.txt
