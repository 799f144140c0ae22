final class MissingKeyText: Sendable {
    let text: String
    let format: LocalizedFormat
    let language: LanguageContext

    init(_ text: String, _ language: LanguageTag) {
        self.text = text
        self.language = LanguageContext(language)
        format = LocalizedFormat(FormatString(text))
    }
}
