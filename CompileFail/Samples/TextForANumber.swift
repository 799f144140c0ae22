// expect: requires that 'String' conform to 'NumericArgument'
import FootingLocalization

extension LocalizedMessage {
    /// As it is generated for “%(count)lld books left”.
    static func booksLeft(count arg1: some NumericArgument) -> LocalizedMessage {
        LocalizedMessage("books.left", arguments: [arg1.formatValue])
    }
}

func show(_ l10n: Localizer) {
    #if REFUSED
    print(l10n(.booksLeft(count: "5")))
    #else
    print(l10n(.booksLeft(count: 5)))
    print(l10n(.booksLeft(count: .verbatim(2026))))
    #endif
}
