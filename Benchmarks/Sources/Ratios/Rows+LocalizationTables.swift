import FootingLocalizationTools
import Foundation
import Harness

extension Comparison {
    static func tablesWrittenBack() -> [Comparison] {
        [
            Comparison(
                "catalog of 2.2 MB: read, prove, change one string, print",
                to: "JSONSerialization, read and print sorted",
                goal: 1.0 / 10
            ) { effort in
                let folder = FileManager.default.temporaryDirectory
                    .appending(path: "footing-tables-\(UUID().uuidString)")
                try FileManager.default.createDirectory(
                    at: folder,
                    withIntermediateDirectories: true
                )
                let url = folder.appending(path: "Localizable.xcstrings")
                try Data(catalog(of: effort.isSmoke ? 10 : 1_350).utf8).write(to: url)
                let source = "l10n(\"key 7\", default: \"Another string\")"
                try Data(source.utf8).write(to: folder.appending(path: "Source.swift"))
                let keys = SourceKeys(in: [folder])
                return Sides(
                    ours: { count in
                        for _ in 0..<count { blackHole(try? printed(url, changedBy: keys)) }
                    },
                    peer: { count in
                        for _ in 0..<count { blackHole(try? sorted(url)) }
                    }
                )
            }
        ]
    }

    private static func printed(_ url: URL, changedBy keys: SourceKeys) throws -> Data {
        var table = try TableFile(contentsOf: url)
        try table.update(from: keys)
        return table.data
    }

    private static func sorted(_ url: URL) throws -> Data {
        let root = try JSONSerialization.jsonObject(with: Data(contentsOf: url))
        let options: JSONSerialization.WritingOptions = [.prettyPrinted, .sortedKeys]
        return try JSONSerialization.data(withJSONObject: root, options: options)
    }

    /// A catalog in Xcode's layout with ten languages, in which a source changes one string.
    private static func catalog(of count: Int) -> String {
        let languages = ["cs", "de", "el", "en", "fr", "it", "ja", "pl", "ru", "uk"]
        let entries = (0..<count).map { number in
            let localizations = languages.map { language in
                """
                        "\(language)" : {
                          "stringUnit" : {
                            "state" : "translated",
                            "value" : "Ein „Text“ mit der Nummer \(number)"
                          }
                        }
                """
            }
            return """
                    "key \(number)" : {
                      "comment" : "The \\"text\\" of line \(number)",
                      "extractionState" : "\(number == 7 ? "extracted_with_value" : "manual")",
                      "localizations" : {
                \(localizations.joined(separator: ",\n"))
                      }
                    }
                """
        }
        return "{\n  \"sourceLanguage\" : \"en\",\n  \"strings\" : {\n"
            + entries.joined(separator: ",\n") + "\n  },\n  \"version\" : \"1.0\"\n}"
    }
}
