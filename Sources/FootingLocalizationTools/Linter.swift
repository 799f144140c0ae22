import FootingLocalization
import FootingLocalizationMembers

/// Checks the tables of a store and collects findings.
struct Linter {
    private let store: LocalizationStore
    let development: LanguageTag
    private let required: [LanguageTag]
    var list: FindingList
    private var categories: [LanguageTag: LanguageCategories] = [:]
    /// The languages from which each language inherits missing strings; no entry for a language for
    /// which the development language is a match.
    private(set) var inherited: [LanguageTag: [LanguageTag]] = [:]
    /// The entries that were lost, and the entries whose variables were lost, by file.
    private var lost: [String: SettledEntries] = [:]
    private var misread: [String: SettledEntries] = [:]
    private var catalogs: [String: CatalogStates] = [:]
    /// The names of the tables, by file.
    private var tableNames: [String: String] = [:]

    init(
        _ store: LocalizationStore,
        requiring languages: Set<LanguageTag>,
        ignoring ignored: Set<LocalizationFinding.Code>
    ) {
        self.store = store
        development = store.developmentLanguage
        required = languages.sorted { $0.description < $1.description }
        list = FindingList(ignoring: ignored)
        for table in store.tables.joined() {
            for file in table.files { tableNames[file] = table.name }
        }
        for language in store.languages + required where !language.isAnswered(by: development) {
            let asked = store.localizer(for: LanguagePreferences([language])).languages
            inherited[language] = asked.filter { $0 != language && $0 != development }
        }
    }

    /// Checks the tables, after the issues of their files were added.
    mutating func checkTables() {
        for tables in store.tables {
            let own = Set(tables.map(\.languageTag))
            let languages =
                store.languages.filter { own.contains($0) && $0 != development }
                + required.filter { language in !own.contains { language.isAnswered(by: $0) } }
            // Tables with the same name are adjacent.
            var start = tables.startIndex
            while start < tables.endIndex {
                let name = tables[start].name
                let end = tables[start...].firstIndex { $0.name != name } ?? tables.endIndex
                let files = Set(tables[start..<end].flatMap(\.files)).sorted()
                let catalogs = files.compactMap { catalog(at: $0) }
                for finding in catalogs.flatMap(\.findings) { list.add(finding) }
                let family = TableFamily(
                    tables[start..<end].map { TableContents($0) },
                    name,
                    development: development,
                    catalogs: catalogs,
                    lost: lost,
                    misread: misread
                )
                check(family, languages: languages)
                start = end
            }
        }
        checkDevelopmentLanguage()
    }

    /// Warns if the development language has no table, although other languages have tables.
    private mutating func checkDevelopmentLanguage() {
        let tables = store.tables.joined()
        guard !tables.isEmpty, !tables.contains(where: { $0.languageTag == development }),
            let bundle = zip(store.bundles, store.tables).first(where: { !$1.isEmpty })?.0
        else { return }
        list.add(
            .noTables,
            .warning,
            at: FindingLocation(file: bundle.rootPath),
            language: development,
            "There is no table in \(development), the development language, so nothing can be "
                + "compared: set the development language."
        )
    }

    /// Adds the issues from the store's report on its files; the store has formatted no string yet.
    mutating func addFileIssues() {
        let report = store.report
        var known: Set<[String?]> = []
        for issue in report.issues {
            guard let code = LocalizationFinding.Code(issue.code) else { continue }
            let entry = [issue.file, issue.key, issue.language?.description]
            guard !isAboutNewStrings(issue) else { continue }
            guard known.insert(entry + [issue.message]).inserted else { continue }
            // An invalid variable also causes an undefined variable: report only the first.
            if issue.code == .invalidVariable { known.insert(entry) }
            if issue.code == .undefinedVariable, known.contains(entry) { continue }
            addLoss(issue, code)
            let location = FindingLocation(
                file: issue.file,
                line: issue.line,
                table: issue.file.flatMap { tableNames[$0] },
                key: issue.key
            )
            let message = Self.message(of: issue, code)
            list.add(code, at: location, language: issue.language, message)
        }
        list.count(.syntax, report.issueCount - report.issues.count)
    }

