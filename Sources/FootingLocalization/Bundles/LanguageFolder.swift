final class LanguageFolder: Sendable {
    let name: String
    let path: String
    let language: LanguageTag
    /// The rank of a multilingual table in this folder: `Base.lproj`, `mul.lproj` (where Xcode puts
    /// the catalogs of storyboards), the bundle itself, the folder of a language.
    let precedence: Int

    static let bundlePrecedence = 2

    init(name: String, path: String, language: LanguageTag, precedence: Int) {
        self.name = name
        self.path = path
        self.language = language
        self.precedence = precedence
    }
}
