/// The tables of one name while their files are read, one for each language.
final class TableBuilders {
    let name: String
    /// The languages that tables are made for.
    let wanted: WantedLanguages
    private let device: String?
    /// What was wrong in files that are of no one language.
    var issues = LocalizationReport()

    private(set) var builders: [StringTableBuilder] = []

    init(name: String, wanted: WantedLanguages, device: String?) {
        self.device = device
        self.name = name
        self.wanted = wanted
    }

    /// The index of a language's builder, made if there is none; `nil` if it isn't wanted.
    func index(of language: LanguageTag) -> Int? {
        if let index = builders.firstIndex(where: { $0.language.tag == language }) { return index }
        guard wanted.contains(language) else { return nil }
        let context = LanguageContext(language)
        builders.append(StringTableBuilder(name: name, language: context, device: device))
        return builders.count - 1
    }

    subscript(index: Int) -> StringTableBuilder { builders[index] }
}