    /// The message of an issue with its remedy; in a catalog, also with its language.
    private static func message(
        of issue: LocalizationIssue,
        _ code: LocalizationFinding.Code
    ) -> String {
        let isMultilingual = issue.file.flatMap(LocalizationStore.isMultilingualTable) == true
        let language = isMultilingual ? issue.language : nil
        let advice =
            issue.isInterpolation ? "Write a specifier such as “%@” for a value." : advice[code]
        return (language.map { "In \($0), " } ?? "") + issue.message
            + (advice.map { " " + $0 } ?? "")
    }

    /// Whether an issue of a variable is already explained by the finding `newState`: its strings,
    /// or those of the entry itself, are all new.
    private mutating func isAboutNewStrings(_ issue: LocalizationIssue) -> Bool {
        guard issue.code == .invalidVariable || issue.code == .undefinedVariable,
            let file = issue.file, let key = issue.key, let language = issue.language,
            let new = catalog(at: file)?.newStrings(of: key, in: language)?.variables
        else { return false }
        return new.contains("") || issue.subject.map(new.contains) == true
    }

    /// Records the loss of an entry, or of the whole file.
    private mutating func addLoss(
        _ issue: LocalizationIssue,
        _ code: LocalizationFinding.Code
    ) {
        guard let file = issue.file else { return }
        if issue.isInterpolation {
            misread[file, default: SettledEntries()].insert(issue.key, in: issue.language)
        }
        guard code.severity == .error else { return }
        let isWhole = issue.key == nil && issue.line == nil && issue.language != nil
        guard issue.key != nil || isWhole else { return }
        lost[file, default: SettledEntries()].insert(issue.key, in: issue.language)
        if code == .undefinedVariable || code == .invalidVariable {
            misread[file, default: SettledEntries()].insert(issue.key, in: issue.language)
        }
    }

    /// The remedy for issues whose message has none.
    private static let advice: [LocalizationFinding.Code: String] = [
        .duplicateKey: "Keep one of them.",
        .duplicateTableEntry: "Keep one of them.",
        .undefinedVariable: "Define it, or use a defined variable.",
        .missingSemicolon: "Add it: Foundation reads nothing from a file without it.",
        .unusableLanguage: "Use a language tag such as “pt-BR”.",
        .undecodableText: "Save the file in UTF-8.",
        .unsupportedEncoding: "Write it in UTF-8.",
        .unknownValueType: "Use a type such as “d”.",
        .unknownEscape: "Write “\\\\” for a backslash.",
        .nonStringValue: "Write a string.",
    ]

    /// The states in a multilingual file; `nil` for other files.
    private mutating func catalog(at path: String) -> CatalogStates? {
        guard LocalizationStore.isMultilingualTable(path) == true else { return nil }
        if let known = catalogs[path] { return known }
        let catalog = CatalogStates(ofFileAt: path, table: tableNames[path])
        catalogs[path] = catalog
        return catalog
    }

    /// Adds a finding about an entry.
    mutating func note(
        _ code: LocalizationFinding.Code,
        _ entry: TableEntry,
        severity: LocalizationFinding.Severity? = nil,
        language: LanguageTag? = nil,
        _ message: String
    ) {
        let language = language ?? entry.language
        list.add(code, severity, at: entry.location, language: language, message)
    }

    mutating func categories(of language: LanguageTag) -> LanguageCategories {
        if let known = categories[language] { return known }
        let made = LanguageCategories(language)
        categories[language] = made
        return made
    }
}

extension LocalizationIssue {
    /// Whether the string has an interpolation in place of a specifier.
    fileprivate var isInterpolation: Bool {
        code == .unknownEscape && subject == "("
    }
}
