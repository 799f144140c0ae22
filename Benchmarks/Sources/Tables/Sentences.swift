import Foundation

/// Sentences to be filled in: an English, a German and a Russian table.
package enum Sentences {
    /// Makes the bundle.
    package static func bundle() throws -> TemporaryBundle {
        let plain = """
            "title" = "What stands in the catalog";
            "count" = "\(count)";
            "price" = "\(price)";
            """
        return try TemporaryBundle([
            "en.lproj/Localizable.strings": Data(plain.utf8),
            "de.lproj/Localizable.strings": Data(plain.utf8),
            "ru.lproj/Localizable.strings": Data(plain.utf8),
            "ru.lproj/Localizable.stringsdict": Data(russianPlurals.utf8),
        ])
    }

    /// A text and an integer, whose length Foundation has to be told.
    package static let count = "%@ has %ld files"
    /// A number with two digits after the point.
    package static let price = "%.2f"

    /// The forms of files, and those of folders that they are in, by category.
    package static let files = ["one": "%d файл", "few": "%d файла", "many": "%d файлов"]
    package static let folders = ["one": "%d папке", "few": "%d папках", "many": "%d папках"]

    private static var russianPlurals: String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0"><dict><key>files</key><dict>
        <key>NSStringLocalizedFormatKey</key><string>%#@files@</string>
        \(variable("files", files, " в %#@folders@"))
        \(variable("folders", folders, ""))
        </dict></dict></plist>
        """
    }

    private static func variable(_ name: String, _ forms: [String: String], _ end: String) -> String
    {
        let all = forms.merging(["other": forms["many"] ?? ""]) { form, _ in form }
        let content = all.sorted { $0.key < $1.key }
            .map { "<key>\($0)</key><string>\($1)\(end)</string>" }
        return """
            <key>\(name)</key><dict>
            <key>NSStringFormatSpecTypeKey</key><string>NSStringPluralRuleType</string>
            <key>NSStringFormatValueTypeKey</key><string>d</string>
            \(content.joined(separator: "\n"))
            </dict>
            """
    }
}
