/// The tables of one name while their files are read, one for each language.
final class TableBuilders {
    let name: String
    /// The languages that tables are made for.
    let wanted: WantedLanguages
    private let device: String?
    /// The issues of files that are of no one language.
    var issues = LocalizationReport()

    private(set) var builders: [StringTableBuilder] = []
    /// The tables of the version before.
    private let previous: [StringTable]
    /// Those of them that stay in use, since a file of theirs can't be used any more.
    private(set) var kept: [StringTable] = []

    init(
        name: String,
        wanted: WantedLanguages,
        device: String?,
        after previous: [StringTable] = []
    ) {
        self.device = device
        self.name = name
        self.wanted = wanted
        self.previous = previous.filter { wanted.contains($0.language.tag) }
    }

    /// The tables that have entries of an earlier version of a file.
    func tables(ofFileAt path: String) -> [StringTable] {
        previous.filter { $0.hasEntries(ofFileAt: path) }
    }

    /// Notes why a file can't be used; the last good tables that have entries of it stay in use.
    func noteFault(
        _ fault: FileFault,
        file: String,
        line: Int? = nil,
        of builder: StringTableBuilder? = nil
    ) {
        let tables = tables(ofFileAt: file)
        kept += tables
        let message =
            tables.isEmpty ? fault.message : fault.message + " The texts read before stay in use."
        let resolution: LocalizationReport.Issue.Resolution = tables.isEmpty ? .skipped : .kept
        if let builder {
            builder.note(fault.code, line: line, resolution, message)
        } else {
            issues.add(fault.code, file: file, line: line, resolution, message)
        }
    }

    /// The builder of a language, made if there is none; `nil` if the language isn't wanted.
    func builder(of language: LanguageTag) -> StringTableBuilder? {
        if let builder = builders.first(where: { $0.language.tag == language }) { return builder }
        guard wanted.contains(language) else { return nil }
        let context = LanguageContext(language)
        let builder = StringTableBuilder(name: name, language: context, device: device)
        builders.append(builder)
        return builder
    }
}
