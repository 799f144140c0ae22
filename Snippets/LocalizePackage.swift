// A small server whose strings are in a catalog, with a message for each key.

import FootingLocalization

// The plugin `LocalizationKeys` generates these members from the catalog of the target.
extension LocalizedMessage {
    static func greeting(name arg1: any FormatArgument) -> LocalizedMessage {
        LocalizedMessage("greeting", arguments: [arg1.formatValue], default: "Hello, %1$@!")
    }

    static func booksLeft(count arg1: some NumericArgument) -> LocalizedMessage {
        LocalizedMessage("books.left", arguments: [arg1.formatValue])
    }
}

/// The strings of the server.
enum Texts {
    /// Without the bundle, each string is its key or its default.
    static let store: LocalizationStore = {
        let bundle = ResourceBundle.locateIfPresent("Shop_Server")
        return LocalizationStore(bundle.map { [$0] } ?? [], developmentLanguage: "en")
    }()
}

/// The answer to a request.
func answer(acceptLanguage: String, books: Int) -> String {
    let l10n = Texts.store.localizer(acceptLanguage: acceptLanguage)
    return l10n("greeting", "Anna") + " " + l10n("books.left", books)
}

/// The same answer, with messages.
func answerWithMessages(acceptLanguage: String, books: Int) -> String {
    let l10n = Texts.store.localizer(acceptLanguage: acceptLanguage)
    return l10n(.greeting(name: "Anna")) + " " + l10n(.booksLeft(count: books))
}

for language in CommandLine.arguments.dropFirst() {
    print(answer(acceptLanguage: language, books: 5))
}
print(answerWithMessages(acceptLanguage: "en", books: 5))  // Hello, Anna! books.left
