/// The tables of one name under construction, one for each language.
final class TableBuilders {
    let name: String
    let wanted: WantedLanguages
    let options: ReadingOptions
    /// The issues of files without a language, such as catalogs.
    var issues = LocalizationReport()

    private(set) var builders: [StringTableBuilder] = []
    /// The tables of the previous snapshot.
    private let previous: [StringTable]
    /// The previous tables that stay in use because a file of theirs has become unusable.
    private(set) var kept: [StringTable] = []

    init(
        name: String,
        wanted: WantedLanguages,
        _ options: ReadingOptions = ReadingOptions(),
        after previous: [StringTable] = []
    ) {
        self.options = options
        self.name = name
        self.wanted = wanted
        self.previous = previous.filter { wanted.contains($0.language.tag) }
    }

    /// The previous tables with entries of a file.
    func tables(ofFileAt path: String) -> [StringTable] {
        previous.filter { $0.hasEntries(ofFileAt: path) }
    }

    /// Notes why a file is unusable, and keeps the previous tables with entries of it.
    func noteFault(
        _ fault: FileFault,
        file: String,
        of builder: StringTableBuilder?
    ) {
        let tables = tables(ofFileAt: file)
        kept += tables
        let message =
            tables.isEmpty ? fault.message : fault.message + " The previous strings stay in use."
        let resolution: LocalizationIssue.Resolution =
            tables.isEmpty ? .skippedInput : .keptOldStrings
        if let builder {
            builder.note(fault.code, resolution, message)
        } else {
            issues.add(fault.code, file: file, line: fault.line, resolution, message)
        }
    }

    /// Returns the builder of a language, created on demand; `nil` if the language isn't wanted.
    func builder(of language: LanguageTag) -> StringTableBuilder? {
        if let builder = builders.first(where: { $0.language.tag == language }) { return builder }
        guard wanted.contains(language) else { return nil }
        let context = LanguageContext(language)
        let builder = StringTableBuilder(name: name, language: context, options)
        builders.append(builder)
        return builder
    }
}
