/// The tables of one name while their files are read, one for each language.
struct TableBuilders {
    let name: String
    /// The languages that tables are made for; `nil` for all.
    let wanted: Set<LanguageTag>?
    /// What was wrong in files that are of no one language.
    var issues = IssueList()

    private(set) var builders: [StringTableBuilder] = []
    private var indices: [LanguageTag: Int] = [:]

    init(name: String, wanted: Set<LanguageTag>?) {
        self.name = name
        self.wanted = wanted
    }

    /// The index of a language's builder, made if there is none; `nil` if it isn't wanted.
    mutating func index(of language: LanguageTag) -> Int? {
        if let index = indices[language] { return index }
        guard wanted?.contains(language) != false else { return nil }
        let context = LanguageContext(language)
        builders.append(StringTableBuilder(name: name, language: context))
        indices[language] = builders.count - 1
        return builders.count - 1
    }

    subscript(index: Int) -> StringTableBuilder {
        _read { yield builders[index] }
        _modify { yield &builders[index] }
    }
}
