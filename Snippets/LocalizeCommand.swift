// A command-line program in the language of its user, who sets it with `LANG` or `LANGUAGE`.

import FootingLocalization
import Foundation

// The plugin `LocalizationKeys` generates such members from the tables of a target.
extension LocalizedMessage {
    static var usageTitle: LocalizedMessage {
        LocalizedMessage(
            "usage.title",
            arguments: [],
            default: "Walks one JSON object through seven products of Footing."
        )
    }

    static func notStored(_ arg1: any FormatArgument) -> LocalizedMessage {
        LocalizedMessage(
            "not.stored",
            arguments: [arg1.formatValue],
            default: "This volume keeps no attributes: %@"
        )
    }
}

let data = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Data")

let bundle = ResourceBundle.locateIfPresent("Tour", in: [data])
let store = LocalizationStore(
    bundle.map { [$0] } ?? [],
    developmentLanguage: "en",
    for: .system
)
let l10n = store.localizer(for: .system)

/// Prints a message on standard error, after the name of the program, and exits.
func fail(_ message: LocalizedMessage, status: Int32) -> Never {
    FileHandle.standardError.write(Data("note: \(l10n(message))\n".utf8))
    exit(status)
}

print(l10n(.usageTitle))
if CommandLine.arguments.contains("ramfs") { fail(.notStored("ramfs"), status: 74) }
