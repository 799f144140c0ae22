import FootingLocalization
import Foundation

/// A bundle in three languages whose texts all name their version.
struct TableFiles: Sendable {
    static let languages = ["en", "pl", "de"]

    let folder: URL

    init(_ folder: URL) throws {
        self.folder = folder
        for language in Self.languages {
            try FileManager.default.createDirectory(
                at: lproj(language),
                withIntermediateDirectories: true
            )
        }
        try write(version: 0)
    }

    var bundle: ResourceBundle {
        get throws {
            try .locate("Soak", in: [folder])
        }
    }

    /// Replaces each file by renaming.
    func write(version: Int) throws {
        for language in Self.languages { try write(version: version, language) }
    }

    func write(version: Int, _ language: String) throws {
        try replace(strings(version, language), language, "Localizable.strings")
        try replace(plurals(version, language), language, "Localizable.stringsdict")
    }

    /// Replaces a file of a language by one that can't be parsed as a whole.
    func damage(_ language: String, version: Int, _ random: inout RandomSource) throws {
        if random.oneIn(2) {
            try replace("", language, "Localizable.strings")
        } else {
            let text = plurals(version, language)
            let end = text.index(text.startIndex, offsetBy: random.number(20...text.count - 30))
            try replace(String(text[..<end]), language, "Localizable.stringsdict")
        }
    }

    /// The text of `books` for a number of less than a thousand.
    static func books(_ count: Int, _ language: String, version: Int) -> String {
        let isOne = count == 1
        let isFew = 2...4 ~= count % 10 && !(12...14 ~= count % 100)
        let word =
            switch language {
            case "pl": isOne ? "książka" : isFew ? "książki" : "książek"
            case "de": isOne ? "Buch" : "Bücher"
            default: isOne ? "book" : "books"
            }
        return "\(count) \(word), v\(version)"
    }

    private func lproj(_ language: String) -> URL {
        folder.appending(path: "Soak.bundle/\(language).lproj")
    }

    private func replace(_ text: String, _ language: String, _ name: String) throws {
        try Data(text.utf8).write(to: lproj(language).appending(path: name), options: .atomic)
    }

    private func strings(_ version: Int, _ language: String) -> String {
        """
        "stamp" = "\(version)";
        "greeting" = "\(language): %@, v\(version)";
        "owner" = "\(language) owner, v\(version)";

        """
    }

    private func plurals(_ version: Int, _ language: String) -> String {
        func form(_ category: String, _ word: String) -> String {
            "<key>\(category)</key><string>%d \(word), v\(version)</string>"
        }
        let forms =
            switch language {
            case "pl":
                [("one", "książka"), ("few", "książki"), ("many", "książek"), ("other", "książki")]
            case "de": [("one", "Buch"), ("other", "Bücher")]
            default: [("one", "book"), ("other", "books")]
            }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <plist version="1.0"><dict><key>books</key><dict>
            <key>NSStringLocalizedFormatKey</key><string>%#@count@</string>
            <key>count</key><dict>
            <key>NSStringFormatSpecTypeKey</key><string>NSStringPluralRuleType</string>
            <key>NSStringFormatValueTypeKey</key><string>d</string>
            \(forms.map(form).joined(separator: "\n"))
            </dict></dict></dict></plist>

            """
    }
}
