import Foundation

/// A string catalog as Xcode writes it: 1,252 keys in 12 languages; the same text in every run.
///
/// One key in ten has plural forms.
package struct CatalogDocument: Sendable {
    /// The languages, of which the first is the source.
    package static let languages = [
        "en", "ar", "de", "es", "fr", "it", "ja", "ko", "pl", "pt-BR", "ru", "zh-Hans",
    ]

    /// The number of keys.
    package let count: Int
    /// The text.
    package let data: Data

    /// Makes a catalog of 1,252 keys, which has 4 MB, or of as many as are asked for.
    package init(_ count: Int = 1_252) {
        self.count = count
        let entries = (0..<count).map(Self.entry).joined(separator: ",\n")
        data = Data(
            """
            {
              "sourceLanguage" : "en",
              "strings" : {
            \(entries)
              },
              "version" : "1.0"
            }
            """.utf8
        )
    }

    /// Whether the key of a number has plural forms.
    package static func hasPlural(_ number: Int) -> Bool { number % 10 == 7 }

    /// A key.
    package static func key(_ number: Int) -> String {
        hasPlural(number)
            ? "%lld books in section \(number)" : "catalog.section.\(number).description"
    }

    private static func entry(_ number: Int) -> String {
        let localizations = languages.map { language in
            let content =
                hasPlural(number)
                ? plural(number, language) : unit(text(number, language), indent: 10)
            return "        \"\(language)\" : {\n\(content)\n        }"
        }
        return """
                "\(key(number))" : {
                  "comment" : "What is shown below the title of section \(number), on one line",
                  "extractionState" : "manual",
                  "localizations" : {
            \(localizations.joined(separator: ",\n"))
                  }
                }
            """
    }

    private static func plural(_ number: Int, _ language: String) -> String {
        let forms = (forms[language] ?? []) + ["other"]
        let content = forms.map { form in
            """
                            "\(form)" : {
            \(unit("%lld · \(words(language)), \(number)", indent: 18))
                            }
            """
        }
        return """
                      "variations" : {
                        "plural" : {
            \(content.joined(separator: ",\n"))
                        }
                      }
            """
    }

    private static func unit(_ text: String, indent: Int) -> String {
        let indent = String(repeating: " ", count: indent)
        return """
            \(indent)"stringUnit" : {
            \(indent)  "state" : "translated",
            \(indent)  "value" : "\(text)"
            \(indent)}
            """
    }

    private static func text(_ number: Int, _ language: String) -> String {
        let words = words(language)
        let end = number % 8 == 0 ? #"\"%@\"\n"# : "\(number)"
        return "\(words), \(words) (\(language), \(number)): \(end)"
    }

    private static func words(_ language: String) -> String {
        switch language {
        case "ar": "كل الكتب في المكتبة"
        case "de": "Alle Bücher auf einen Blick"
        case "es": "Todos los libros del año"
        case "fr": "Les livres déjà prêtés"
        case "it": "Tutti i libri della città"
        case "ja": "図書館のすべての本"
        case "ko": "도서관의 모든 책"
        case "pl": "Wszystkie książki w bibliotece"
        case "pt-BR": "Todos os livros da coleção"
        case "ru": "Все книги библиотеки"
        case "zh-Hans": "图书馆的所有书籍"
        default: "All the books of the library"
        }
    }

    private static let forms = [
        "ar": ["zero", "one", "two", "few", "many"], "de": ["one"], "en": ["one"],
        "es": ["one"], "fr": ["one"], "it": ["one"], "pl": ["one", "few", "many"],
        "pt-BR": ["one"], "ru": ["one", "few", "many"],
    ]
}
